import { createInstance } from 'i18next'
import { type EnglishKey, en } from './en.ts'
import type { Language } from './languages.ts'
import { i18nextOptions } from './options.ts'
import { ru } from './ru.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<Key extends string> = Key extends `${infer Base}_${PluralForm}` ? Base : Key

/** A key to translate by: a plural text has one key, its forms are chosen by the parameter `count`. */
export type TextKey = WithoutForm<keyof typeof ru>

/** A key as it stands in the catalogue of a language, plural forms each on their own. */
export interface CatalogueKeys {
  readonly ru: keyof typeof ru
  readonly en: EnglishKey
}

/** Values for the `{name}` places of a text; `count` also chooses the plural form and must be a number. */
export type TextParameters = { readonly count?: number; readonly [name: string]: string | number }

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
export function catalogueWith(
  language: Language,
  overrides: { readonly [L in Language]?: TextOverrides<L> },
): Record<string, string> {
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
  const translators = { ru: translatorOf('ru', catalogues.ru), en: translatorOf('en', catalogues.en) }
  const translateAny: Texts['translateAny'] = (language, key, parameters) => translators[language](key, parameters)
  return { translate: translateAny, translateAny, has: isTextKey, all: (language) => catalogues[language] }
}

function translatorOf(language: Language, catalogue: Readonly<Record<string, string>>) {
  const instance = createInstance({ ...i18nextOptions, lng: language, resources: { [language]: { translation: catalogue } } })
  void instance.init()
  const translate = instance.getFixedT(language)
  // A text without parameters is as it stands; going through i18next costs some 10 µs, and a statement has thousands.
  return (key: string, parameters?: TextParameters) =>
    parameters || !Object.hasOwn(catalogue, key) ? translate(key, { ...parameters }) : (catalogue[key] ?? key)
}
