import { CURRENCIES, type Currency, cashScale, entryScale } from './currency.ts'

/** An amount of one currency in its minor units (kopecks, cents; micro-units for USDC). Negative amounts are debits. */
export interface Money {
  readonly currency: Currency
  readonly minor: bigint
}

/** Thrown when two currencies meet in one sum: always a fault of ours, never of a user. */
class CurrencyMismatch extends Error {
  constructor(left: Currency, right: Currency) {
    super(`Cannot combine ${left} with ${right}`)
  }
}

/** Makes an amount of minor units. */
export function money(currency: Currency, minor: bigint): Money {
  return { currency, minor }
}

/** Adds two amounts of one currency; throws CurrencyMismatch otherwise. */
export function add(left: Money, right: Money): Money {
  sameCurrency(left, right)
  return money(left.currency, left.minor + right.minor)
}

/** Takes the second amount from the first; throws CurrencyMismatch when the currencies differ. */
export function subtract(left: Money, right: Money): Money {
  sameCurrency(left, right)
  return money(left.currency, left.minor - right.minor)
}

/** Turns a debit into a credit of the same size and back. */
export function negate(amount: Money): Money {
  return money(amount.currency, -amount.minor)
}

/** Whether two amounts are the same money: of one currency, and as much. */
export function isSameMoney(left: Money, right: Money): boolean {
  return left.currency === right.currency && left.minor === right.minor
}

/** -1, 0 or 1 as the first amount is less than, equal to or more than the second; throws CurrencyMismatch. */
export function compare(left: Money, right: Money): -1 | 0 | 1 {
  sameCurrency(left, right)
  if (left.minor === right.minor) return 0
  return left.minor < right.minor ? -1 : 1
}

/**
 * The smallest amount a person can enter, in minor units: 1 for RUB (a kopeck) and JPY, 10 000 for USDC (0.01); that of `decimals` where somebody
 * takes fewer.
 */
export function entryStep(currency: Currency, decimals = entryScale(currency)): bigint {
  return 10n ** BigInt(CURRENCIES[currency].scale - Math.min(decimals, entryScale(currency)))
}

/** The highest amount that a person can enter within this one: whole entry steps, at least zero. `decimals` as in entryStep. */
export function enterable({ currency, minor }: Money, decimals?: number): Money {
  const step = entryStep(currency, decimals)
  return money(currency, divideDown(minor > 0n ? minor : 0n, step) * step)
}

/** Whether an amount is as good as another, of which less than the smallest coin or note is missing: who has paid it could not do better. */
export function isWithinCash(paid: Money, asked: Money): boolean {
  if (paid.currency !== asked.currency || paid.minor <= 0n) return false
  const missing = asked.minor - paid.minor
  return missing >= 0n && missing < 10n ** BigInt(CURRENCIES[asked.currency].scale - cashScale(asked.currency))
}

/** Integer division rounded towards minus infinity; the divisor is positive. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}

function sameCurrency(left: Money, right: Money): void {
  if (left.currency !== right.currency) throw new CurrencyMismatch(left.currency, right.currency)
}
