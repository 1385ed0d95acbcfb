import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import type { Currency } from './currency.ts'
import type { Rate } from './rate.ts'

/** A rate as text: `1 a = rate b`. */
export interface ShownRate {
  readonly a: Currency
  readonly b: Currency
  readonly rate: string
}

const DECIMALS_MIN = 2
const DECIMALS_MAX = 4

/**
 * Formats a rate so that its number is at least one: from roubles to dollars it is "1 USD = 79,73 RUB". Two to four decimals, rounded to
 * the nearest; for reading only, amounts are converted by the exact rate.
 */
export function rateText({ from, to, numerator, denominator }: Rate, language: Language): ShownRate {
  return numerator >= denominator
    ? { a: from, b: to, rate: quotient(numerator, denominator, language) }
    : { a: to, b: from, rate: quotient(denominator, numerator, language) }
}

function quotient(dividend: bigint, divisor: bigint, language: Language): string {
  const scaled = (dividend * 10n ** BigInt(DECIMALS_MAX) * 2n + divisor) / (divisor * 2n)
  const digits = scaled.toString().padStart(DECIMALS_MAX + 1, '0')
  const whole = digits.slice(0, -DECIMALS_MAX).replace(/\B(?=([0-9]{3})+$)/g, LANGUAGE_FACTS[language].group)
  const decimals = digits.slice(-DECIMALS_MAX)
  const shown = decimals.slice(0, DECIMALS_MIN) + decimals.slice(DECIMALS_MIN).replace(/0+$/, '')
  return `${whole}${LANGUAGE_FACTS[language].decimal}${shown}`
}
