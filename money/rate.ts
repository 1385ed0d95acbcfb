import { CURRENCIES, type Currency } from './currency.ts'
import { divideDown, divideUp, entryStep, type Money, money } from './money.ts'

/** The value of one unit of `from` in `to`, as an exact fraction: `numerator / denominator` whole units. Both are positive. */
export interface Rate {
  readonly from: Currency
  readonly to: Currency
  readonly numerator: bigint
  readonly denominator: bigint
}

const DECIMAL = /^(0|[1-9][0-9]{0,17})(?:\.([0-9]{1,18}))?$/
const QUANTITY_DECIMALS = 12

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

/** Converts an amount in "from"; rounds the credit down to two decimals, in favour of the operator. */
export function convertDown(amount: Money, rate: Rate): Money {
  if (amount.currency !== rate.from) throw new Error(`The rate is from ${rate.from}, not ${amount.currency}`)
  const step = entryStep(rate.to)
  const dividend = amount.minor * rate.numerator * unit(rate.to)
  const divisor = rate.denominator * unit(rate.from) * step
  return money(rate.to, divideDown(dividend, divisor) * step)
}

/** The debit in "from" for an amount in "to"; rounds up to two decimals, in favour of the operator. */
export function debitUp(credit: Money, rate: Rate): Money {
  if (credit.currency !== rate.to) throw new Error(`The rate is to ${rate.to}, not ${credit.currency}`)
  const step = entryStep(rate.from)
  const dividend = credit.minor * rate.denominator * unit(rate.from)
  const divisor = rate.numerator * unit(rate.to) * step
  return money(rate.from, divideUp(dividend, divisor) * step)
}

/** The debit in "from" for an amount in "to" as a client has it that rounds to the nearest, a half up: it may be too little. */
export function debitNearest(credit: Money, rate: Rate): Money {
  if (credit.currency !== rate.to) throw new Error(`The rate is to ${rate.to}, not ${credit.currency}`)
  const step = entryStep(rate.from)
  const dividend = credit.minor * rate.denominator * unit(rate.from)
  const divisor = rate.numerator * unit(rate.to) * step
  return money(rate.from, divideDown(2n * dividend + divisor, 2n * divisor) * step)
}

/**
 * The customer's `quantity_out` for one unit: the mid rate less the operator's margin in basis points, rounded down to 12 decimals.
 * Refuses (throws) a margin of 100 % and more.
 */
export function quantityOut(mid: Rate, marginBasisPoints: bigint): string {
  if (marginBasisPoints < 0n || marginBasisPoints >= 10_000n) throw new Error('A margin is from 0 to 9 999 basis points')
  const scaled = divideDown(
    mid.numerator * (10_000n - marginBasisPoints) * 10n ** BigInt(QUANTITY_DECIMALS),
    mid.denominator * 10_000n,
  )
  const digits = scaled.toString().padStart(QUANTITY_DECIMALS + 1, '0')
  const decimals = digits.slice(-QUANTITY_DECIMALS).replace(/0+$/, '')
  return `${digits.slice(0, -QUANTITY_DECIMALS)}${decimals ? `.${decimals}` : ''}`
}

/** Below zero where the first rate of a pair is less than the second, above where it is more. Refuses (throws) two pairs. */
export function compareRates(one: Rate, other: Rate): number {
  if (one.from !== other.from || one.to !== other.to) throw new Error('Rates of two pairs are not compared')
  const difference = one.numerator * other.denominator - other.numerator * one.denominator
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

function unit(currency: Currency): bigint {
  return 10n ** BigInt(CURRENCIES[currency].scale)
}

function fraction(decimal: string): { numerator: bigint; denominator: bigint } | undefined {
  const match = DECIMAL.exec(decimal)
  if (!match) return undefined
  const decimals = match[2] ?? ''
  return { numerator: BigInt(`${match[1]}${decimals}`), denominator: 10n ** BigInt(decimals.length) }
}
