// With all that is known of numbers: the smaller sets do not tell one kind from another.
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { canExist } from '#contract/phone-number'

/** A phone number in its one spelling. */
export interface Phone {
  /** E.164 with its plus. */
  readonly e164: string
  /** The country it belongs to; where its digits do not tell, all that share its calling code and have numbers as long. */
  readonly countries: readonly string[]
  /** Its country has such numbers, so that somebody may have it. */
  readonly canExist: boolean
  /** A message to it costs more than to others, or reaches no person: at a premium, by satellite, a service's, a pager's. */
  readonly isDear: boolean
}

const DEAR: readonly NumberType[] = ['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'PAGER', 'VOICEMAIL']

const SPELLING = /^\+?[0-9][0-9 ().-]*$/

/**
 * Reads a phone number given as country code and digits, with or without plus, spaces, brackets and dashes; ASCII only, so that one
 * person has one spelling. Nothing when it is of no length that its country's numbers have.
 */
export function parsePhone(unchecked: string): Phone | undefined {
  if (!SPELLING.test(unchecked)) return undefined
  const parsed = parsePhoneNumberFromString(`+${unchecked.replaceAll(/[^0-9]/g, '')}`)
  if (!parsed?.isPossible()) return undefined
  // Of a number that nobody has, the library may take a prefix off each time that it reads it: that is no one spelling.
  if (parsePhoneNumberFromString(parsed.number)?.number !== parsed.number) return undefined
  return {
    e164: parsed.number,
    canExist: canExist(parsed),
    countries: parsed.country ? [parsed.country] : parsed.getPossibleCountries(),
    // Satellites and other networks of no country have calling codes of their own.
    isDear: parsed.isNonGeographic() || DEAR.includes(parsed.getType()),
  }
}
