import type { Language } from '#texts/languages'
import { toDecimal } from './amount.ts'
import { CURRENCIES, type Currency } from './currency.ts'
import { type Money, money } from './money.ts'

const NBSP = '\u00a0'
const MINUS = '\u2212'

/** What stands between the groups of a number and before its decimals. */
export const NUMBER_MARKS: { readonly [Name in Language]: { readonly group: string; readonly decimal: string } } = {
  ru: { group: NBSP, decimal: ',' },
  en: { group: ',', decimal: '.' },
}

/** A number for reading: `1 234,50` in Russian, `1,234.50` in English; no sign. */
export function formatNumber(amount: Money, language: Language): string {
  const [whole = '0', fraction] = toDecimal(unsigned(amount)).split('.')
  const { group, decimal } = NUMBER_MARKS[language]
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction ? `${grouped}${decimal}${fraction}` : grouped
}

/**
 * Symbol, then balance, where the specification asks for that order (carousel, account lists, exchange cards):
 * `₽ 1 234,56` in Russian, `₽1,234.56` in English. A currency without a symbol of its own has its code before it: `IDR · ¤ 1 234,00`.
 */
export function formatBalance(amount: Money, language: Language): string {
  const symbol = CURRENCIES[amount.currency].symbol
  const gap = language === 'ru' || symbol === '¤' ? NBSP : ''
  const sign = amount.minor < 0n ? MINUS : ''
  return `${codePrefix(amount.currency)}${sign}${symbol}${gap}${formatNumber(amount, language)}`
}

/** The number with a real minus before it when it is below zero: for rows where the code stands by itself in front. */
export function formatFigure(amount: Money, language: Language): string {
  return `${amount.minor < 0n ? MINUS : ''}${formatNumber(amount, language)}`
}

/**
 * An amount in the order of its language, for rows, receipts and buttons: `1 234,56 ₽` or `$1,234.56`. A debit has a real minus;
 * `signed` also puts a plus before a credit. Zero has no sign. A currency without a symbol of its own has its code behind it.
 */
export function formatMoney(amount: Money, language: Language, style: 'plain' | 'signed' = 'plain'): string {
  const symbol = CURRENCIES[amount.currency].symbol
  const sign = amount.minor < 0n ? MINUS : style === 'signed' && amount.minor > 0n ? '+' : ''
  const number = formatNumber(amount, language)
  const code = symbol === '¤' ? `${NBSP}${amount.currency}` : ''
  return language === 'ru' ? `${sign}${number}${NBSP}${symbol}${code}` : `${sign}${symbol}${number}${code}`
}

function codePrefix(currency: Currency): string {
  return CURRENCIES[currency].symbol === '¤' ? `${currency}${NBSP}·${NBSP}` : ''
}

function unsigned(amount: Money): Money {
  return amount.minor < 0n ? money(amount.currency, -amount.minor) : amount
}
