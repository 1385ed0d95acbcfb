import { useQuery } from '@tanstack/react-query'
import type { Currency } from '#money/currency'
import { formatRate } from '#money/rate-text'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { RateCurve } from './RateCurve.tsx'
import css from './RateSparkline.module.css'
import { changeText, chartPoints, sampled } from './rate-chart.ts'
import { rateHistoryQuery } from './rate-queries.ts'

export interface RateSparklineProps {
  /** The currency whose unit is priced. */
  readonly from: Currency
  /** The currency of the price. */
  readonly to: Currency
}

// A line needs two points.
const POINTS_MIN = 2
// About one a day: more are noise in a line this small.
const POINTS_MAX = 30

/** The mid rate of a pair over 30 days as a small line without axes, with a description; its place stays empty without data. */
export function RateSparkline({ from, to }: RateSparklineProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const { data } = useQuery(rateHistoryQuery({ base: from, quote: to }, 'month'))
  const points = data ? sampled(chartPoints(data), POINTS_MAX) : []
  const summary = data?.summary
  return (
    <div className={css.spark}>
      {summary && points.length >= POINTS_MIN ? (
        <RateCurve
          points={points}
          label={t('rates.spark', {
            base: from,
            quote: to,
            rate: formatRate(summary.last, language),
            percent: changeText(summary.change_percent, language),
          })}
        />
      ) : null}
    </div>
  )
}
