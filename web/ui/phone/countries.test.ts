import { type CountryCode, getCountries, getCountryCallingCode, getExampleNumber, Metadata } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'
import { digitCount } from '#web/ui/field/digit-pattern.ts'
import { COUNTRIES, countryOfDigits, findCountry } from './countries.ts'
import { countryName, namedCountries, searchCountries } from './country-names.ts'
import { FLAG_URLS } from './flag-urls.ts'

/** Two islands that share everything with their mainland and have no ISO code of their own. */
const LEFT_OUT = ['AC', 'TA']
/** The specification's nine digits for Britain are one short of a real number. */
const SPECIFIED = [{ iso: 'GB', digits: 9 }]

function isKnown(iso: string): iso is CountryCode {
  return getCountries().some((known) => known === iso)
}

describe('the countries', () => {
  test('are all there, each once', () => {
    const isos = COUNTRIES.map(({ iso }) => iso)
    expect(new Set(isos).size).toBe(isos.length)
    expect(new Set(isos)).toEqual(new Set(getCountries().filter((iso) => !LEFT_OUT.includes(iso))))
  })

  test.each(COUNTRIES)('$iso has its calling code, plausible masks, a flag and a name [countries-1]', ({ iso, code, masks }) => {
    expect(iso).toMatch(/^[A-Z]{2}$/)
    expect(code).toMatch(/^[1-9][0-9]{0,2}$/)
    if (!isKnown(iso)) throw new Error(`${iso} is not known`)
    expect(code).toBe(getCountryCallingCode(iso))
    const plan = new Metadata()
    plan.selectNumberingPlan(iso)
    const possible = plan.numberingPlan?.possibleLengths() ?? []
    for (const mask of masks) {
      const isSpecified = SPECIFIED.some((odd) => odd.iso === iso && odd.digits === digitCount(mask))
      expect(isSpecified || possible.includes(digitCount(mask)), `${iso} ${mask} of ${possible}`).toBe(true)
    }
    expect(new Set(masks.map(digitCount)).size, 'masks of different lengths').toBe(masks.length)
    expect(FLAG_URLS[iso]).toMatch(/svg/)
    expect(countryName(iso, 'ru')).not.toBe(iso)
    expect(countryName(iso, 'en')).not.toBe(iso)
  })

  test.each(COUNTRIES)('$iso has a mask for its mobile numbers', ({ iso, masks }) => {
    if (!isKnown(iso)) throw new Error(`${iso} is not known`)
    const example = getExampleNumber(iso, examples)?.nationalNumber ?? ''
    expect(masks.map(digitCount), example).toContain(example.length)
  })

  test('have the corrections that the specification and the plans ask for', () => {
    expect(findCountry('RU')).toMatchObject({ code: '7', masks: ['(###)###-##-##'] })
    expect(findCountry('KZ')?.masks.map(digitCount)).toEqual([10])
    expect(findCountry('GB')?.masks.map(digitCount)).toEqual([9, 10])
  })

  test('are told by the longest code, then by who owns it', () => {
    expect(countryOfDigits('3584012', COUNTRIES)?.iso).toBe('FI')
    expect(countryOfDigits('9711', COUNTRIES)?.iso).toBe('AE')
    expect(countryOfDigits('7', COUNTRIES)?.iso).toBe('RU')
    expect(countryOfDigits('7', COUNTRIES, 'KZ')?.iso).toBe('KZ')
    expect(countryOfDigits('7701', COUNTRIES)?.iso).toBe('KZ')
    expect(countryOfDigits('7912', COUNTRIES)?.iso).toBe('RU')
    expect(countryOfDigits('0', COUNTRIES)).toBeUndefined()
  })
})

describe('searching a country', () => {
  const named = namedCountries(COUNTRIES, 'ru')
  const found = (query: string, chosen?: string) => searchCountries(named, query, chosen).map(({ iso }) => iso)

  test('finds by name in either language, in any case, with and without ё or accents', () => {
    expect(found('РОСС')).toEqual(['RU'])
    expect(found('russia')).toEqual(['RU'])
    expect(found('turkiye')).toEqual(['TR'])
    expect(found('британ')).toContain('GB')
  })

  test('finds by ISO code and by the digits of the calling code', () => {
    expect(found('gb')).toContain('GB')
    expect(found('+44')).toEqual(expect.arrayContaining(['GB', 'GG', 'IM', 'JE']))
    expect(found('99')).toEqual(expect.arrayContaining(['AZ', 'UZ', 'GE']))
  })

  test('puts names that begin with the query first', () => {
    expect(found('ни')[0]).toMatch(/^(NE|NG|NL|NI|NU)$/)
  })

  test('finds nothing for nonsense and everything for nothing', () => {
    expect(found('жжж')).toEqual([])
    expect(found('  ')).toHaveLength(COUNTRIES.length)
  })

  test('has the chosen country first, before the others by name, until something is searched', () => {
    expect(found('', 'RU').slice(0, 3)).toEqual(['RU', 'AU', 'AT'])
    expect(found('', 'RU')).toHaveLength(COUNTRIES.length)
    expect(found('ав', 'RU').slice(0, 2)).toEqual(['AU', 'AT'])
  })
})
