import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import { toDecimal } from './amount.ts'
import { CURRENCIES } from './currency.ts'
import { type Money, money } from './money.ts'

const NBSP = '\u00a0'
const MINUS = '\u2212'

/** A number for reading: `1 234,50` in Russian, `1,234.50` in English; no sign. */
export function formatNumber(amount: Money, language: Language): string {
  const [whole = '0', fraction] = toDecimal(unsigned(amount)).split('.')
  const grouped = groupDigits(whole, language)
  return fraction ? `${grouped}${LANGUAGE_FACTS[language].decimal}${fraction}` : grouped
}

/** Digits in groups of three, as the language separates them. */
export function groupDigits(digits: string, language: Language): string {
  return digits.replace(/\B(?=([0-9]{3})+$)/g, LANGUAGE_FACTS[language].group)
}

/**
 * Symbol, then balance, where the specification asks for that order (carousel, account lists, exchange cards):
 * `₽ 1 234,56` in Russian, `₽1,234.56` in English. A currency without a symbol of its own has its code before it: `IDR · ¤ 1 234,00`.
 */
export function formatBalance(amount: Money, language: Language): string {
  const { symbol } = CURRENCIES[amount.currency]
  const code = symbol === '¤' ? `${amount.currency}${NBSP}·${NBSP}` : ''
  const gap = LANGUAGE_FACTS[language].isSymbolFirst && !code ? '' : NBSP
  return code + minusOf(amount) + symbol + gap + formatNumber(amount, language)
}

/** The number with a real minus before it when it is below zero: for rows where the code stands by itself in front. */
export function formatFigure(amount: Money, language: Language): string {
  return minusOf(amount) + formatNumber(amount, language)
}

/**
 * An amount in the order of its language: `1 234,56 ₽` or `$1,234.56`. A debit has a real minus; `signed` also puts a plus before a
 * credit. Zero has no sign. A currency without a symbol of its own is told by its code alone, `59,67 USDC`; `isListed` is for the rows of
 * transactions, which the specification gives a symbol whatever the currency: `−1,50 ¤ USDC`, in English `−¤1.50 USDC`.
 */
export function formatMoney(amount: Money, language: Language, style: 'plain' | 'signed' = 'plain', isListed = false): string {
  const { symbol } = CURRENCIES[amount.currency]
  const number = formatNumber(amount, language)
  const sign = style === 'signed' && amount.minor > 0n ? '+' : minusOf(amount)
  const code = symbol === '¤' ? `${NBSP}${amount.currency}` : ''
  if (code && !isListed) return sign + number + code
  return sign + (LANGUAGE_FACTS[language].isSymbolFirst ? symbol + number : number + NBSP + symbol) + code
}

function minusOf({ minor }: Money): string {
  return minor < 0n ? MINUS : ''
}

function unsigned(amount: Money): Money {
  return amount.minor < 0n ? money(amount.currency, -amount.minor) : amount
}
