import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import type { Currency } from './currency.ts'
import type { Rate } from './rate.ts'

/** A rate as text: `1 a = rate b`. */
export interface ShownRate {
  readonly a: Currency
  readonly b: Currency
  readonly rate: string
}

/** The fewest decimals, and the significant figures of a rate below one. */
const DECIMALS_MIN = 2
const FIGURES = 4
/** Decimals by the digits before the mark: 1,0825 and 92,41 and 16 601. */
const DECIMALS = [FIGURES, FIGURES, 2, 2, 2]
const DECIMAL = /^([0-9]+)(?:\.([0-9]+))?$/

/**
 * Formats a rate so that its number is at least one: from roubles to dollars it is "1 USD = 79,73 RUB". As many decimals as one reads
 * (formatRate); for reading only, amounts are converted by the exact rate.
 */
export function rateText({ from, to, numerator, denominator }: Rate, language: Language): ShownRate {
  return numerator >= denominator
    ? { a: from, b: to, rate: quotient(numerator, denominator, language) }
    : { a: to, b: from, rate: quotient(denominator, numerator, language) }
}

/**
 * Formats a rate, a plain decimal, as it is read: four significant figures below one, four decimals below ten, two below 10 000, then none;
 * rounded to the nearest. Refuses (throws) what is no decimal.
 */
export function formatRate(decimal: string, language: Language): string {
  const [, whole = '', fraction = ''] = DECIMAL.exec(decimal) ?? []
  if (whole === '') throw new Error('Not a decimal')
  return quotient(BigInt(whole + fraction), 10n ** BigInt(fraction.length), language)
}

function quotient(dividend: bigint, divisor: bigint, language: Language): string {
  const { group, decimal } = LANGUAGE_FACTS[language]
  const wholes = (dividend / divisor).toString()
  const places = dividend < divisor ? zerosBehindMark(dividend, divisor) + FIGURES : (DECIMALS[wholes.length] ?? 0)
  const digits = ((dividend * 10n ** BigInt(places) * 2n + divisor) / (divisor * 2n)).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=([0-9]{3})+$)/g, group)
  if (places === 0) return whole
  const decimals = digits.slice(-places)
  // A rate has all its decimals, or two when the others are zeros.
  const isShort = /^0*$/.test(decimals.slice(DECIMALS_MIN))
  return `${whole}${decimal}${isShort ? decimals.slice(0, DECIMALS_MIN) : decimals}`
}

/** The zeros of a quotient below one between its mark and its first figure; none of zero. */
function zerosBehindMark(dividend: bigint, divisor: bigint): number {
  let zeros = 0
  for (let rest = dividend * 10n; rest > 0n && rest < divisor; rest *= 10n) zeros += 1
  return zeros
}
