import type { ResponseOf } from '#contract/call'
import type { statistics } from '#contract/statistics'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { add, type Money } from '#money/money'

/** The name of the category for all that have none of their own. */
export const OTHER = 'other'

/** A category of the statistics: the sum of its operations, and its share in per cent with one decimal. */
export interface Statistic {
  readonly name: string
  /** The name as received, in the reader's language; none for `other`. */
  readonly label: string
  /** The sum is of transfers between the user's own accounts, and has no sign. */
  readonly isTurnover: boolean
  readonly amount: Money
  readonly percent: number
}

/** The statistics of a filter, largest first; together 100.0 per cent. */
export interface Statistics {
  readonly parts: readonly Statistic[]
  /** Currencies missing from the sums because there is no rate for them. */
  readonly missing: readonly string[]
}

/** Reads the response of the statistics call; an unknown currency cannot be shown. */
export function readStatistics({ results, missing, currency_code: currency }: ResponseOf<typeof statistics>): Statistics {
  if (!isCurrency(currency)) return { parts: [], missing: [currency] }
  const parts = results.map((row) => ({
    name: row.wallet_transaction_type,
    label: row.name,
    isTurnover: row.is_turnover,
    amount: parseDecimal(row.amount, currency),
    percent: row.percent,
  }))
  return { parts, missing }
}

/** Limits the number of categories: the smallest ones are combined into `other`. */
export function gatherOther(parts: readonly Statistic[], partsMax: number): readonly Statistic[] {
  const rest = parts.slice(partsMax - 1)
  const [first, ...others] = rest
  if (!first || others.length === 0) return parts
  const amount = others.reduce((sum, part) => add(sum, part.amount), first.amount)
  // In tenths: parts of a per cent have no exact sum in floating point.
  const tenths = rest.reduce((sum, { percent }) => sum + Math.round(percent * 10), 0)
  return [...parts.slice(0, partsMax - 1), { name: OTHER, label: '', isTurnover: true, amount, percent: tenths / 10 }]
}

/** An arc of the ring, in hundredths of its circumference. */
export interface Arc {
  readonly name: string
  readonly start: number
  readonly length: number
}

/** The arcs of the categories with gaps between them; a tiny share is still visible. */
export function arcsOf(parts: readonly Statistic[], gap: number): readonly Arc[] {
  const shown = parts.filter(({ percent }) => percent > 0)
  const between = shown.length > 1 ? gap : 0
  let start = 0
  return shown.map(({ name, percent }) => {
    const arc = { name, start: start + between / 2, length: Math.max(percent - between, gap) }
    start += percent
    return arc
  })
}
