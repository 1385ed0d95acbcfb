import { CURRENCIES, type Currency } from '#money/currency'

const GROUP = '\u00a0'

/** The plain decimal of what an amount input shows: `1 234.50` is `1234.50`, `1 234.` is `1234`, `0` may stand alone. */
export function plainAmount(shown: string): string {
  const [whole = '', ...fraction] = shown.replace(/[^0-9.]/g, '').split('.')
  const digits = whole.replace(/^0+(?=[0-9])/, '')
  const decimals = fraction.join('')
  return decimals ? `${digits || '0'}.${decimals}` : digits
}

/** A plain decimal as an amount input shows it in both languages (mask `9 99#.##`): space groups, a dot. */
export function groupAmount(plain: string): string {
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=([0-9]{3})+$)/g, GROUP)
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
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
    return DECIMAL.test(number) ? plainAmount(number.replace(',', '.')) : ''
  const isWhole = !(number.includes('.') && number.includes(','))
  const decimalAt = isWhole ? number.length : Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  return plainAmount(`${number.slice(0, decimalAt).replace(/[.,]/g, '')}.${number.slice(decimalAt + 1)}`)
}

/** One dot before three digits, in a currency that has so many decimals. */
function isDecimalDot(number: string, currency: Currency): boolean {
  return CURRENCIES[currency].scale >= 3 && /^[0-9]*\.[0-9]*$/.test(number)
}
