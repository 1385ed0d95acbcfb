import { useEffect, useRef } from 'react'
import { useMoneyMoved } from '#web/lib/api/money-moved.ts'

/** When a withdrawal that was on its way has ended, the balances are asked for anew. */
export function useEndOfWaiting(isWaiting: boolean): void {
  const moneyMoved = useMoneyMoved()
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) moneyMoved()
    wasWaiting.current = isWaiting
  }, [isWaiting, moneyMoved])
}
