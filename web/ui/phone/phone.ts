import { type Brand, takesNumberOf } from '#brands/brand'
import { defaultCountryOf } from '#brands/default-country'
import type { Language } from '#texts/languages'
import { applyPattern, digitCount, onlyDigits } from '#web/ui/field/digit-pattern.ts'
import { COUNTRIES, type Country, countryOfDigits, findCountry } from './countries.ts'

/** A phone number while it is being typed. */
export interface Phone {
  /** The chosen country. */
  readonly iso: string
  /** National digits, without the code. */
  readonly national: string
  /** The mask chosen among the country's. */
  readonly mask?: string
}

/** The countries whose numbers a brand takes. */
export function phoneCountries(brandPhone: Brand['phone']): readonly Country[] {
  return COUNTRIES.filter(({ iso }) => takesNumberOf(brandPhone, [iso]))
}

/** What a phone field begins with: the given number (code and digits), or the brand's country for the language and no digits. */
export function startPhone(brandPhone: Brand['phone'], language: Language, digits = ''): Phone {
  const empty: Phone = { iso: defaultCountryOf(brandPhone, language), national: '' }
  return digits === '' ? empty : readPhoneInput(`+${digits}`, empty, phoneCountries(brandPhone))
}

/** Country code and digits, as the API takes it; '' while there are no digits. */
export function phoneDigits({ iso, national }: Phone): string {
  return national === '' ? '' : `${findCountry(iso)?.code ?? ''}${national}`
}

/** How many digits the country's shortest number still asks for; 0 when the number may be whole. */
export function digitsMissing({ iso, national }: Phone): number {
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
 * Reads what stands in a phone field after typing, pasting or autofill: national digits, a whole number with its code
 * (`+7912…`, `00447911…`, `447911…`), or one with a trunk prefix (`8912…`, `07911…`). A code tells the country; digits past the longest
 * mask are dropped.
 */
export function readPhoneInput(text: string, current: Phone, countries: readonly Country[]): Phone {
  const digits = onlyDigits(text)
  const international = /^\s*\+/.test(text) ? digits : digits.startsWith('00') ? digits.slice(2) : undefined
  if (international !== undefined) {
    const country = countryOfDigits(international, countries, current.iso)
    if (country) return phoneOf(country, international.slice(country.code.length), current)
  }
  const country = findCountry(current.iso)
  if (!country || digits.length <= capacityOf(country)) return { ...current, national: digits }
  const afterCode = digits.slice(country.code.length)
  if (digits.startsWith(country.code) && fits(afterCode, country)) return { ...current, national: afterCode }
  const hasTrunk = digits.startsWith(trunkOf(country)) && fits(digits.slice(1), country)
  // One digit more than before was typed, most likely by mistake: it must not carry the number to another country.
  const isTyped = digits.length <= current.national.length + 1
  const foreign = hasTrunk || isTyped ? undefined : (countryDialledFrom(digits, countries) ?? countryOfDigits(digits, countries))
  if (foreign && fits(digits.slice(foreign.code.length), foreign)) {
    return phoneOf(foreign, digits.slice(foreign.code.length), current)
  }
  return phoneOf(country, digits, current)
}

/** Reads a whole number as it is written elsewhere, in place of the present one, whose country counts where no code says another. */
export function readWrittenPhone(written: string, { iso }: Phone, countries: readonly Country[]): Phone {
  return readPhoneInput(written, { iso, national: '' }, countries)
}

/** The same digits in another country, as many as its numbers have. */
export function moveToCountry({ national }: Phone, iso: string): Phone {
  const country = findCountry(iso)
  return { iso, national: country ? national.slice(0, capacityOf(country)) : national }
}

/** A whole number for reading, `+7 (912) 345-67-89`; digits that no country explains stay as they are. */
export function formatPhone(digits: string): string {
  const country = countryOfDigits(digits, COUNTRIES)
  if (!country) return `+${digits}`
  const national = digits.slice(country.code.length)
  const shown = applyPattern(national, maskFor({ iso: country.iso, national })).replace(/\)(?=[0-9])/, ') ')
  return `+${country.code} ${shown}`.replaceAll(' ', '\u00a0')
}

function phoneOf(country: Country, digits: string, current: Phone): Phone {
  const hasTrunk = digits.length > capacityOf(country) && digits.startsWith(trunkOf(country))
  const national = (hasTrunk ? digits.slice(1) : digits).slice(0, capacityOf(country))
  return country.iso === current.iso ? { ...current, national } : { iso: country.iso, national }
}

/** The country of a number as it is dialled in Russia and Kazakhstan, 8 and ten digits: no calling code begins with 87 or 89. */
function countryDialledFrom(digits: string, countries: readonly Country[]): Country | undefined {
  return /^8[79][0-9]{9}$/.test(digits) ? countryOfDigits(`7${digits.slice(1)}`, countries) : undefined
}

/** The digit dialled before a national number at home. */
function trunkOf(country: Country): string {
  return country.code === '7' ? '8' : '0'
}

function fits(digits: string, country: Country): boolean {
  return country.masks.some((mask) => digitCount(mask) === digits.length)
}

function capacityOf(country: Country): number {
  return digitCount(longest(country.masks))
}

function longest(masks: Country['masks']): string {
  return masks.reduce((left, right) => (digitCount(right) > digitCount(left) ? right : left))
}
