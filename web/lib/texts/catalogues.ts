import type { Language } from '#texts/languages'
import type { Catalogue } from '#texts/translate'

/** The URL of each language's texts in the built page (scripts/page/text-files.ts); undefined in development and tests. */
declare const TEXT_FILES: Readonly<Record<Language, string>> | undefined

/** A page loads only the language it shows. */
const BUILT_IN: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  ru: async () => (typeof TEXT_FILES === 'undefined' ? (await import('#texts/ru')).ru : fetchTexts(TEXT_FILES.ru)),
  en: async () => (typeof TEXT_FILES === 'undefined' ? (await import('#texts/en')).en : fetchTexts(TEXT_FILES.en)),
}

// A glob needs a relative path; only this file and brand-parts.ts leave the folder by "..".
const BRAND_TEXTS = import.meta.glob<{ readonly texts: Catalogue }>('../../../brands/*/texts.*.ts')

const cache = new Map<string, Promise<Catalogue>>()

/** Loads the built-in texts of a language with the brand's over them; once. */
export function loadCatalogue(language: Language, brandId: string): Promise<Catalogue> {
  const name = `${brandId}/texts.${language}`
  const cached = cache.get(name)
  if (cached) return cached
  const loading = load(language, name).catch((failure: unknown) => {
    // So that it can be retried.
    cache.delete(name)
    throw failure
  })
  cache.set(name, loading)
  return loading
}

async function load(language: Language, name: string): Promise<Catalogue> {
  const [texts, brandTexts] = await Promise.all([BUILT_IN[language](), BRAND_TEXTS[`../../../brands/${name}.ts`]?.()])
  return { ...texts, ...brandTexts?.texts }
}

async function fetchTexts(address: string): Promise<Catalogue> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The texts failed with ${response.status}`)
  return response.json()
}
