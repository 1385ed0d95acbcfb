import { type Brand, takesNumberOf } from '#brands/brand'
import { defaultCountryOf } from '#brands/default-country'
import type { WholeNumber } from '#contract/phone-number'
import type { Language } from '#texts/languages'
import { withAsciiDigits } from '#web/ui/field/ascii-digits.ts'
import { applyPattern, digitCount, onlyDigits } from '#web/ui/field/digit-pattern.ts'
import { COUNTRIES, type Country, countryOfDigits, findCountry } from './countries.ts'
import { phoneLibrary } from './phone-library.ts'

/** A phone number while it is being typed. */
export interface Phone {
  /** The chosen country. */
  readonly iso: string
  /** National digits, without the code. */
  readonly national: string
  /** The mask chosen among the country's. */
  readonly mask?: string
  /** What stands in the field as it was typed or pasted, as no number could be read from it; there are no national digits then. */
  readonly unread?: string
}

/** What is wrong with a number, by its text key. */
export interface PhoneFault {
  readonly key: 'err.phone' | 'err.phone_short' | 'err.phone_none' | 'err.phone_unread' | 'refusal.phone_unsupported'
  readonly parameters?: { readonly n: number }
}

/** The countries whose numbers a brand takes. */
export function phoneCountries(brandPhone: Brand['phone']): readonly Country[] {
  return COUNTRIES.filter(({ iso }) => takesNumberOf(brandPhone, [iso]))
}

/** What a phone field begins with: the given number (code and digits), or the brand's country for the language and no digits. */
export function startPhone(brandPhone: Brand['phone'], language: Language, digits = ''): Phone {
  const iso = defaultCountryOf(brandPhone, language)
  const country = countryOfDigits(digits, phoneCountries(brandPhone), iso)
  const national = digits.slice(country?.code.length)
  return country && national.length <= capacityOf(country) ? { iso: country.iso, national } : { iso, national: '' }
}

/** Country code and digits, as the API takes it; '' while no number can be read. */
export function phoneDigits(phone: Phone): string {
  const { iso, national } = phone
  return national === '' ? (numberNotTaken(phone) ?? '') : `${findCountry(iso)?.code ?? ''}${national}`
}

/** Code and digits of a whole number, written with a plus, whose country the brand does not take. The server says so, too. */
function numberNotTaken({ iso, unread = '' }: Phone): string | undefined {
  const plus = unread.indexOf('+')
  return plus < 0
    ? undefined
    : phoneLibrary()
        ?.readWholeNumber(withAsciiDigits(unread.slice(plus)), iso)
        ?.e164.slice(1)
}

/** What is wrong with a number whose field was left, or, while it is typed, what no more digits can mend. */
export function phoneFault(phone: Phone, isLeft: boolean): PhoneFault | undefined {
  const { iso, national, unread } = phone
  if (unread !== undefined) {
    if (numberNotTaken(phone)) return { key: 'refusal.phone_unsupported' }
    const isBeginning = phoneLibrary()?.isBeginningOfNumber(withAsciiDigits(unread), iso) ?? true
    return isLeft || !isBeginning ? { key: 'err.phone_unread' } : undefined
  }
  if (national === '') return isLeft ? { key: 'err.phone' } : undefined
  const missing = digitsMissing(phone)
  if (missing > 0) return isLeft ? { key: 'err.phone_short', parameters: { n: national.length + missing } } : undefined
  const country = findCountry(iso)
  const isFull = country === undefined || national.length >= capacityOf(country)
  return (isLeft || isFull) && !exists(phone) ? { key: 'err.phone_none' } : undefined
}

/** Whether a number has all its digits and can be somebody's, as far as the page knows yet. */
export function isWholePhone(phone: Phone): boolean {
  return phone.national !== '' && digitsMissing(phone) === 0 && exists(phone)
}

function exists(phone: Phone): boolean {
  const library = phoneLibrary()
  return library === undefined || library.readWholeNumber(`+${phoneDigits(phone)}`, phone.iso) !== undefined
}

/** How many digits the country's shortest number still asks for; 0 when the number may be whole. */
function digitsMissing({ iso, national }: Phone): number {
  const lengths = findCountry(iso)?.masks.map(digitCount) ?? []
  if (lengths.includes(national.length)) return 0
  return Math.max(0, Math.min(...lengths.filter((length) => length > national.length), 15) - national.length)
}

/** The mask for so many digits: the chosen one while they fit, else the first that holds them, else the longest. */
export function maskFor({ iso, national, mask }: Phone): string {
  const masks = findCountry(iso)?.masks ?? ['###############']
  const wanted = masks.find((candidate) => candidate === mask) ?? masks[0]
  if (digitCount(wanted) >= national.length) return wanted
  return masks.find((candidate) => digitCount(candidate) >= national.length) ?? longest(masks)
}

/**
 * Reads what stands in a phone field after typing, pasting or autofill. A whole number is read as its country has it, with its code or
 * without (`+7912…`, `8912…`, `011 44 7911…`), and a code tells the country; digits that fit a mask go on being typed. All else stays as it
 * is: nothing is cut, and of two numbers that it may be neither is chosen.
 */
