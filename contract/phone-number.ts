// With all that is known of numbers: the smaller sets do not tell one kind from another. The page fetches it with its first phone field.
import {
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'

/** A number that can be somebody's. */
export interface WholeNumber {
  /** E.164 with its plus. */
  readonly e164: string
  /** Digits of the calling code, no plus. */
  readonly code: string
  /** What follows the code. */
  readonly national: string
  /** The country it belongs to; nothing where its digits do not tell. */
  readonly country: string | undefined
  /** Messages reach it, as far as its plan tells. */
  readonly isMobile: boolean
}

/** Whether a number can be somebody's: by its country's plan, or as long as the specification has Britain's. */
export function canExist(number: PhoneNumber): boolean {
  return number.isValid() || /^\+44[1-9][0-9]{8}$/.test(number.number)
}

/**
 * Reads a whole number as people write it: with a plus and its code, as it is dialled abroad from a country, or at home there, with or without
 * the prefix of that. Nothing where all of the text is not one number that can be somebody's.
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

/** Whether a text may become a number by more digits. */
export function isBeginningOfNumber(text: string, iso: string): boolean {
  const fault = validatePhoneNumberLength(text, isSupportedCountry(iso) ? iso : undefined)
  return fault === 'TOO_SHORT' || (text.replace(/[^0-9]/g, '').length < 4 && fault !== 'TOO_LONG')
}

/** Mexico's numbers were dialled with 1, 044 or 045 before them until 2020, and are still kept so; what else is old the library knows. */
function withoutOldPrefix(text: string, iso: string): string {
  const digits = text.replace(/[^0-9+]/g, '')
  const [, national] = /^(?:\+52(?:1|044|045|01))([0-9]{10})$/.exec(digits) ?? []
  const [, atHome] = iso === 'MX' ? (/^(?:1|044|045|01)([0-9]{10})$/.exec(digits) ?? []) : []
  return (national ?? atHome) ? `+52${national ?? atHome}` : text
}
