import * as v from 'valibot'
import type { Language } from '#texts/languages'
import { CATALOGUES, type TextOverrides } from '#texts/texts'
import type { Brand, Level } from './brand.ts'
import { brandSchema, levelsSchema } from './schema.ts'

/** All that the server takes from the folder of a brand. */
export interface BrandAssets {
  readonly brand: Brand
  readonly levels: readonly Level[]
  readonly texts: { readonly [L in Language]: TextOverrides<L> }
}

/** What the modules of a brand's folder export: `brand.ts`, `levels.ts`, `texts.ru.ts` and `texts.en.ts`. */
export interface UncheckedBrandAssets {
  readonly brand: unknown
  readonly levels: unknown
  readonly texts: { readonly [L in Language]: unknown }
}

/**
 * Checks what was imported from the folder of a brand, wherever it was found. Throws on a wrong shape and on a text whose key no
 * catalogue has, and says where.
 */
export function readBrandAssets(unchecked: UncheckedBrandAssets): BrandAssets {
  return {
    brand: checked('brand.ts', brandSchema, unchecked.brand),
    levels: checked('levels.ts', levelsSchema, unchecked.levels),
    texts: {
      ru: checked('texts.ru.ts', overridesSchema('ru'), unchecked.texts.ru),
      en: checked('texts.en.ts', overridesSchema('en'), unchecked.texts.en),
    },
  }
}

function checked<Checked>(name: string, schema: v.GenericSchema<unknown, Checked>, unchecked: unknown): Checked {
  const result = v.safeParse(schema, unchecked, { abortPipeEarly: true })
  if (result.success) return result.output
  const faults = result.issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '))
  throw new Error(`The ${name} of the brand cannot be used:\n${faults.join('\n')}`)
}

function overridesSchema<L extends Language>(language: L): v.GenericSchema<unknown, TextOverrides<L>> {
  return v.custom<TextOverrides<L>>(
    (unchecked) =>
      typeof unchecked === 'object' &&
      unchecked !== null &&
      Object.entries(unchecked).every(([key, text]) => Object.hasOwn(CATALOGUES[language], key) && typeof text === 'string'),
    `Texts in ${language} must be strings under keys of the catalogue`,
  )
}
