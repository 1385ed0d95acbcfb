import { CURRENCIES, type Currency } from '#money/currency'

const GROUP = '\u00a0'

/** The plain decimal of what an amount input shows: `1 234.50` is `1234.50`, `1 234.` is `1234`, `0` may stand alone. */
export function plainAmount(shown: string): string {
  const [whole = '', ...fraction] = shown.replace(/[^0-9.]/g, '').split('.')
  const digits = whole.replace(/^0+(?=[0-9])/, '')
  const decimals = fraction.join('')
  return decimals ? `${digits || '0'}.${decimals}` : digits
}

/** A plain decimal as an amount input shows it in both languages (spec point 5, mask `9 99#.##`): space groups, a dot. */
export function groupAmount(plain: string): string {
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=([0-9]{3})+$)/g, GROUP)
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/**
 * The plain decimal in a pasted text (ux.md 3.0): of two kinds of separator the last is the decimal one; a single one before exactly
 * three digits groups (`1,234` is 1234), but for a dot where amounts are told with so many decimals (`1.999` USDC). Words and currency
 * signs around the number are left out; no number, and what is none (`1e3`, `12.34.56`), gives ''.
 */
export function readPastedAmount(text: string, currency: Currency): string {
  if (/[0-9][a-z][0-9]/i.test(text)) return ''
  const number = /(?:^|(?<=\s))[.,][0-9]+|[0-9](?:[0-9\s.,'’]*[0-9])?/.exec(text)?.[0].replace(/[\s'’]/g, '') ?? ''
  if (/([.,])[0-9]*\1/.test(number) && !/^[0-9]{1,3}(?:([.,])(?:[0-9]{2,3}\1)*[0-9]{3})(?:[.,][0-9]*)?$/.test(number)) return ''
  const decimalAt = decimalSeparatorAt(number, CURRENCIES[currency].scale >= 3)
  if (decimalAt < 0) return plainAmount(number.replace(/[.,]/g, ''))
  return plainAmount(`${number.slice(0, decimalAt).replace(/[.,]/g, '')}.${number.slice(decimalAt + 1)}`)
}

function decimalSeparatorAt(number: string, hasThreeDecimals: boolean): number {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  if (last < 0) return -1
  const head = number.slice(0, last)
  const kind = number.charAt(last)
  if (head.includes(kind)) return -1
  if (/[.,]/.test(head)) return last
  // More digits in front than a group has, or a zero, and the separator cannot be a grouping one.
  const isGrouping = !(kind === '.' && hasThreeDecimals) && number.length - last - 1 === 3 && /^[1-9][0-9]{0,2}$/.test(head)
  return isGrouping ? -1 : last
}
