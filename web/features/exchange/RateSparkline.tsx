import { useQuery } from '@tanstack/react-query'
import type { Currency } from '#money/currency'
import { formatDecimal } from '#money/format-decimal'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { RateCurve } from './RateCurve.tsx'
import css from './RateSparkline.module.css'
import { changeText, chartPoints } from './rate-chart.ts'
import { rateHistoryQuery } from './rate-queries.ts'

export interface RateSparklineProps {
  /** One unit of it costs so much … */
  readonly from: Currency
  /** … of this. */
  readonly to: Currency
}

// One point is no line.
const POINTS_MIN = 2

/** The mid rate of a pair over 30 days as a small line without axes, which says what it shows; its place stays empty where nothing is known. */
export function RateSparkline({ from, to }: RateSparklineProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const { data } = useQuery(rateHistoryQuery({ base: from, quote: to }, 'month'))
  const points = data ? chartPoints(data) : []
  const summary = data?.summary
  return (
    <div className={css.spark}>
      {summary && points.length >= POINTS_MIN ? (
        <RateCurve
          points={points}
          label={t('rates.spark', {
            base: from,
            quote: to,
            rate: formatDecimal(summary.last, language),
            percent: changeText(summary.change_percent, language),
          })}
        />
      ) : null}
    </div>
  )
}
