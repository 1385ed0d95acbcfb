import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMoneyMoved } from '#web/lib/money-moved.ts'
import { isOnItsWay, type StatementPart, statementQuery } from './queries.ts'

/** A part of the statement, page by page. When a withdrawal that was on its way has ended, the balances are asked for anew. */
export function useStatement(part: StatementPart) {
  const statement = useInfiniteQuery(statementQuery(part))
  const moneyMoved = useMoneyMoved()
  const isWaiting = statement.data?.pages.some(({ transactions }) => transactions.some(isOnItsWay)) ?? false
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) moneyMoved()
    wasWaiting.current = isWaiting
  }, [isWaiting, moneyMoved])
  return statement
}
