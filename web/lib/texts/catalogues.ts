import type { Language } from '#texts/languages'
import type { Catalogue } from '#texts/translate'

/** The URL of each language's texts in the built page (scripts/page/text-files.ts); undefined in development and tests. */
declare const TEXT_FILES: Readonly<Record<Language, string>> | undefined

/** A page loads only the language it shows. */
async function builtIn(language: Language): Promise<Catalogue> {
  if (typeof TEXT_FILES !== 'undefined') return fetchTexts(TEXT_FILES[language])
  const { CATALOGUES } = await import('#texts/texts')
  return CATALOGUES[language]
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

/** The texts of a language that are there when no others can be fetched (texts/start.ts): the built page has them with it. */
export async function loadStartTexts(language: Language): Promise<Catalogue> {
  if (typeof TEXT_FILES === 'undefined') return builtIn(language)
  const meta = document.querySelector<HTMLMetaElement>('[name=wallet-start-texts]')
  return JSON.parse(meta?.content ?? '{}')[language]
}

async function load(language: Language, name: string): Promise<Catalogue> {
  const [texts, brandTexts] = await Promise.all([builtIn(language), BRAND_TEXTS[`../../../brands/${name}.ts`]?.()])
  return { ...texts, ...brandTexts?.texts }
}

async function fetchTexts(address: string): Promise<Catalogue> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The texts failed with ${response.status}`)
  return response.json()
}
