import { LANGUAGE_FACTS, LANGUAGES, type Language } from '#texts/languages'
import type { Country } from './countries.ts'

const names = new Map<Language, Intl.DisplayNames>()

/** The name of a country in a language, as the platform has it; the ISO code where it has none. */
export function countryName(iso: string, language: Language): string {
  const known = names.get(language) ?? new Intl.DisplayNames(LANGUAGE_FACTS[language].locale, { type: 'region' })
  names.set(language, known)
  return known.of(iso) ?? iso
}

/** A country ready for a list: its name, and all that a search may find it by. */
export interface NamedCountry extends Country {
  readonly name: string
  readonly searchText: string
}

/** Countries in the order of their names in a language. Found by name (in either language), ISO code and calling code. */
export function namedCountries(countries: readonly Country[], language: Language): readonly NamedCountry[] {
  const order = new Intl.Collator(language)
  return countries
    .map((country) => ({
      ...country,
      name: countryName(country.iso, language),
      searchText: foldCase(
        `${LANGUAGES.map((each) => countryName(country.iso, each)).join(' ')} ${country.iso} +${country.code}`,
      ),
    }))
    .sort((left, right) => order.compare(left.name, right.name))
}

/**
 * The countries a search finds: names by the beginning of any word first, then by any part. Digits, with or without a plus, are the
 * beginning of a calling code. Without a search all of them, the chosen country first.
 */
export function searchCountries(countries: readonly NamedCountry[], query: string, chosenIso = ''): readonly NamedCountry[] {
  const wanted = foldCase(query.trim())
  if (wanted === '') {
    const chosen = countries.filter(({ iso }) => iso === chosenIso)
    return [...chosen, ...countries.filter((country) => !chosen.includes(country))]
  }
  const digits = /^\+?([0-9]+)$/.exec(wanted)?.[1]
  if (digits) return countries.filter(({ code }) => code.startsWith(digits))
  const starts = countries.filter(({ searchText }) => ` ${searchText}`.includes(` ${wanted}`))
  const others = countries.filter((country) => country.searchText.includes(wanted) && !starts.includes(country))
  return [...starts, ...others]
}

/** Lower case, ё as е, no accents: what a search compares. */
function foldCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .normalize('NFD')
    .replace(/[\u0300-\u0305\u0307-\u036f]/g, '')
}
