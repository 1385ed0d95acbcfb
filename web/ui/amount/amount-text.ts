import { CURRENCIES, type Currency } from '#money/currency'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'

/** The plain decimal of what an amount input shows: `1 234,50` is `1234.50` in Russian, `1,234.` is `1234` in English, `0` may stand alone. */
export function plainAmount(shown: string, language: Language): string {
  const [whole = '', ...fraction] = shown.split(LANGUAGE_FACTS[language].decimal).map((part) => part.replace(/[^0-9]/g, ''))
  const digits = whole.replace(/^0+(?=[0-9])/, '')
  const decimals = fraction.join('')
  return decimals ? `${digits || '0'}.${decimals}` : digits
}

/** A plain decimal as an amount input shows it: with the marks of the money around it. */
export function groupAmount(plain: string, language: Language): string {
  const { group, decimal } = LANGUAGE_FACTS[language]
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=([0-9]{3})+$)/g, group)
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
}

/** Whether a text is an amount as the input shows it, or such a one in the making. */
export function isShownAmount(text: string, language: Language): boolean {
  const { group, decimal } = LANGUAGE_FACTS[language]
  return new RegExp(`^[0-9]{0,3}(?:[${group}][0-9]{3})*(?:[${decimal}][0-9]*)?$`).test(text)
}

// Groups of three, or as in India of two before the last three; then the decimals, behind the other separator.
const GROUPED = /^[1-9][0-9]{0,2}(?:(?:,[0-9]{2,3})*,[0-9]{3}(?:\.[0-9]*)?|(?:\.[0-9]{3})+(?:,[0-9]*)?)$/
const DECIMAL = /^[0-9]*[.,]?[0-9]*$/

/**
 * The plain decimal in a pasted text: of two kinds of separator the last is the decimal one; a single one before exactly
 * three digits groups (`1,234` is 1234), but for a dot in a currency that is booked with so many decimals (`1.999` USDC). Words and
 * currency signs around the number are left out; no number, and what is none (`1e3`, `12.34.56`), gives ''.
 */
export function readPastedAmount(text: string, currency: Currency): string {
  if (/[0-9]\p{L}[+-]?[0-9]/u.test(text)) return ''
  const number =
    /(?:^|(?<=\s))[.,][0-9]+|[0-9](?:[0-9 \u00a0\u202f\u2009.,'’]*[0-9])?/.exec(text)?.[0].replace(/[\s'’]/g, '') ?? ''
  if (!GROUPED.test(number) || isDecimalDot(number, currency))
    return DECIMAL.test(number) ? plainAmount(number.replace(',', '.'), 'en') : ''
  const isWhole = !(number.includes('.') && number.includes(','))
  const decimalAt = isWhole ? number.length : Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  return plainAmount(`${number.slice(0, decimalAt).replace(/[.,]/g, '')}.${number.slice(decimalAt + 1)}`, 'en')
}

/** One dot before three digits, in a currency that has so many decimals. */
function isDecimalDot(number: string, currency: Currency): boolean {
  return CURRENCIES[currency].scale >= 3 && /^[0-9]*\.[0-9]*$/.test(number)
}
