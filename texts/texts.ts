import { type InEveryLanguage, inEveryLanguage, LANGUAGES, type Language } from './languages.ts'
import { ru } from './ru.ts'
import { type Catalogue, type TextParameters, translate } from './translate.ts'

export type { TextParameters } from './translate.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<Key extends string> = Key extends `${infer Base}_${PluralForm}` ? Base : Key

/** A key to translate by: a plural text has one key, its forms are chosen by the parameter `count`. */
export type TextKey = WithoutForm<keyof typeof ru>

type Whole = keyof typeof ru
type PluralBase = Whole extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never

/** A catalogue whose plural texts have these forms, those of its language (CLDR): a missing or an unknown key does not compile. */
export type CatalogueOf<Form extends PluralForm> = Readonly<
  Record<Exclude<Whole, `${PluralBase}_${PluralForm}`> | `${PluralBase}_${Form}`, string>
>

/** A key of what a document says that only one brand has: its title, the box that agrees to it, and the error while that is not ticked. */
type DocumentTextKey = `${'document' | 'consent' | 'err.consent'}.${string}`

/** Texts of a brand or an operator that stand above the catalogue's, or are a document's that only the brand has, in one language. */
export type TextOverrides = {
  readonly [Key in Exclude<Whole, `${PluralBase}_${PluralForm}`> | `${PluralBase}_${PluralForm}` | DocumentTextKey]?: string
}

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

declare global {
  /** What every module knows of itself, in browsers and in Node alike. */
  interface ImportMeta {
    url: string
  }
}

const modules = new Map(
  await Promise.all(
    LANGUAGES.map(
      async (language): Promise<[Language, Readonly<Record<string, unknown>>]> => [
        language,
        // Beside this module: .ts in the repository, .js in the built program.
        await import(import.meta.url.replace(/texts(?=\.[tj]s)/, language)),
      ],
    ),
  ),
)

/** The built-in texts of each language: the constant of its name in the module of its name. */
export const CATALOGUES: InEveryLanguage<Catalogue> = inEveryLanguage((language) =>
  readCatalogue(language, modules.get(language)?.[language]),
)

/** Checks the catalogue of a language. Throws where a text of the Russian one is missing, or a plural form of its own. */
export function readCatalogue(language: string, unchecked: unknown): Catalogue {
  const missing = neededKeys(language).filter((key) => typeof Object(unchecked)[key] !== 'string')
  if (isComplete(unchecked, missing)) return unchecked
  throw new Error(
    `texts/${language}.ts has no constant ${language} with ${missing.slice(0, 5).join(', ')} (${missing.length} missing)`,
  )
}

function isComplete(unchecked: unknown, missing: readonly string[]): unchecked is Catalogue {
  return unchecked !== undefined && missing.length === 0
}

/** The keys of a catalogue: those of the Russian one, with the plural forms of the language. */
function neededKeys(language: string): readonly string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const bases = new Set(Object.keys(ru).map((key) => key.replace(PLURAL_FORM, '')))
  return [...bases].flatMap((base) => (Object.hasOwn(ru, base) ? [base] : forms.map((form) => `${base}_${form}`)))
}

/** Whether a text is a key of the catalogues, for keys put together at run time such as `field.${name}`. */
export function isTextKey(unchecked: string): unchecked is TextKey {
  return (Object.hasOwn(ru, unchecked) && !PLURAL_FORM.test(unchecked)) || Object.hasOwn(ru, `${unchecked}_other`)
}

/** The catalogue of a language with a brand's overrides over it; what no catalogue has, as what its own documents say, else as the first has it. */
function catalogueWith(language: Language, overrides: Partial<InEveryLanguage<TextOverrides>>): Record<string, string> {
  return { ...overrides[LANGUAGES[0]], ...CATALOGUES[language], ...overrides[language] }
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
export function createTexts(overrides: Partial<InEveryLanguage<TextOverrides>> = {}): Texts {
  const catalogues = inEveryLanguage((language) => catalogueWith(language, overrides))
  const translateAny: Texts['translateAny'] = (language, key, parameters) =>
    translate(catalogues[language], language, key, parameters)
  const isOwn = (key: string): boolean => !Object.hasOwn(ru, key) && Object.hasOwn(catalogues.ru, key)
  const has = (key: string): key is TextKey => isTextKey(key) || isOwn(key)
  return { translate: translateAny, translateAny, has, all: (language) => catalogues[language] }
}
