import type { Brand } from '#brands/brand'
import type { register } from '#contract/auth'
import type { RequestOf } from '#contract/call'
import { LENGTHS } from '#contract/lengths'
import { cleanText } from '#contract/person-text'
import type { TextKey, TextParameters } from '#texts/texts'
import { type Phone, phoneDigits } from '#web/ui/phone/phone.ts'

/** The text fields of step 1 of registration; the address only where the brand asks for it. */
export const TEXT_FIELDS = ['firstName', 'lastName', 'email', 'country', 'city', 'zip', 'address'] as const
export type TextField = (typeof TEXT_FIELDS)[number]
/** The country is chosen from a list. */
export type TypedField = Exclude<TextField, 'country'>

/** The form state of step 1 of registration. */
export interface Details extends Readonly<Record<TextField, string>> {
  readonly phone: Phone
  /** Ids of the documents whose box is ticked. */
  readonly consents: readonly string[]
}

/** A message, by its text key. */
export interface Hint {
  readonly key: TextKey
  readonly parameters?: TextParameters
}

const REASONS = {
  firstName: 'reason.first_name',
  phone: 'reason.phone',
  email: 'reason.email',
  country: 'reason.country',
  city: 'reason.city',
  zip: 'reason.zip',
  address: 'reason.street',
} as const satisfies Partial<Record<TextField | 'phone', TextKey>>

const LONGEST: Readonly<Partial<Record<TextField, number>>> = {
  firstName: LENGTHS.first_name,
  lastName: LENGTHS.last_name,
  email: LENGTHS.email,
  city: LENGTHS.city,
  zip: LENGTHS.zip_code,
  address: LENGTHS.address,
}

const WIRE_NAMES = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  city: 'city',
  zip: 'zip_code',
  address: 'address',
} as const satisfies Readonly<Record<TypedField, keyof RequestOf<typeof register>>>

const EMAIL = /^\S+@\S+\.\S+$/

/**
 * What is still missing before registration can continue, in the order of the form: names of fields, then ids of documents. The last
 * name is never among them, and a phone number only beside something else: alone neither holds registration up, the server validates them.
 */
export function missingDetails(
  details: Details,
  asked: Brand['register'],
): { readonly fields: readonly TextKey[]; readonly consents: readonly string[] } {
  const names = asked.address
    ? (['firstName', 'phone', 'email', 'country', 'city', 'zip', 'address'] as const)
    : (['firstName', 'phone', 'email'] as const)
  const isEmpty = (name: keyof typeof REASONS) =>
    name === 'phone' ? details.phone.national === '' : cleanText(details[name]) === ''
  const empty = names.filter(isEmpty)
  const consents = asked.consents.filter((id) => !details.consents.includes(id))
  const isPhoneAlone = consents.length === 0 && empty.every((name) => name === 'phone')
  return { fields: isPhoneAlone ? [] : empty.map((name) => REASONS[name]), consents }
}

/**
 * What another phone number changes in the details: where an address is asked for, its country follows the number's until another is
 * chosen.
 */
export function phoneChange(before: Details, phone: Phone, asked: Brand['register']): Partial<Details> {
  const isGuess = before.country === '' || before.country === before.phone.iso
  return asked.address && isGuess && phone.national !== '' ? { phone, country: phone.iso } : { phone }
}

/**
 * The hint for a text field once it has lost focus. It blocks nothing. An empty field has none: the line above the button names everything
 * that is missing.
 */
export function textHint(field: TextField, details: Details): Hint | undefined {
  const value = cleanText(details[field])
  return field === 'email' && value !== '' && !EMAIL.test(value) ? { key: 'err.email_format' } : undefined
}

/** The hint, also while typing, for a text longer than the server accepts. */
export function lengthHint(field: TextField, details: Details): Hint | undefined {
  const longest = LONGEST[field]
  return longest !== undefined && cleanText(details[field]).length > longest
    ? { key: 'err.too_long', parameters: { count: longest } }
    : undefined
}

type Body = RequestOf<typeof register>

/** The field that is typed, by its name in the body. */
export function typedField(wireName: string | undefined): TypedField | undefined {
  return TEXT_FIELDS.find((name): name is TypedField => name !== 'country' && WIRE_NAMES[name] === wireName)
}

/** Whether a field is in two bodies the same. */
export function isSameIn(field: TypedField, one: Body | undefined, other: Body): boolean {
  return one?.[WIRE_NAMES[field]] === other[WIRE_NAMES[field]]
}

/** The register call's body: trimmed, the address only where the brand asks for it. */
export function registerBody(details: Details, asked: Brand['register']): RequestOf<typeof register> {
  const lastName = cleanText(details.lastName)
  return {
    first_name: cleanText(details.firstName),
    ...(lastName !== '' && { last_name: lastName }),
    email: cleanText(details.email),
    phone: phoneDigits(details.phone),
    ...(asked.address && {
      country_code: details.country,
      city: cleanText(details.city),
      zip_code: cleanText(details.zip),
      address: cleanText(details.address),
    }),
    consents: [...details.consents],
  }
}
