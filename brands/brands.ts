import * as v from 'valibot'
import { type InEveryLanguage, inEveryLanguage, inLanguage, type Language } from '#texts/languages'
import { CATALOGUES, type TextOverrides } from '#texts/texts'
import type { Brand, Level, Operator } from './brand.ts'
import { brandSchema, levelsSchema, operatorSchema } from './schema.ts'

/** An identification level with its words in every language. */
export interface WordedLevel extends Omit<Level, 'name' | 'howto'> {
  readonly name: InEveryLanguage<string>
  readonly howto: InEveryLanguage<string> | undefined
}

/** All that the server takes from the folder of a brand. */
export interface BrandAssets {
  readonly brand: Brand
  readonly levels: readonly WordedLevel[]
  readonly operator: Operator
  readonly texts: InEveryLanguage<TextOverrides>
}

/** What the modules of a brand's folder export: `brand.ts`, `levels.ts`, `operator.ts`, and `texts.ru.ts` and its like of the other languages. */
export interface UncheckedBrandAssets {
  readonly brand: unknown
  readonly levels: unknown
  readonly operator: unknown
  /** What a language has none of is left out. */
  readonly texts: Partial<InEveryLanguage<unknown>>
}

/**
 * Checks what was imported from the folder of a brand, wherever it was found. Throws, and says where, on a wrong shape, on a text whose key
 * neither the catalogue nor a document of the brand has, and on a document without a title or a consent without a link to it.
 */
export function readBrandAssets(unchecked: UncheckedBrandAssets): BrandAssets {
  const brand = checked('brand.ts', brandSchema, unchecked.brand)
  const levels = checked('levels.ts', levelsSchema, unchecked.levels)
  const unlimited = brand.accountCurrencies.filter((currency) =>
    levels.some(({ limits }) => limits.every((of) => of.currency !== currency)),
  )
  if (unlimited.length > 0)
    throw new Error(
      `The levels.ts of the brand cannot be used:\nEach level needs limits for ${unlimited.join(', ')}, which accounts are opened in`,
    )
  // In a language that it has no texts in it has the wallet's; of its own documents the first's (texts/texts.ts).
  const texts = inEveryLanguage((language) => {
    const own = unchecked.texts[language]
    return own === undefined ? {} : checked(`texts.${language}.ts`, overridesSchema(language, brand), own)
  })
  return {
    brand,
    levels: levels.map((level) => worded(level, texts)),
    operator: checked('operator.ts', operatorSchema, unchecked.operator),
    texts,
  }
}

/** The level with its own words, else those that the texts have for its code. Throws where there are neither. */
function worded({ name, howto, ...level }: Level, texts: BrandAssets['texts']): WordedLevel {
  const wordsOf = (own: Level['name'], key: string): InEveryLanguage<string> =>
    inEveryLanguage((language) => {
      const ofKey: Readonly<Record<string, string | undefined>> = { ...CATALOGUES[language], ...texts[language] }
      const words = own?.[language] ?? ofKey[key] ?? inLanguage(own ?? {}, language)
      if (words === undefined)
        throw new Error(
          `The levels.ts of the brand cannot be used:\nThe level ${level.code} needs ${key}, its words in ${language}`,
        )
      return words
    })
  return {
    ...level,
    name: wordsOf(name, `level.${level.code}`),
    howto: howto && wordsOf(howto, `level.${level.code}.howto`),
  }
}

function checked<Checked>(name: string, schema: v.GenericSchema<unknown, Checked>, unchecked: unknown): Checked {
  const result = v.safeParse(schema, unchecked, { abortPipeEarly: true })
  if (result.success) return result.output
  const faults = result.issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '))
  throw new Error(`The ${name} of the brand cannot be used:\n${faults.join('\n')}`)
}

function overridesSchema(language: Language, brand: Brand): v.GenericSchema<unknown, TextOverrides> {
  return v.custom<TextOverrides>(
    (unchecked) => faultsOf(language, brand, unchecked).length === 0,
    ({ input }) => faultsOf(language, brand, input).join('\n'),
  )
}

/** What is wrong with the texts of a brand in a language, each under its key: what no one will read, and what a document lacks. */
function faultsOf(language: Language, { documents, register }: Brand, unchecked: unknown): string[] {
  if (typeof unchecked !== 'object' || unchecked === null) return ['There are no texts']
  const texts: Readonly<Record<string, unknown>> = { ...CATALOGUES[language], ...unchecked }
  const own = new Set(documents.flatMap(({ id }) => [`document.${id}`, `consent.${id}`, `err.consent.${id}`]))
  const unread = Object.keys(unchecked).filter((key) => !Object.hasOwn(CATALOGUES[language], key) && !own.has(key))
  const wordless = Object.keys(unchecked).filter((key) => typeof texts[key] !== 'string' || texts[key] === '')
  const untitled = documents.map(({ id }) => `document.${id}`).filter((key) => texts[key] === undefined)
  const unlinked = register.consents.map((id) => `consent.${id}`).filter((key) => !/<doc>.+<\/doc>/.test(String(texts[key])))
  return [
    ...unread.map((key) => `${key}: No text of the wallet or of a document of the brand has this key`),
    ...wordless.map((key) => `${key}: A text is needed`),
    ...untitled.map((key) => `${key}: The brand has this document, and it needs a title`),
    ...unlinked.map(
      (key) => `${key}: The brand asks for this consent, and it needs a text with <doc>…</doc>, the link to the document`,
    ),
  ]
}
