import { CURRENCIES, type Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { convertDown, parseRate, type Rate } from '#money/rate'

/** A currency that a person has, beside one that sums are told in. */
export interface Owned {
  readonly currency: Currency
  /** What a unit of it costs in that one, as it was quoted last; null where it never was. */
  readonly rate: string | null
  /** What the person's level may withdraw of it in a day; null where it has no limits in it. */
  readonly dailyMinor: bigint | null
}

/**
 * Adds amounts of any currencies up in one of the person's, at the rates that were quoted last. Where a pair was never quoted, the level's
 * daily limits serve as the rate: a day's limit in one currency is worth a day's in another. So the rules hold also while nobody gives rates.
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
