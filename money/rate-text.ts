import type { Language } from '#texts/languages'
import type { Currency } from './currency.ts'
import { DECIMALS_MIN, type Fraction, formatFraction, fractionOf, placesBelowOne } from './format-decimal.ts'
import type { Rate } from './rate.ts'

/** A rate as text: `1 a = rate b`. */
export interface ShownRate {
  readonly a: Currency
  readonly b: Currency
  readonly rate: string
}

/** Decimals by the digits before the mark, of a rate from one on: 1,0825 and 92,41; none from 10 000 on. */
const DECIMALS: Readonly<Record<number, number>> = { 1: 4, 2: 2, 3: 2, 4: 2 }

/**
 * Formats a rate so that its number is at least one: from roubles to dollars it is "1 USD = 79,73 RUB". As many decimals as one reads
 * (formatRate); for reading only, amounts are converted by the exact rate.
 */
export function rateText({ from, to, numerator, denominator }: Rate, language: Language): ShownRate {
  return numerator >= denominator
    ? { a: from, b: to, rate: quotient({ dividend: numerator, divisor: denominator }, language) }
    : { a: to, b: from, rate: quotient({ dividend: denominator, divisor: numerator }, language) }
}

/**
 * Formats a rate, a plain decimal, as it is read: four significant figures below one, four decimals below ten, two below 10 000, then none;
 * rounded to the nearest. Refuses (throws) what is no decimal.
 */
export function formatRate(decimal: string, language: Language): string {
  return quotient(fractionOf(decimal), language)
}

function quotient(fraction: Fraction, language: Language): string {
  const { dividend, divisor } = fraction
  const places = dividend < divisor ? placesBelowOne(fraction) : (DECIMALS[(dividend / divisor).toString().length] ?? 0)
  return formatFraction(fraction, places, allOrTwo, language)
}

/** A rate has all its decimals, or two when the others are zeros. */
function allOrTwo(decimals: string): string {
  return /^0*$/.test(decimals.slice(DECIMALS_MIN)) ? decimals.slice(0, DECIMALS_MIN) : decimals
}
