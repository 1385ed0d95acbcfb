import type { ResponseOf } from '#contract/call'
import type { rateHistory } from '#contract/rate-history'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'

type History = ResponseOf<typeof rateHistory>

/** A point of a chart: its rate and time, and its place in the picture, from 0 to 1; `y` points upwards. */
export interface ChartPoint {
  readonly at: string
  /** A plain decimal. */
  readonly rate: string
  readonly x: number
  readonly y: number
}

const DECIMALS = 12
const STEPS = 1000n
// The scale spans at least a fiftieth of the rate: less is noise, and would look like a fall.
const SPAN_MIN = 50n

/** The points of a period in their places: along by time, upwards between the lowest and the highest rate, or within a fiftieth around them. For drawing only. */
export function chartPoints({ points, summary, starts_at, ends_at }: History): readonly ChartPoint[] {
  if (!summary) return []
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)]
  const [low, high] = [scaled(summary.low), scaled(summary.high)]
  const span = high - low > high / SPAN_MIN ? high - low : high / SPAN_MIN
  const bottom = (low + high - span) / 2n
  return points.map(({ at, rate }) => ({
    at,
    rate,
    x: clamped((Date.parse(at) - start) / (end - start)),
    y: high === low ? 0.5 : clamped(Number(((scaled(rate) - bottom) * STEPS) / span) / Number(STEPS)),
  }))
}

/** The index of the point nearest to a place along the picture; -1 when there is none. */
export function nearest(points: readonly ChartPoint[], x: number): number {
  return points.reduce((found, point, place) => {
    const best = points[found]
    return best && Math.abs(best.x - x) <= Math.abs(point.x - x) ? found : place
  }, -1)
}

/** At most `most` of the points, evenly spaced, including the last. */
export function sampled<Point>(points: readonly Point[], most: number): readonly Point[] {
  const step = Math.ceil(points.length / most)
  return points.filter((_, place) => (points.length - 1 - place) % step === 0)
}

/** A change in per cent for people: `+1,25`, `−0,40`; zero has no sign. */
export function changeText(percent: string, language: Language): string {
  const shown = percent.replace('-', '').replace('.', LANGUAGE_FACTS[language].decimal)
  if (/^-?0\.00$/.test(percent)) return shown
  return `${percent.startsWith('-') ? '\u2212' : '+'}${shown}`
}

function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
}

function clamped(share: number): number {
  return Math.min(1, Math.max(0, share))
}
