import { CURRENCIES, type Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { convertDown, parseRate, type Rate } from '#money/rate'

/** A currency that a person has, with its worth in the currency of the sums. */
export interface Owned {
  readonly currency: Currency
  /** The cost of one unit in the currency of the sums, as last quoted; null when it was never quoted. */
  readonly rate: string | null
  /** The daily withdrawal limit of the person's level in this currency; null when the level has no limits in it. */
  readonly dailyMinor: bigint | null
}

/**
 * Adds up amounts of any currencies in one of the person's, at the rates last quoted. For a pair that was never quoted, the level's daily limits
 * serve as the rate: a day's limit in one currency is worth a day's limit in another. So the rules hold even while nobody quotes rates.
 */
export function worthIn(currency: Currency, owned: readonly Owned[], amounts: readonly Money[]): Money {
  const minor = amounts.reduce((sum, amount) => sum + worthOf(currency, owned, amount), 0n)
  return money(currency, minor)
}

function worthOf(currency: Currency, owned: readonly Owned[], amount: Money): bigint {
  if (amount.currency === currency || amount.minor === 0n) return amount.minor
  const rate = rateTo(currency, owned, amount.currency)
  return rate ? convertDown(amount, rate).minor : 0n
}

function rateTo(to: Currency, owned: readonly Owned[], from: Currency): Rate | undefined {
  const dailyOf = (currency: Currency): bigint => owned.find((each) => each.currency === currency)?.dailyMinor ?? 0n
  const quoted = owned.find((each) => each.currency === from)?.rate
  const rate = quoted ? parseRate(from, to, '1', quoted) : undefined
  if (rate) return rate
  const [numerator, denominator] = [dailyOf(to) * unit(from), dailyOf(from) * unit(to)]
  return numerator > 0n && denominator > 0n ? { from, to, numerator, denominator } : undefined
}

function unit(currency: Currency): bigint {
  return 10n ** BigInt(CURRENCIES[currency].scale)
}
