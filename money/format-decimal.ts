import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import { groupDigits } from './format.ts'

const DECIMAL = /^([0-9]+)(?:\.([0-9]+))?$/
/** The fewest decimals of a rate, and the significant figures of one below one. */
export const DECIMALS_MIN = 2
const FIGURES = 4

/** A number that is not below zero, as a fraction. */
export interface Fraction {
  readonly dividend: bigint
  readonly divisor: bigint
}

/** Reads a plain decimal. Refuses (throws) what is none. */
export function fractionOf(decimal: string): Fraction {
  const [, whole = '', decimals = ''] = DECIMAL.exec(decimal) ?? []
  if (whole === '') throw new Error('Not a decimal')
  return { dividend: BigInt(whole + decimals), divisor: 10n ** BigInt(decimals.length) }
}

/**
 * Formats a fraction with so many decimals, rounded to the nearest; of their trailing zeros `shorten` says which are left. Without decimals
 * there is no mark.
 */
export function formatFraction(
  { dividend, divisor }: Fraction,
  places: number,
  shorten: (decimals: string) => string,
  language: Language,
): string {
  const digits = ((dividend * 10n ** BigInt(places) * 2n + divisor) / (divisor * 2n)).toString().padStart(places + 1, '0')
  const whole = groupDigits(digits.slice(0, digits.length - places), language)
  return places === 0 ? whole : `${whole}${LANGUAGE_FACTS[language].decimal}${shorten(digits.slice(-places))}`
}

/** As many decimals as a fraction below one needs for its significant figures. */
export function placesBelowOne({ dividend, divisor }: Fraction): number {
  let zeros = 0
  for (let rest = dividend * 10n; rest > 0n && rest < divisor; rest *= 10n) zeros += 1
  return zeros + FIGURES
}

/**
 * Formats the rate of an alert, a plain decimal, as exactly as it was typed: two to four decimals, below one as many as four figures need,
 * rounded to the nearest. Other rates are formatted by rate-text.ts. Refuses (throws) what is no decimal.
 */
export function formatDecimal(decimal: string, language: Language): string {
  const fraction = fractionOf(decimal)
  const places = fraction.dividend < fraction.divisor ? placesBelowOne(fraction) : FIGURES
  return formatFraction(fraction, places, (decimals) => decimals.replace(/0+$/, '').padEnd(DECIMALS_MIN, '0'), language)
}
