import fc from 'fast-check'
import { parseDecimal, toDecimal } from '#money/amount'
import { CURRENCY_CODES, type Currency } from '#money/currency'
import { parseAmount } from '#money/parse-amount'

// As ISO 4217 and the contract of USDC have them; told once more, as this is what the wallet is compared with.
const DECIMALS: ReadonlyMap<Currency, number> = new Map([
  ['JPY', 0],
  ['USDC', 6],
])

// How many of them people enter, where these are fewer.
const ENTERED: ReadonlyMap<Currency, number> = new Map([['USDC', 2]])

/** What a text is, read character by character: minor units, or why it is no amount. Knows nothing of the wallet's grammar. */
function oracle(text: string, currency: Currency): bigint | 'grammar' | 'scale' | 'zero' {
  const scale = DECIMALS.get(currency) ?? 2
  const dot = text.indexOf('.')
  const whole = dot === -1 ? text : text.slice(0, dot)
  const fraction = dot === -1 ? undefined : text.slice(dot + 1)
  const isWhole = isDigits(whole) && whole.length <= 12 && (whole.length === 1 || whole.charAt(0) !== '0')
  const isFraction = fraction === undefined || (isDigits(fraction) && fraction.length <= 18)
  if (!isWhole || !isFraction) return 'grammar'
  if ((fraction ?? '').length > (ENTERED.get(currency) ?? scale)) return 'scale'
  let minor = 0n
  for (const digit of whole + (fraction ?? '').padEnd(scale, '0')) minor = minor * 10n + BigInt(digit.charCodeAt(0) - 48)
  return minor === 0n ? 'zero' : minor
}

function isDigits(text: string): boolean {
  if (text.length === 0) return false
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code < 48 || code > 57) return false
  }
  return true
}

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: most })
const likely = fc.tuple(digits(14), fc.constantFrom('', '.', ',', '..'), digits(4)).map((parts) => parts.join(''))
const strange = fc.string({ unit: fc.constantFrom(...'0123456789.,-+eExX _٣１\u00a0\n\0'), maxLength: 20 })
const anything = fc.string({ unit: 'binary', maxLength: 12 })
const currency = fc.constantFrom(...CURRENCY_CODES)

/** A text is the amount that it says, or none: in every currency, compared with a reading of our own. */
export const amountProperty = fc.property(
  fc.oneof({ weight: 6, arbitrary: likely }, { weight: 2, arbitrary: strange }, { weight: 1, arbitrary: anything }),
  currency,
  (text, code) => {
    const parsed = parseAmount(text, code)
    const expected = oracle(text, code)
    if (!parsed.ok) return parsed.fault === expected
    // What was read is spelled in one way, and that is read as the same.
    return parsed.money.minor === expected && parseDecimal(toDecimal(parsed.money), code).minor === expected
  },
)
