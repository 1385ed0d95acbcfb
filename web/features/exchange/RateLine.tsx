import type { ReactNode } from 'react'
import { rateText } from '#money/rate-text'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { RetryButton } from '#web/ui/state/RetryButton.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { midOf } from './mid-rate.ts'
import css from './RateLine.module.css'
import type { Quote } from './rates.ts'

export interface RateLineProps {
  readonly quote: Quote | undefined
  /** When the rates were issued; undefined until they have loaded. */
  readonly issuedAt: string | undefined
  /** The rate before the last change, shown for a moment. */
  readonly movedFrom: string | undefined
  /** The rates failed to load. */
  readonly isFailed: boolean
  readonly isAsking: boolean
  readonly onRetry: () => void
  /** The time that the rate holds, shown under the rate. */
  readonly children: ReactNode
}

/** The rate with its time and its mid rate, or an error. Changes are announced. */
export function RateLine({ quote, issuedAt, movedFrom, isFailed, isAsking, onRetry, children }: RateLineProps) {
  const t = useTranslate()
  const { time } = useFormats()
  const language = useSession((session) => session.language)
  const told = quote && midOf(quote, language)
  if (!quote && isAsking && issuedAt === undefined && !isFailed) {
    return (
      <div className={css.rate}>
        <Skeleton width="60%" height="14px" />
      </div>
    )
  }
  return (
    <div className={css.rate}>
      <p>
        {quote ? t('ex.rate', { ...rateText(quote.rate, language) }) : t('ex.no_rate')}
        {quote && issuedAt ? <span className={css.time}> · {t('ex.rate_time', { time: time(issuedAt) })}</span> : null}
      </p>
      <p className={css.mid}>{told ? t('ex.mid', { ...told.mid, percent: told.percent }) : null}</p>
      {children}
      <p className={css.moved} role="status">
        {movedFrom === undefined ? null : t('ex.rate_moved', { old: movedFrom })}
      </p>
      {isFailed ? (
        <div>
          <p>{t('ex.rates_error')}</p>
          <RetryButton isRetrying={isAsking} onRetry={onRetry} />
        </div>
      ) : null}
    </div>
  )
}
