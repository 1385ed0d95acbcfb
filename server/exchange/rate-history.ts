import type { Rate } from '#money/rate'
import { compareRates } from '#money/rate-quoted'
import type { Grain, RatePoint } from '#server/rates/points'

/** The periods of a chart: how far it goes back, and from which points it is drawn. */
export const PERIODS = {
  day: { days: 1, grain: 'quarter' },
  week: { days: 7, grain: 'hour' },
  month: { days: 30, grain: 'hour' },
  year: { days: 365, grain: 'day' },
} as const satisfies Readonly<Record<string, { readonly days: number; readonly grain: Grain }>>

/** The most points in the answer for a period. */
export const POINTS_MAX = 120

/** The summary of a period's points. */
export interface RateSummary {
  readonly first: Rate
  readonly last: Rate
  readonly low: Rate
  readonly high: Rate
  /** From first to last in per cent with two decimals, rounded to the nearest: `-1.25`. */
  readonly changePercent: string
}

/** The first, last, lowest and highest rate of all points, and the change; undefined without points. Exact. */
export function summarise(points: readonly RatePoint[]): RateSummary | undefined {
  const rates = points.map(({ rate }) => rate)
  const [first, last] = [rates[0], rates.at(-1)]
  if (!(first && last)) return undefined
  const low = rates.reduce((least, rate) => (compareRates(rate, least) < 0 ? rate : least))
  const high = rates.reduce((most, rate) => (compareRates(rate, most) > 0 ? rate : most))
  return { first, last, low, high, changePercent: changeOf(first, last) }
}

function changeOf(first: Rate, last: Rate): string {
  const base = first.numerator * last.denominator
  const change = last.numerator * first.denominator - base
  const size = change < 0n ? -change : change
  // Hundredths of a per cent; half a hundredth is rounded up.
  const hundredths = (size * 20_000n + base) / (base * 2n)
  const digits = hundredths.toString().padStart(3, '0')
  return `${change < 0n && hundredths > 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** At most POINTS_MAX of the points, evenly spread, with the first, last, lowest and highest among them. */
export function thin(points: readonly RatePoint[]): readonly RatePoint[] {
  if (points.length <= POINTS_MAX) return points
  const { low, high } = summarise(points) ?? {}
  const step = Math.ceil(points.length / (POINTS_MAX - 3))
  const kept = [points.find(({ rate }) => rate === low), points.find(({ rate }) => rate === high)]
  return points.filter((point, place) => place === 0 || (points.length - 1 - place) % step === 0 || kept.includes(point))
}

/** Basis points as a decimal in per cent: 50 is `0.5`. */
export function shortPercentOf(basisPoints: number): string {
  const decimals = String(basisPoints % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${Math.trunc(basisPoints / 100)}${decimals ? `.${decimals}` : ''}`
}
