import * as z from 'zod/mini'
import type { Language } from '#texts/languages'
import { CATALOGUES, type TextOverrides } from '#texts/texts'
import type { Brand, Level } from './brand.ts'
import { brandSchema, levelsSchema } from './schema.ts'

/** All that the server takes from the folder of a brand. */
export interface BrandPack {
  readonly brand: Brand
  readonly levels: readonly Level[]
  readonly texts: { readonly [L in Language]: TextOverrides<L> }
}

/** What the modules of a brand's folder export: `brand.ts`, `levels.ts`, `texts.ru.ts` and `texts.en.ts`. */
export interface UncheckedBrandPack {
  readonly brand: unknown
  readonly levels: unknown
  readonly texts: { readonly [L in Language]: unknown }
}

/**
 * Checks what was imported from the folder of a brand, wherever it was found. Throws on a wrong shape and on a text whose key no
 * catalogue has.
 */
export function brandPack(unchecked: UncheckedBrandPack): BrandPack {
  return {
    brand: z.parse(brandSchema, unchecked.brand),
    levels: z.parse(levelsSchema, unchecked.levels),
    texts: {
      ru: z.parse(overridesSchema('ru'), unchecked.texts.ru),
      en: z.parse(overridesSchema('en'), unchecked.texts.en),
    },
  }
}

function overridesSchema<L extends Language>(language: L): z.ZodMiniType<TextOverrides<L>> {
  return z.custom<TextOverrides<L>>(
    (unchecked) =>
      typeof unchecked === 'object' &&
      unchecked !== null &&
      Object.entries(unchecked).every(([key, text]) => Object.hasOwn(CATALOGUES[language], key) && typeof text === 'string'),
    `Texts in ${language} must be strings under keys of the catalogue`,
  )
}
