import { CURRENCIES, type Currency, entryScale } from '#money/currency'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import { withAsciiDigits } from '#web/ui/field/ascii-digits.ts'

/** Digits before the decimals that the wire's grammar admits (money/parse-amount.ts). */
export const WHOLE_DIGITS_MAX = 12

/** What an amount is read by: its currency, the marks of a language, and how many decimals it may have. */
export interface AmountReading {
  readonly currency: Currency
  readonly language: Language
  /** Those that can be entered in the currency when left out. */
  readonly decimals?: number | undefined
}

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

/** A plain decimal as it is typed where fewer decimals are taken than the currency has: `25000.00` is `25000` where none is. Another stays as it is. */
export function withTakenDecimals(plain: string, decimals: number | undefined): string {
  if (decimals === undefined) return plain
  const [, whole, kept] = new RegExp(`^([0-9]+)\\.([0-9]{${decimals}})0+$`).exec(plain) ?? []
  if (whole === undefined) return plain
  return kept ? `${whole}.${kept}` : whole
}

/** Why the value of an amount input cannot become an amount: too many decimals, or it could not be read. Nothing where it can. */
export function whyUnread(value: string, currency: Currency, decimals = entryScale(currency)): 'scale' | 'unread' | undefined {
  const [, whole = '', fraction = ''] = /^([0-9]*)(?:\.([0-9]+))?$/.exec(value) ?? []
  if (whole === '' && value !== '') return 'unread'
  if (whole.length > WHOLE_DIGITS_MAX) return 'unread'
  return fraction.length > decimals ? 'scale' : undefined
}

/** Whether a text is an amount as the mask itself writes it; a group may be too long for now, as the mask moves its marks. */
export function isTypedAmount(text: string, { currency, language, decimals = entryScale(currency) }: AmountReading): boolean {
  const { group, decimal } = LANGUAGE_FACTS[language]
  const [whole = '', fraction = '', ...more] = text.replace(new RegExp(`${group}(?=[0-9]{3})`, 'g'), '').split(decimal)
  return more.length === 0 && /^[0-9]*$/.test(whole + fraction) && fraction.length <= decimals
}

// Groups of three, or as in India of two before the last three; then the decimals, behind the other separator.
const GROUPED = /^[1-9][0-9]{0,2}(?:(?:,[0-9]{2,3})*,[0-9]{3}(?:\.[0-9]*)?|(?:\.[0-9]{3})+(?:,[0-9]*)?)$/
const APART = /^[1-9][0-9]{0,2}([ '])[0-9]{3}(?:\1[0-9]{3})*(?:[.,٫][0-9]*)?$/
const DECIMAL = /^(?:[0-9]+[.,٫]?[0-9]*|[.,٫][0-9]+)$/

/**
 * The plain decimal that a whole text is, with as many decimals as it has: digits of any script, groups apart or behind a mark, the signs of
 * its own currency around it. Of two kinds of mark the last is the decimal one; a single one before exactly three digits groups (`1,234` is
 * 1234), unless the amount may have so many decimals and the mark is the language's decimal one, or a point in a language without such groups.
 * Nothing for what is more or other than one amount: a sign, a per cent, two numbers, words.
 */
export function readAmount(text: string, { currency, language, decimals = 0 }: AmountReading): string | undefined {
  const number = withoutSigns(spelled(text), currency)
  if (number === '') return spelled(text) === '' ? '' : undefined
  if (APART.test(number)) return plainOf(number.replace(/[ ']/g, ''))
  const isPrecise = Math.max(CURRENCIES[currency].scale, decimals) >= 3
  if (GROUPED.test(number) && !(isPrecise && isDecimalMark(number, language))) {
    const isWhole = !(number.includes('.') && number.includes(','))
    const decimalAt = isWhole ? number.length : Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
    return plainOf(`${number.slice(0, decimalAt).replace(/[.,]/g, '')}.${number.slice(decimalAt + 1)}`)
  }
  return DECIMAL.test(number) ? plainOf(number) : undefined
}

/** One mark that is the decimal one of the language, or a point where that does not group. */
function isDecimalMark(number: string, language: Language): boolean {
  const { decimal, group } = LANGUAGE_FACTS[language]
  const [mark = '', ...more] = number.replace(/[0-9]/g, '')
  return more.length === 0 && mark !== group && (mark === decimal || mark === '.')
}

/** A number with at most one mark, that of its decimals. */
function plainOf(number: string): string {
  return plainAmount(number.replace(/[,٫]/, '.'), 'en')
}

/** In the digits, the spaces and the marks that amounts are read in; a line's end stays, as it parts two texts. */
function spelled(text: string): string {
  return withAsciiDigits(text)
    .trim()
    .replace(/[\u00a0\u2007\u2009\u202f٬]/g, ' ')
    .replaceAll('’', "'")
    .replaceAll('。', '.')
    .replaceAll('、', ',')
}

/** What people write beside amounts of a currency besides its code and its symbol. */
const WORDS: Partial<Record<Currency, string>> = { RUB: 'руб(?:\\.|л(?:ь|я|ей))?|р\\.?', IDR: 'rp\\.?', JPY: '円|￥' }

function withoutSigns(number: string, currency: Currency): string {
  const { symbol } = CURRENCIES[currency]
  const sign = `(?:${currency}|¤|\\${symbol}${WORDS[currency] ? `|${WORDS[currency]}` : ''})`
  return number.replace(new RegExp(`^(?:${sign} *)+|(?: *${sign})+$`, 'gi'), '')
}
