import fc from 'fast-check'
import { type CountryCode, getExampleNumber, isValidPhoneNumber, validatePhoneNumberLength } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { parsePhone } from '#server/users/phone'

const COUNTRIES: readonly CountryCode[] = [
  'RU',
  'KZ',
  'GB',
  'US',
  'DE',
  'FR',
  'ID',
  'IN',
  'BR',
  'IT',
  'AM',
  'GE',
  'TR',
  'AE',
  'CN',
  'SM',
]
const NUMBERS = COUNTRIES.flatMap((country) => getExampleNumber(country, examples)?.number ?? [])

const digit = fc.constantFrom(...'0123456789')
/** A number of some country, with its last digits drawn anew. */
const likely = fc
  .tuple(fc.constantFrom(...NUMBERS), fc.string({ unit: digit, maxLength: 7 }))
  .map(([number, last]) => number.slice(0, number.length - last.length) + last)
/** As a person writes it. */
const written = fc
  .tuple(likely, fc.nat({ max: 12 }), fc.constantFrom('', ' ', '-', ' (', ') ', '.', '/', '+', '٣', '\n', '  '), fc.boolean())
  .map(([number, place, mark, isBare]) => {
    const marked = number.slice(0, place) + mark + number.slice(place)
    return isBare ? marked.replace(/^\+/, '') : marked
  })
const drawn = fc.string({ unit: fc.constantFrom(...'0123456789 +-().'), maxLength: 20 })
const anything = fc.string({ unit: 'binary', maxLength: 16 })

/**
 * Numbers that the library's full data calls valid are taken, in one spelling; no number is taken that is of no possible length, and no text
 * that is not digits with what people put between them.
 */
export const phoneProperty = fc.property(
  fc.oneof({ weight: 6, arbitrary: written }, { weight: 2, arbitrary: drawn }, { weight: 1, arbitrary: anything }),
  (text) => {
    const parsed = parsePhone(text)
    const bare = text.startsWith('+') ? text.slice(1) : text
    const isSpelled = isDigit(bare.charAt(0)) && [...bare].every((character) => isDigit(character) || ' ().-'.includes(character))
    if (!isSpelled) return parsed === undefined
    const number = `+${[...bare].filter(isDigit).join('')}`
    if (!parsed) return !isValidPhoneNumber(number)
    const again = parsePhone(parsed.e164)
    return validatePhoneNumberLength(number) === undefined && again?.e164 === parsed.e164 && isPlain(parsed.e164)
  },
)

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9' && character.length === 1
}

function isPlain(e164: string): boolean {
  return e164.startsWith('+') && e164.length <= 16 && [...e164.slice(1)].every(isDigit)
}
