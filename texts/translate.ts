import type { Language } from './languages.ts'

/** Values for the `{name}` places of a text; `count` also chooses the plural form and must be a number. */
export type TextParameters = { readonly count?: number; readonly [name: string]: string | number }

/** Texts of one language by their keys; the forms of a plural text stand under `key_one`, `key_few`, `key_many` and `key_other`. */
export type Catalogue = Readonly<Record<string, string>>

const PLACE = /\{(\w+)\}/g
const rules = new Map<Language, Intl.PluralRules>()

/**
 * Finds a text and fills its `{name}` places in: values go in as they are, not escaped, and their own braces are not read. A place
 * without a value stays as it stands, and a key without a text comes back as it is.
 */
export function translate(catalogue: Catalogue, language: Language, key: string, parameters?: TextParameters): string {
  const text = findText(catalogue, language, key, parameters?.count)
  if (text === undefined) return key
  if (!parameters) return text
  return text.replace(PLACE, (place, name: string) => (Object.hasOwn(parameters, name) ? String(parameters[name]) : place))
}

function findText(catalogue: Catalogue, language: Language, key: string, count: number | undefined): string | undefined {
  const keys = count === undefined ? [key] : [`${key}_${formOf(language, count)}`, `${key}_other`, key]
  const found = keys.find((each) => Object.hasOwn(catalogue, each))
  return found === undefined ? undefined : catalogue[found]
}

/** The plural form of a number (CLDR). Rules are slow to make and quick to ask. */
function formOf(language: Language, count: number): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known.select(count)
}
