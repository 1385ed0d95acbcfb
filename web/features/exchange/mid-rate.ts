import { parseRate } from '#money/rate'
import { rateText, type ShownRate } from '#money/rate-text'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import type { Quote } from './rates.ts'

/** The rate without the margin, as a text in a language, and the margin in per cent. */
export interface ToldMid {
  readonly mid: ShownRate
  readonly percent: string
}

/** The mid rate and the margin of a quote, in words; undefined where the server does not tell them. */
export function midOf({ rate, mid, margin }: Pick<Quote, 'rate' | 'mid' | 'margin'>, language: Language): ToldMid | undefined {
  const parsed = mid === undefined ? undefined : parseRate(rate.from, rate.to, '1', mid)
  if (!parsed || margin === undefined) return undefined
  return { mid: rateText(parsed, language), percent: decimalText(margin, language) }
}

/** A plain decimal with the decimal mark of a language. */
function decimalText(decimal: string, language: Language): string {
  return decimal.replace('.', LANGUAGE_FACTS[language].decimal)
}
