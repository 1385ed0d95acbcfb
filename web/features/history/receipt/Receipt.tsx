import { useQuery } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { TransactionAmount, useLabel } from '#web/features/history/list/TransactionRow.tsx'
import { hasFailed, type Transaction } from '#web/features/history/list/transactions.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { endKeyOf, failureEndOf, failureTextOf } from './failure-text.ts'
import { currentLine, expectedSize, type Operation } from './operation.ts'
import { operationQuery } from './operation-query.ts'
import css from './Receipt.module.css'
import { ReceiptTimeline, TimelineSkeleton } from './ReceiptTimeline.tsx'
import { useReceiptRows } from './use-receipt-rows.tsx'

export interface ReceiptProps {
  /** A line of the operation: its facts are shown at once, and the other facts have their space reserved. */
  readonly transaction: Transaction
}

/**
 * The receipt of an operation: the amounts on both sides, its state and date, the steps with their times, and its facts. A failed
 * operation says where the money is. Amounts are hidden while the person hides amounts.
 */
export function Receipt({ transaction }: ReceiptProps) {
  const { data: operation, isPending } = useQuery(operationQuery(transaction.operationId))
  const line = currentLine(operation, transaction)
  const rows = useReceiptRows(line, operation)
  const expected = expectedSize(transaction)
  return (
    <div className={css.receipt} aria-busy={isPending}>
      <Head line={line} operation={operation} isPending={isPending} />
      {operation ? <ReceiptTimeline steps={operation.timeline} line={line} /> : null}
      {isPending ? <TimelineSkeleton steps={expected.steps} /> : null}
      <DescriptionList rows={rows} />
      {isPending ? <RowsSkeleton count={expected.rows} /> : null}
    </div>
  )
}

interface HeadProps {
  readonly line: Transaction
  readonly operation: Operation | undefined
  readonly isPending: boolean
}

/** The amounts that moved and the state; an exchange shows both sides, one above the other. A failed operation begins with its end. */
function Head({ line, operation, isPending }: HeadProps) {
  const t = useTranslate()
  const [given = line.given, got = line.given && line] = operation?.lines ?? []
  const isExchange = line.direction === 'own'
  const label = useLabel(given && got && isExchange ? { ...got, given } : line)
  if (hasFailed(line)) return <FailedHead line={line} operation={operation} isPending={isPending} />
  return (
    <div className={css.head}>
      <p className={css.label}>{label}</p>
      <p className={css.amount}>
        <TransactionAmount transaction={given && got ? given : line} />
      </p>
      {isExchange && (got || isPending) ? (
        <p className={css.other}>
          <ArrowDown size={20} aria-hidden />
          {got ? <TransactionAmount transaction={got} /> : <Skeleton width="8rem" />}
        </p>
      ) : null}
      {operation?.otherAmount ? (
        <p className={css.label}>
          {t(line.amount.minor < 0n ? 'receipt.gets' : 'receipt.came')} <Amount of={operation.otherAmount} />
        </p>
      ) : null}
      <State line={line} operation={operation} isPending={isPending} />
    </div>
  )
}

/** The end of an operation that did not move its money, which is not known before the operation has loaded. */
function FailedHead({ line, operation, isPending }: HeadProps) {
  const t = useTranslate()
  const end = failureEndOf(operation?.timeline.at(-1)?.step)
  const Sign = end === 'delivered' ? Check : X
  return (
    <div className={css.head}>
      <span className={css.sign} data-end={isPending ? undefined : end}>
        {isPending ? null : <Sign aria-hidden />}
      </span>
      <p className={css.failed}>{isPending ? <Skeleton width="14rem" /> : t(endKeyOf(line.kind, end))}</p>
      <p className={css.void}>
        <Amount of={line.amount} />
      </p>
      <State line={line} operation={operation} isPending={isPending} isStatusTold={end !== 'failed'} />
    </div>
  )
}

interface StateProps extends HeadProps {
  /** The heading has said it. */
  readonly isStatusTold?: boolean
}

/** The status and the date, and after a failure what became of the money. */
function State({ line, operation, isPending, isStatusTold = false }: StateProps) {
  const { state, status, createdAt } = line
  const t = useTranslate()
  const { dateTime } = useFormats()
  const failure = state === 'failed' ? failureTextOf(operation?.timeline.at(-1)?.step) : undefined
  return (
    <>
      <p className={css.moment}>
        {isStatusTold ? null : (
          <span className={css.status} data-state={state === 'failed' && !hasFailed(line) ? undefined : state}>
            {status}
          </span>
        )}
        <time dateTime={createdAt}>{dateTime(createdAt)}</time>
      </p>
      {failure ? <p className={css.failure}>{t(failure)}</p> : null}
      {state === 'failed' && isPending ? (
        <p className={css.failure}>
          <Skeleton width="16rem" />
        </p>
      ) : null}
    </>
  )
}

function RowsSkeleton({ count }: { readonly count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={css.row}>
          <Skeleton width="40%" height="14px" />
          <Skeleton width="30%" height="14px" />
        </div>
      ))}
    </div>
  )
}
