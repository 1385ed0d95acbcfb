import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Transaction } from '#web/features/history/list/transactions.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { closeMovedMoney } from '#web/lib/page/panels.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import css from './OperationReceipt.module.css'
import { isMissing, operationQuery } from './operation-query.ts'
import { Receipt } from './Receipt.tsx'
import { repeatPath } from './repeat-path.ts'

/** Renders one part of an operation that was just made, for the last stage of its form. */
export const operationSlot: OperationSlot = (operationId, part, onState) => {
  if (part === 'balance') return <BalanceAfter operationId={operationId} />
  if (part === 'again') return <Again operationId={operationId} />
  return <OperationReceipt operationId={operationId} onState={onState} />
}

interface OperationReceiptProps {
  readonly operationId: string
  /** Called with the operation's state whenever it changes. */
  readonly onState: ((state: Transaction['state']) => void) | undefined
}

/** The receipt of an operation, polled until the operation ends. */
function OperationReceipt({ operationId, onState }: OperationReceiptProps) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(operationQuery(operationId))
  const tell = useRef(onState)
  useEffect(() => {
    tell.current = onState
  })
  const line = data?.lines[0]
  const state = line?.state
  useEffect(() => {
    if (state) tell.current?.(state)
  }, [state])
  if (line) return <Receipt transaction={line} />
  if (isMissing(failure?.error)) return null
  return failure ? (
    <LoadError message={t('receipt.error')} failure={failure} />
  ) : (
    <div aria-busy="true">
      <SkeletonRows count={3} />
    </div>
  )
}

/** The balances after the operation. The line of text takes its place before they have loaded. */
function BalanceAfter({ operationId }: { readonly operationId: string }) {
  const t = useTranslate()
  const { data, error } = useQuery(operationQuery(operationId))
  if (isMissing(error)) return null
  const balances = data?.lines.flatMap(({ balanceAfter }) => balanceAfter ?? [])
  if (!balances) {
    return (
      <p className={css.balance} aria-busy="true">
        <Skeleton width="14rem" />
      </p>
    )
  }
  return (
    <p className={css.balance} role="status">
      {balances.length === 0 ? null : t(balances.length > 1 ? 'moved.balances' : 'moved.balance')}
      {balances.map((balance, place) => (
        <span key={balance.currency}>
          {place === 0 ? ' ' : ' · '}
          <Amount of={balance} />
        </span>
      ))}
    </p>
  )
}

/** A link to the form that repeats the operation, with its amount and recipient. */
function Again({ operationId }: { readonly operationId: string }) {
  const t = useTranslate()
  const { data } = useQuery(operationQuery(operationId))
  const [line, got] = data?.lines ?? []
  const path = line && repeatPath(line, got?.amount.currency)
  return path === undefined ? null : (
    // The sheet of arrived money stands over every screen, so it would stand over the form, too.
    <ButtonLink variant="text" isWide to={path} onClick={closeMovedMoney}>
      {t('receipt.repeat')}
    </ButtonLink>
  )
}
