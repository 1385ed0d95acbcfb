import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** A phone number in its one spelling, with the country it belongs to where the number tells. */
export interface Phone {
  /** E.164 with its plus. */
  readonly e164: string
  readonly country: string | undefined
}

const SPELLING = /^\+?[0-9][0-9 ().-]*$/

/**
 * Reads a phone number given as country code and digits, with or without plus, spaces, brackets and dashes; ASCII only, so that one
 * person has one spelling. Nothing when it cannot be a number of its country.
 */
export function parsePhone(unchecked: string): Phone | undefined {
  if (!SPELLING.test(unchecked)) return undefined
  const parsed = parsePhoneNumberFromString(`+${unchecked.replaceAll(/[^0-9]/g, '')}`)
  return parsed?.isPossible() ? { e164: parsed.number, country: parsed.country } : undefined
}