export function readPhoneInput(text: string, current: Phone, countries: readonly Country[]): Phone {
  const { unread: before, ...masked } = current
  const typed = withAsciiDigits(text).trim()
  const digits = onlyDigits(typed)
  const isPlain = PLAIN.test(typed)
  // A letter that was typed is not taken by the mask; a text with letters stays to be seen.
  if (before === undefined && digits === current.national && /^[^a-z+~]*[a-z][^a-z+~]*$/i.test(typed)) return current
  const isTyped = isPlain && digits.length <= onlyDigits(before ?? current.national).length + 1
  const fitsMask = isPlain && digits.length <= capacityOf(findCountry(current.iso))
  const read = digits === '' ? undefined : readNumber(typed, current.iso, isTyped ? (fitsMask ? 'here' : 'home') : 'anywhere')
  const phone = read === 'either' || !read ? undefined : phoneOf(read, current, countries)
  if (phone) return phone
  return fitsMask && (isTyped || read !== 'either') ? { ...masked, national: digits } : { ...masked, national: '', unread: text }
}

/** Reads a whole number as it is written elsewhere, in place of the present one, whose country counts where no code says another. */
export function readWrittenPhone(written: string, { iso }: Phone, countries: readonly Country[]): Phone {
  return readPhoneInput(written, { iso, national: '' }, countries)
}

/** The same number in another country; what does not fit there stays as it is. */
export function moveToCountry({ national, unread }: Phone, iso: string, countries: readonly Country[]): Phone {
  if (unread !== undefined) return readPhoneInput(unread, { iso, national: '' }, countries)
  return national.length <= capacityOf(findCountry(iso)) ? { iso, national } : { iso, national: '', unread: national }
}

/** A whole number for reading, `+7 (912) 345-67-89`; digits that no country explains stay as they are. */
export function formatPhone(digits: string): string {
  const country = countryOfDigits(digits, COUNTRIES)
  if (!country) return `+${digits}`
  const national = digits.slice(country.code.length)
  const shown = applyPattern(national, maskFor({ iso: country.iso, national })).replace(/\)(?=[0-9])/, ') ')
  return `+${country.code} ${shown}`.replaceAll(' ', '\u00a0')
}

/** What people put between the digits of a number without its code. */
const PLAIN = /^[0-9\s().\u2010-\u2015-]*$/

/** Where a number may be from: one that is being typed, from the chosen country alone, or, once it is too long for its masks, as dialled there. */
type Origin = 'here' | 'home' | 'anywhere'

/** The number that a text is; `either` where it may be one as well as another. */
function readNumber(text: string, iso: string, origin: Origin): WholeNumber | 'either' | undefined {
  const library = phoneLibrary()
  const code = findCountry(iso)?.code ?? ''
  if (!library) return undefined
  const read = (written: string) => library.readWholeNumber(written, iso)
  if (text.includes('+')) return read(text.slice(text.indexOf('+')))
  const digits = onlyDigits(text)
  // With the 8 apart from ten digits, numbers are written in Russia and Kazakhstan alone.
  const eight = /^8[79][0-9]{9}$/.test(digits) ? read(`+7${digits.slice(1)}`) : undefined
  if (eight && origin === 'anywhere' && /^8[^0-9]/.test(text)) return eight
  const atHome = read(text)
  // While it is typed nothing comes before its digits that was not typed, such as the code of an island.
  const isTypedWhole = atHome?.code === code && digits.endsWith(atHome.national)
  const own = origin === 'here' && !isTypedWhole ? undefined : atHome
  const coded = digits.startsWith(code) ? read(`+${digits}`) : undefined
  const chosen = chooseOf(own, coded, origin === 'anywhere' && digits.startsWith(code))
  if (chosen || origin === 'here') return chosen
  if (digits.startsWith('00')) return read(`+${digits.slice(2)}`)
  return origin === 'anywhere' ? (eight ?? read(`+${digits}`)) : undefined
}

/** Of a national reading and one with the code in front the one that messages reach; a landline that begins like its own code may be either. */
function chooseOf(
  own: WholeNumber | undefined,
  coded: WholeNumber | undefined,
  mayBeCoded: boolean,
): WholeNumber | 'either' | undefined {
  if (coded && !own?.isMobile) return !own || coded.isMobile ? coded : 'either'
  if (coded && own) return coded.e164 === own.e164 ? own : 'either'
  return own && !own.isMobile && mayBeCoded ? 'either' : own
}

/** The number in its country's mask; nothing where the country is none of those that are taken. */
function phoneOf(read: WholeNumber, current: Phone, countries: readonly Country[]): Phone | undefined {
  const country = countryOfDigits(read.e164.slice(1), countries, current.iso)
  const isTaken = read.country === undefined || countries.some(({ iso }) => iso === read.country)
  if (!country || !isTaken || read.national.length > capacityOf(country)) return undefined
  const { unread: _unread, ...masked } = current
  return country.iso === current.iso ? { ...masked, national: read.national } : { iso: country.iso, national: read.national }
}

function capacityOf(country: Country | undefined): number {
  return country ? digitCount(longest(country.masks)) : 15
}

function longest(masks: Country['masks']): string {
  return masks.reduce((left, right) => (digitCount(right) > digitCount(left) ? right : left))
}
