import type { StatisticsCategory } from '#contract/operation-kind'
import { STATISTICS_CATEGORIES } from '#contract/operation-kind-lists'
import type { Currency } from '#money/currency'
import { add, compare, type Money, money, negate } from '#money/money'
import { convertDown, type Rate } from '#money/rate'
import { changeOf, percentsOf } from './percents.ts'

/** Finds the rate of a pair; nothing where there is none. */
export type FindRate = (from: Currency, to: Currency) => Rate | undefined

/** Operations of one category in one currency; money that went out is negative. */
export interface Total {
  readonly category: StatisticsCategory
  /** Of what went between accounts of the user's own: it has no sign. */
  readonly isTurnover: boolean
  readonly amount: Money
}

/** Operations of one category: their sum, and its share of all in per cent with one decimal. */
interface Statistic extends Total {
  readonly percent: number
}

/** Sums by category, the greatest first, and the currencies that are not in them, as there is no rate for them. */
export interface Sums {
  readonly currency: Currency
  readonly rows: readonly Statistic[]
  readonly missing: readonly Currency[]
}

/** What went one way, without a sign: its sum, that of the period before with the change in whole per cent, and its categories. */
export interface Flow {
  readonly amount: Money
  readonly previous: Money | undefined
  readonly change: number | undefined
  readonly rows: readonly Statistic[]
}

/** Puts totals of many currencies together by category. Each is converted without its sign, rounded down as everywhere. */
export function summarize(totals: readonly Total[], currency: Currency, findRate: FindRate): Sums {
  const worths = totals.map((total) => ({ ...total, worth: convertedTo(currency, total.amount, findRate) }))
  const sums = STATISTICS_CATEGORIES.flatMap((category): Total[] => {
    const known = worths.flatMap((total) => (total.category === category && total.worth ? [total.worth] : []))
    if (known.length === 0) return []
    const isTurnover = worths.every((total) => total.category !== category || total.isTurnover)
    return [{ category, isTurnover, amount: known.reduce(add, money(currency, 0n)) }]
  })
  const percents = percentsOf(sums.map(({ amount }) => sizeOf(amount).minor))
  const rows = sums.flatMap((sum, index) => {
    const percent = percents[index]
    return percent === undefined ? [] : [{ ...sum, percent }]
  })
  return {
    currency,
    rows: rows.toSorted((one, other) => compare(sizeOf(other.amount), sizeOf(one.amount))),
    missing: [...new Set(worths.flatMap(({ amount, worth }) => (worth ? [] : [amount.currency])))],
  }
}

/**
 * What went one way of a period, beside the period before where there are totals of one. Where money of one category went both ways, as
 * with a top-up and its charge-back, each way has its own part.
 */
export function flowOf(
  direction: 'in' | 'out' | 'own',
  { totals, before }: { readonly totals: readonly Total[]; readonly before: readonly Total[] | undefined },
  currency: Currency,
  findRate: FindRate,
): Flow {
  const sumOf = (all: readonly Total[]) => {
    const sized = all.flatMap((total) => (directionOf(total) === direction ? [{ ...total, amount: sizeOf(total.amount) }] : []))
    const { rows } = summarize(sized, currency, findRate)
    return { rows, amount: rows.reduce((sum, row) => add(sum, row.amount), money(currency, 0n)) }
  }
  const { rows, amount } = sumOf(totals)
  const previous = before && sumOf(before).amount
  return { amount, previous, change: previous && changeOf(amount.minor, previous.minor), rows }
}

/** What an amount is worth in a currency, its sign kept, its size rounded down; nothing where there is no rate. */
export function convertedTo(currency: Currency, amount: Money, findRate: FindRate): Money | undefined {
  if (amount.currency === currency) return amount
  const rate = findRate(amount.currency, currency)
  if (!rate) return undefined
  const worth = convertDown(sizeOf(amount), rate)
  return amount.minor < 0n ? negate(worth) : worth
}

/** An amount without its sign. */
export function sizeOf(amount: Money): Money {
  return amount.minor < 0n ? negate(amount) : amount
}

function directionOf({ isTurnover, amount }: Total): 'in' | 'out' | 'own' {
  if (isTurnover) return 'own'
  return amount.minor < 0n ? 'out' : 'in'
}
