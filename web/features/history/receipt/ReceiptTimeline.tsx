import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import type { Step } from './operation.ts'
import css from './ReceiptTimeline.module.css'

/** The steps of an operation with their times; a future step is dimmed, and its text says that it has not happened. */
export function ReceiptTimeline({ steps }: { readonly steps: readonly Step[] }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  return (
    <ol className={css.timeline} aria-label={t('receipt.timeline')}>
      {steps.map(({ name, at, isDone }) => (
        <li key={name} className={css.step} data-done={isDone}>
          <span className={css.name}>{name}</span>
          <span className={css.time}>
            {at === undefined ? isDone ? null : t('receipt.expected') : <time dateTime={at}>{dateTime(at)}</time>}
          </span>
        </li>
      ))}
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
