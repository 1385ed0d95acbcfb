import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { operationQuery } from './queries.ts'
import { Receipt } from './Receipt.tsx'
import type { Transaction } from './transactions.ts'

export interface OperationReceiptProps {
  readonly operationId: string
  /** Called with the operation's state whenever it changes. */
  readonly onState: (state: Transaction['state']) => void
}

/** The receipt of an operation that was just made, polled until it ends. */
export function OperationReceipt({ operationId, onState }: OperationReceiptProps) {
  const { data } = useQuery(operationQuery(operationId))
  const tell = useRef(onState)
  useEffect(() => {
    tell.current = onState
  })
  const state = data?.state
  useEffect(() => {
    if (state) tell.current(state)
  }, [state])
  return data ? (
    <Receipt transaction={data} />
  ) : (
    <div aria-busy="true">
      <SkeletonRows count={3} />
    </div>
  )
}
