import { parseAmount } from '#money/amount'
import { CURRENCIES, isCurrency } from '#money/currency'
import { type Money, money } from '#money/money'

/** What a code asks for: exact money in a currency of the books, else the number and the currency as the code has them. */
export type AskedAmount = { readonly money: Money } | { readonly words: string }

/** Whole units and a fraction: `98`, `98.7`, `98.`; zeros in front are allowed, as terminals print them. */
const DECIMAL = /^0*([0-9]{1,12})(?:\.([0-9]*))?$/

/**
 * Reads the amount of a code, given in whole units (`150.00`). Nothing for zero and for what is no number; a fraction finer than the
 * currency allows stays in words rather than being rounded.
 */
export function readAskedAmount(decimal: string, currency: string): AskedAmount | undefined {
  const match = DECIMAL.exec(decimal)
  if (!match || !/[1-9]/.test(decimal)) return undefined
  const words = { words: `${decimal} ${currency}` }
  if (!isCurrency(currency)) return words
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  const parsed = parseAmount(fraction ? `${match[1]}.${fraction}` : `${match[1]}`, currency)
  return parsed.ok ? { money: parsed.money } : words
}

/** Reads an amount that a code gives in kopecks (`15000` is 150.00 RUB). Nothing for zero and for what is no whole number. */
export function readKopecks(digits: string): AskedAmount | undefined {
  return /^[0-9]{1,14}$/.test(digits) && /[1-9]/.test(digits) ? { money: money('RUB', BigInt(digits)) } : undefined
}

/** Reads an amount that a token transfer gives in its smallest units (1 USDC is 1000000 of them). */
export function readTokenUnits(digits: string): AskedAmount | undefined {
  const limit = 12 + CURRENCIES.USDC.scale
  return new RegExp(`^[0-9]{1,${limit}}$`).test(digits) && /[1-9]/.test(digits)
    ? { money: money('USDC', BigInt(digits)) }
    : undefined
}
