import { createInstance } from 'i18next'
import { Fragment, type ReactNode, useSyncExternalStore } from 'react'
import type { Language } from '#texts/languages'
import { i18nextOptions } from '#texts/options'
import { startTexts } from '#texts/start'
import type { TextKey, TextParameters } from '#texts/texts'
import { queryClient } from './query-client.ts'
import { setLanguage, useSession } from './session.ts'

/** Gives the text of a key in the language of the page, with its parameters filled in. */
export type Texts = (key: TextKey, parameters?: TextParameters) => string

type Catalogue = Readonly<Record<string, string>>

/** Each language is its own chunk: a page loads the one it shows. */
const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  ru: async () => (await import('#texts/ru')).ru,
  en: async () => (await import('#texts/en')).en,
}

// A glob needs a path; this is the one place besides brand.ts that walks out of the room by "..".
const BRAND_TEXTS = import.meta.glob<{ readonly texts: Catalogue }>('../../brands/*/texts.*.ts')

const NAMESPACE = 'translation'
const instance = createInstance({
  ...i18nextOptions,
  resources: { ru: { [NAMESPACE]: startTexts.ru }, en: { [NAMESPACE]: startTexts.en } },
})
const shownBefore = new Set<Language>()

// React's binding of i18next is 4 kB of what these lines do: a new function whenever the texts are others.
let texts = bindTexts()
const listeners = new Set<() => void>()

/** Shows the few texts that the page carries with itself: the others could not be fetched. */
export async function showStartTexts(language: Language): Promise<void> {
  if (!instance.isInitialized) await instance.init({ lng: language })
  else await instance.changeLanguage(language)
  document.documentElement.lang = language
  tellListeners()
}

/** Loads the texts of a language with the brand's over them and shows them; the page's `lang` says which. */
export async function showLanguage(language: Language, brandId: string): Promise<void> {
  if (!shownBefore.has(language)) {
    const [catalogue, brandTexts] = await Promise.all([
      CATALOGUES[language](),
      BRAND_TEXTS[`../../brands/${brandId}/texts.${language}.ts`]?.(),
    ])
    if (!instance.isInitialized) await instance.init({ lng: language })
    instance.addResources(language, NAMESPACE, { ...catalogue, ...brandTexts?.texts })
    shownBefore.add(language)
  }
  await instance.changeLanguage(language)
  document.documentElement.lang = language
  tellListeners()
}

/** Follows the language of the session; what the server words (statuses, notifications) is asked for anew. Returns how to stop. */
export function followLanguage(brandId: string): () => void {
  return useSession.subscribe(async (session, before) => {
    if (session.language === before.language) return
    try {
      await showLanguage(session.language, brandId)
      await queryClient.invalidateQueries()
    } catch {
      // The texts could not be fetched: the page stays in the language it speaks.
      setLanguage(before.language)
    }
  })
}

/** Puts the server's texts above those built into the page (spec point 7, text-data). */
export function overrideTexts(language: Language, served: readonly { readonly iname: string; readonly text: string }[]): void {
  instance.addResources(language, NAMESPACE, Object.fromEntries(served.map(({ iname, text }) => [iname, text])))
  tellListeners()
}

/** The texts of the page; the component is drawn again when the language or the texts change. */
export function useTexts(): Texts {
  return useSyncExternalStore(listen, () => texts)
}

/** Whether there is a text of this key, for keys put together from a brand's data such as `document.${id}`. */
export function hasText(key: string): key is TextKey {
  return instance.exists(key)
}

interface LinkedTextProps {
  readonly text: string
  /** Draws the part between `<doc>` and `</doc>`. */
  readonly link: (words: string) => ReactNode
}

/** A text in which one part, marked `<doc>…</doc>` in the catalogue, is a link. */
export function LinkedText({ text, link }: LinkedTextProps): ReactNode {
  const [before = '', words, after = ''] = text.split(/<\/?doc>/)
  return (
    <Fragment>
      {before}
      {words === undefined ? null : link(words)}
      {after}
    </Fragment>
  )
}

function bindTexts(): Texts {
  return (key, parameters) => instance.t(key, { ...parameters })
}

function tellListeners(): void {
  texts = bindTexts()
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
