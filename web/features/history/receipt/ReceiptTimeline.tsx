import X from 'lucide-react/icons/x'
import { hasFailed, type Transaction } from '#web/features/history/list/transactions.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import type { Step } from './operation.ts'
import css from './ReceiptTimeline.module.css'

export interface ReceiptTimelineProps {
  readonly steps: readonly Step[]
  readonly line: Pick<Transaction, 'createdAt' | 'direction' | 'kind' | 'state' | 'status'>
}

/**
 * The steps of an operation with their times, and with the day of a step that was on another day than the operation. A future step is
 * dimmed, and its text says that it has not happened. The step at which an operation failed has the word of its status: the last one,
 * unless the money was delivered after all.
 */
export function ReceiptTimeline({ steps, line }: ReceiptTimelineProps) {
  const { createdAt, status } = line
  const t = useTranslate()
  const { day, time, dateTime } = useFormats()
  const failedAt = hasFailed(line) ? steps.findLastIndex(({ step }) => step !== 'delivered') : -1
  const isSameDay = (at: string): boolean => day(at) === day(createdAt)
  return (
    <ol className={css.timeline} aria-label={t('receipt.timeline')}>
      {steps.map(({ step, name, at, isDone }, place) => {
        const isEnd = place === failedAt
        return (
          <li key={step} className={css.step} data-done={isDone} data-failed={isEnd || undefined}>
            {isEnd ? <X className={css.cross} size={12} strokeWidth={3} aria-hidden /> : null}
            <span className={css.name}>{isEnd ? status : name}</span>
            <span className={css.time}>
              {at === undefined ? (
                isDone ? null : (
                  t('receipt.expected')
                )
              ) : (
                <time dateTime={at}>{isSameDay(at) ? time(at) : dateTime(at)}</time>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The space of a timeline while it loads. */
export function TimelineSkeleton({ steps }: { readonly steps: number }) {
  return (
    <div className={css.timeline}>
      {Array.from({ length: steps }, (_, step) => step).map((step) => (
        <div key={step} className={css.step}>
          <Skeleton width="55%" height="14px" />
          <Skeleton width="30%" height="12px" />
        </div>
      ))}
    </div>
  )
}
