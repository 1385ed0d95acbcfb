import { divideDown, entryStep, type Money, money } from './money.ts'

/** Integer division rounded towards plus infinity; the divisor is positive. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return -divideDown(-dividend, divisor)
}

/** A share of an amount in basis points (1/100 %), rounded up to the entry scale: fees round in favour of the operator. */
export function shareUp(amount: Money, basisPoints: bigint): Money {
  const step = entryStep(amount.currency)
  return money(amount.currency, divideUp(amount.minor * basisPoints, 10_000n * step) * step)
}
