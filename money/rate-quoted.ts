import { divideDown, entryStep, type Money, money } from './money.ts'
import { type Rate, unit } from './rate.ts'
import { divideUp } from './round-up.ts'

// Apart from rate.ts: the first screen of the page converts, and quotes nothing.
const QUANTITY_DECIMALS = 12

/** The debit in "from" for an amount in "to"; rounds up to what the currency is entered with, in favour of the operator. */
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
