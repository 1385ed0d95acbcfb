import { LANGUAGE_FACTS, type Language } from '#texts/languages'

const DECIMAL = /^([0-9]+)(?:\.([0-9]+))?$/
const DECIMALS_MIN = 2
const FIGURES = 4

/**
 * Formats the rate of an alert, a plain decimal, as exactly as it was typed: two to four decimals, below one as many as four figures need,
 * rounded to the nearest. Other rates are formatted by rate-text.ts. Refuses (throws) what is no decimal.
 */
export function formatDecimal(decimal: string, language: Language): string {
  const [, whole = '', fraction = ''] = DECIMAL.exec(decimal) ?? []
  if (whole === '') throw new Error('Not a decimal')
  const { group, decimal: mark } = LANGUAGE_FACTS[language]
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const places = zeros + FIGURES
  const rounded = (BigInt(whole + fraction.slice(0, places + 1).padEnd(places + 1, '0')) + 5n) / 10n
  const digits = rounded.toString().padStart(places + 1, '0')
  const decimals = digits.slice(-places).replace(/0+$/, '').padEnd(DECIMALS_MIN, '0')
  return `${digits.slice(0, -places).replace(/\B(?=([0-9]{3})+$)/g, group)}${mark}${decimals}`
}
