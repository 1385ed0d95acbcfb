import { type EnglishKey, en } from './en.ts'
import type { Language } from './languages.ts'
import { ru } from './ru.ts'
import { type TextParameters, translate } from './translate.ts'

export type { TextParameters } from './translate.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<Key extends string> = Key extends `${infer Base}_${PluralForm}` ? Base : Key

/** A key to translate by: a plural text has one key, its forms are chosen by the parameter `count`. */
export type TextKey = WithoutForm<keyof typeof ru>

/** A key as it stands in the catalogue of a language, plural forms each on their own. */
export interface CatalogueKeys {
  readonly ru: keyof typeof ru
  readonly en: EnglishKey
}

/** Texts of a brand or an operator that stand above the catalogue's, in one language. */
export type TextOverrides<L extends Language = Language> = { readonly [Key in CatalogueKeys[L]]?: string }

/** The built-in texts of each language. */
export const CATALOGUES: { readonly [L in Language]: Readonly<Record<CatalogueKeys[L], string>> } = { ru, en }

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

/** Whether a text is a key of the catalogues, for keys put together at run time such as `field.${name}`. */
export function isTextKey(unchecked: string): unchecked is TextKey {
  return (Object.hasOwn(ru, unchecked) && !PLURAL_FORM.test(unchecked)) || Object.hasOwn(ru, `${unchecked}_other`)
}

/** The catalogue of a language with a brand's overrides over it. */
function catalogueWith(language: Language, overrides: { readonly [L in Language]?: TextOverrides<L> }): Record<string, string> {
  return { ...CATALOGUES[language], ...overrides[language] }
}

/** The translator of one brand. Parameters go in as they are: not escaped, and their own braces are not read. */
export interface Texts {
  translate(language: Language, key: TextKey, parameters?: TextParameters): string
  /** For keys put together at run time; an unknown key comes back as it is. */
  translateAny(language: Language, key: string, parameters?: TextParameters): string
  /** Whether there is a text of this key. */
  has(key: string): key is TextKey
  /** Every text of a language, plural forms each on their own: what `text-data` answers. */
  all(language: Language): Readonly<Record<string, string>>
}

/** Makes the translator of a brand; it holds every language and does no I/O. */
export function createTexts(overrides: { readonly [L in Language]?: TextOverrides<L> } = {}): Texts {
  const catalogues = { ru: catalogueWith('ru', overrides), en: catalogueWith('en', overrides) } satisfies Record<
    Language,
    unknown
  >
  const translateAny: Texts['translateAny'] = (language, key, parameters) =>
    translate(catalogues[language], language, key, parameters)
  return { translate: translateAny, translateAny, has: isTextKey, all: (language) => catalogues[language] }
}
