import { CURRENCIES, type Currency } from './currency.ts'
import { divideDown, entryStep, type Money, money } from './money.ts'

/** The value of one unit of `from` in `to`, as an exact fraction: `numerator / denominator` whole units. Both are positive. */
export interface Rate {
  readonly from: Currency
  readonly to: Currency
  readonly numerator: bigint
  readonly denominator: bigint
}

const DECIMAL = /^(0|[1-9][0-9]{0,17})(?:\.([0-9]{1,18}))?$/

/**
 * Parses a rate from the wire's `quantity_in` and `quantity_out` (decimal strings). Undefined when either is not a positive decimal
 * or `quantity_in` is not 1: such a rate cannot be used.
 */
export function parseRate(from: Currency, to: Currency, quantityIn: string, quantityOut: string): Rate | undefined {
  const given = fraction(quantityIn)
  const got = fraction(quantityOut)
  if (!given || !got || given.numerator !== given.denominator || got.numerator === 0n) return undefined
  return { from, to, numerator: got.numerator, denominator: got.denominator }
}

/** Converts an amount in "from"; rounds the credit down to what the currency is entered with, in favour of the operator. */
export function convertDown(amount: Money, rate: Rate): Money {
  if (amount.currency !== rate.from) throw new Error(`The rate is from ${rate.from}, not ${amount.currency}`)
  const step = entryStep(rate.to)
  const dividend = amount.minor * rate.numerator * unit(rate.to)
  const divisor = rate.denominator * unit(rate.from) * step
  return money(rate.to, divideDown(dividend, divisor) * step)
}

/** A whole unit of a currency in its minor ones. */
export function unit(currency: Currency): bigint {
  return 10n ** BigInt(CURRENCIES[currency].scale)
}

function fraction(decimal: string): { numerator: bigint; denominator: bigint } | undefined {
  const match = DECIMAL.exec(decimal)
  if (!match) return undefined
  const decimals = match[2] ?? ''
  return { numerator: BigInt(`${match[1]}${decimals}`), denominator: 10n ** BigInt(decimals.length) }
}
