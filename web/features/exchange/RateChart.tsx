import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatRate } from '#money/rate-text'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './RateChart.module.css'
import { RateCurve } from './RateCurve.tsx'
import { type ChartPoint, changeText, chartPoints, nearest, sampled } from './rate-chart.ts'
import { type Pair, type RatePeriod, rateHistoryQuery } from './rate-queries.ts'

export interface RateChartProps extends Pair {
  readonly period: RatePeriod
}

// A line needs two points.
const POINTS_MIN = 2
const READ_OUT = 12
const STEPS = 1000
// A gap at the start of at most a thirtieth of the period is not mentioned.
const MISSING_MOST = 30

/** The rate over a period: a line whose points can be read, with its lowest and highest rate. It keeps its height while it loads and without data. */
export function RateChart({ base, quote, period }: RateChartProps) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(rateHistoryQuery({ base, quote }, period))
  const points = data ? chartPoints(data) : []
  if (data?.summary && points.length >= POINTS_MIN) {
    return (
      <Drawn
        key={`${base} ${quote} ${period}`}
        {...{ base, quote, period, points }}
        history={{ ...data, summary: data.summary }}
      />
    )
  }
  if (failure) {
    return (
      <div className={css.state}>
        <LoadError message={t('rates.error')} failure={failure} />
      </div>
    )
  }
  return (
    <div className={css.state} aria-busy={!data || undefined}>
      {data ? <p className={css.empty}>{t('rates.empty')}</p> : <Skeleton shape="block" height="100%" />}
    </div>
  )
}

interface DrawnProps extends RateChartProps {
  readonly points: readonly ChartPoint[]
  readonly history: {
    readonly starts_at: string
    readonly ends_at: string
    readonly known_since: string | null
    readonly summary: Readonly<Record<'first' | 'last' | 'low' | 'high' | 'change_percent', string>>
  }
}

function Drawn({ base, quote, period, points, history: { starts_at, ends_at, known_since, summary } }: DrawnProps) {
  const t = useTranslate()
  const formats = useFormats()
  const language = useSession((session) => session.language)
  const when = { day: formats.time, week: formats.dateTime, month: formats.dateTime, year: formats.day }[period]
  const rate = (decimal: string) => formatRate(decimal, language)
  const told = ({ at, rate: decimal }: ChartPoint) => t('rates.point', { time: when(at), rate: rate(decimal), quote })
  const ends = { first: rate(summary.first), last: rate(summary.last), low: rate(summary.low), high: rate(summary.high) }
  const length = Date.parse(ends_at) - Date.parse(starts_at)
  const isYounger = known_since !== null && (Date.parse(known_since) - Date.parse(starts_at)) * MISSING_MOST > length
  return (
    <div className={css.chart}>
      <VisuallyHidden>{t('rates.summary', { base, quote, ...ends })}</VisuallyHidden>
      <p className={css.change}>
        {t(`rates.change.${period}`, { percent: changeText(summary.change_percent, language) })}
        {isYounger && known_since ? (
          <span className={css.since}> · {t('rates.since', { date: formats.day(known_since) })}</span>
        ) : null}
      </p>
      <Plot points={points} told={told} />
      <dl className={css.figures}>
        {(['low', 'high', 'last'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`rates.${name}`)}</dt>
            <dd>{t('rates.value', { rate: rate(summary[name]), quote })}</dd>
          </div>
        ))}
      </dl>
      <VisuallyHidden>
        <ul aria-label={t('rates.values')}>
          {sampled(points, READ_OUT).map((point) => (
            <li key={point.at}>{told(point)}</li>
          ))}
        </ul>
      </VisuallyHidden>
    </div>
  )
}

interface PlotProps {
  readonly points: readonly ChartPoint[]
  /** Describes a point in words. */
  readonly told: (point: ChartPoint) => string
}

/** The line, and over it an invisible slider: a finger, the mouse or the arrow keys read one point after the other. */
function Plot({ points, told }: PlotProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState<number>()
  const place = chosen ?? points.length - 1
  const point = points[place]

  function slid({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    setChosen(nearest(points, Number(currentTarget.value) / STEPS))
  }
  function hovered({ nativeEvent, currentTarget, pointerType }: PointerEvent<HTMLInputElement>): void {
    if (pointerType === 'mouse') setChosen(nearest(points, nativeEvent.offsetX / currentTarget.clientWidth))
  }
  function keyPressed(event: KeyboardEvent): void {
    const target = targetOf(event.key, place, points.length)
    if (target === undefined) return
    event.preventDefault()
    setChosen(target)
  }
  if (!point) return null
  return (
    <>
      <div className={css.plot}>
        <RateCurve points={points} hasGround />
        {chosen === undefined ? null : (
          <span className={css.mark} style={{ '--x': point.x, '--y': 1 - point.y }} aria-hidden="true" />
        )}
        <input
          type="range"
          className={css.reader}
          aria-label={t('rates.read')}
          aria-valuetext={told(point)}
          min={0}
          max={STEPS}
          value={Math.round(point.x * STEPS)}
          onChange={slid}
          onKeyDown={keyPressed}
          onPointerMove={hovered}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(undefined)}
        />
      </div>
      <p className={css.read} aria-hidden="true">
        {told(point)}
      </p>
    </>
  )
}

function targetOf(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(place + 1, count - 1)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(place - 1, 0)
  if (key === 'PageUp') return Math.min(place + 10, count - 1)
  if (key === 'PageDown') return Math.max(place - 10, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
