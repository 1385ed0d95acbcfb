// The full metadata of numbers: the smaller sets do not tell the kinds of numbers apart. The page fetches it with its first phone field.
import {
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'

/** A complete number that may exist. */
export interface WholeNumber {
  /** E.164 with its plus. */
  readonly e164: string
  /** Digits of the calling code, no plus. */
  readonly code: string
  /** The digits after the calling code. */
  readonly national: string
  /** The number's country; undefined where its digits do not tell. */
  readonly country: string | undefined
  /** The number can receive messages, according to its country's plan. */
  readonly isMobile: boolean
}

/** Whether a number may exist: by its country's plan, or for Britain by the lengths of the specification. */
export function canExist(number: PhoneNumber): boolean {
  return number.isValid() || /^\+44[1-9][0-9]{8}$/.test(number.number)
}

/**
 * Reads a complete number in the ways people write it: with a plus and calling code, as dialled abroad from a country, or as dialled at home
 * there, with or without the national prefix. Undefined unless the whole text is one number that may exist.
 */
export function readWholeNumber(text: string, iso: string): WholeNumber | undefined {
  const country = isSupportedCountry(iso) ? iso : undefined
  const options = { ...(country && { defaultCountry: country }), extract: false }
  const plain = parsePhoneNumberFromString(text, options)
  const number = plain && canExist(plain) ? plain : parsePhoneNumberFromString(withoutOldPrefix(text, iso), options)
  if (!number || !canExist(number) || number.ext !== undefined) return undefined
  const type = number.getType()
  return {
    e164: number.number,
    code: number.countryCallingCode,
    national: number.number.slice(1 + number.countryCallingCode.length),
    country: number.country,
    isMobile: type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE',
  }
}

/** Whether more digits may turn a text into a number. */
export function isBeginningOfNumber(text: string, iso: string): boolean {
  const fault = validatePhoneNumberLength(text, isSupportedCountry(iso) ? iso : undefined)
  return fault === 'TOO_SHORT' || (text.replace(/[^0-9]/g, '').length < 4 && fault !== 'TOO_LONG')
}

/** Removes the prefixes 1, 044 and 045, which Mexico's numbers had until 2020 and are still stored with; the library knows the other old prefixes. */
function withoutOldPrefix(text: string, iso: string): string {
  const digits = text.replace(/[^0-9+]/g, '')
  const [, national] = /^(?:\+52(?:1|044|045|01))([0-9]{10})$/.exec(digits) ?? []
  const [, atHome] = iso === 'MX' ? (/^(?:1|044|045|01)([0-9]{10})$/.exec(digits) ?? []) : []
  return (national ?? atHome) ? `+52${national ?? atHome}` : text
}
