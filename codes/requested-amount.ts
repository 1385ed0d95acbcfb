import { CURRENCIES, isCurrency } from '#money/currency'
import { type Money, money } from '#money/money'
import { parseAmount } from '#money/parse-amount'

/** What a code asks for: exact money in a currency of the books, else what the code has in the place of an amount, as it is. */
export type RequestedAmount = { readonly money: Money } | { readonly words: string }

/** Whole units and a fraction: `98`, `98.7`, `98.`; zeros in front are allowed, as terminals print them. */
const DECIMAL = /^0*([0-9]{1,12})(?:\.([0-9]*))?$/
/** No amount, or zero: the payer says how much. */
const NOTHING = /^0*(?:\.0*)?$/

/**
 * Reads the amount of a code, given in whole units (`150.00`). Nothing for zero. A fraction finer than the currency allows, and what is
 * no number, stays as it is: rounded or left out, the code would seem to ask for something else. In a currency that is not of the books it is
 * told without zeros in front, and with hundredths where it has a fraction.
 */
export function readRequestedAmount(decimal: string, currency: string): RequestedAmount | undefined {
  if (NOTHING.test(decimal)) return undefined
  const match = DECIMAL.exec(decimal)
  const words = { words: `${decimal} ${currency}` }
  if (!match) return words
  const [, whole = '', digits = ''] = match
  if (!isCurrency(currency)) return { words: `${whole}${digits === '' ? '' : `.${digits.padEnd(2, '0')}`} ${currency}` }
  const fraction = digits.replace(/0+$/, '')
  const parsed = parseAmount(fraction ? `${whole}.${fraction}` : whole, currency)
  return parsed.ok ? { money: parsed.money } : words
}

/** Reads an amount that a code gives in kopecks (`Sum=15000` is 150.00 RUB). Nothing for zero; what is no whole number stays as it is. */
export function readKopecks(name: string, digits: string): RequestedAmount | undefined {
  if (NOTHING.test(digits)) return undefined
  return /^[0-9]{1,14}$/.test(digits) ? { money: money('RUB', BigInt(digits)) } : { words: `${name}=${digits}` }
}

/** A number that is not negative, in the grammar of ERC-681: `12500000`, `1e6`, `2.014e6`, `.5E6`. */
const TOKEN_UNITS = /^([0-9]*)(?:\.([0-9]+))?(?:e([0-9]{1,2}))?$/i
const TOKEN_DIGITS_MAX = 12 + CURRENCIES.USDC.scale

/**
 * Reads the `uint256` of a token transfer, in its smallest units (1 USDC is 1000000 of them). Nothing for zero; what is no whole number
 * of them, or more than the books hold, stays as it is.
 */
export function readTokenUnits(number: string): RequestedAmount | undefined {
  const match = TOKEN_UNITS.exec(number)
  const [, whole = '', fraction = '', exponent = '0'] = match ?? []
  if (match && !/[1-9]/.test(whole + fraction)) return undefined
  const digits = `${whole}${fraction}`.padEnd(whole.length + Number(exponent), '0')
  const isWhole = match && Number(exponent) >= fraction.length && digits.length <= TOKEN_DIGITS_MAX
  return isWhole ? { money: money('USDC', BigInt(digits)) } : { words: `uint256=${number}` }
}
