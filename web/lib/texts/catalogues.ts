import type { Language } from '#texts/languages'
import type { Catalogue } from '#texts/translate'

/** Where the built page has the texts of each language (scripts/page/text-files.ts); not there in development and in tests. */
declare const TEXT_FILES: Readonly<Record<Language, string>> | undefined

/** A page loads the language it shows. */
const BUILT_IN: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  ru: async () => (typeof TEXT_FILES === 'undefined' ? (await import('#texts/ru')).ru : fetchTexts(TEXT_FILES.ru)),
  en: async () => (typeof TEXT_FILES === 'undefined' ? (await import('#texts/en')).en : fetchTexts(TEXT_FILES.en)),
}

// A glob needs a path; only this file and brand-parts.ts walk out of the room by "..".
const BRAND_TEXTS = import.meta.glob<{ readonly texts: Catalogue }>('../../../brands/*/texts.*.ts')

const asked = new Map<string, Promise<Catalogue>>()

/** Loads the built-in texts of a language with the brand's over them; once. */
export function loadCatalogue(language: Language, brandId: string): Promise<Catalogue> {
  const name = `${brandId}/texts.${language}`
  const known = asked.get(name)
  if (known) return known
  const asking = askFor(language, name).catch((failure: unknown) => {
    // So that it can be asked for again.
    asked.delete(name)
    throw failure
  })
  asked.set(name, asking)
  return asking
}

async function askFor(language: Language, name: string): Promise<Catalogue> {
  const [texts, brandTexts] = await Promise.all([BUILT_IN[language](), BRAND_TEXTS[`../../../brands/${name}.ts`]?.()])
  return { ...texts, ...brandTexts?.texts }
}

async function fetchTexts(address: string): Promise<Catalogue> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The texts answered ${answer.status}`)
  return answer.json()
}
