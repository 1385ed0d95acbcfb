import { Fragment, type ReactNode, useSyncExternalStore } from 'react'
import { LANGUAGES, type Language } from '#texts/languages'
import type { TextKey } from '#texts/texts'
import { type Catalogue, type TextParameters, translate } from '#texts/translate'
import { queryClient } from '#web/lib/api/query-client.ts'
import { sessionStore, setLanguage } from '#web/lib/session/session.ts'
import { loadCatalogue, loadStartTexts } from './catalogues.ts'

/** Returns the text of a key in the language of the page, with its parameters filled in. */
export type Translate = (key: TextKey, parameters?: TextParameters) => string

// The built-in texts, and the server's overrides.
const builtIn = new Map<Language, Catalogue>()
const served = new Map<Language, Catalogue>()
let shown: { readonly language: Language; readonly catalogue: Catalogue } = { language: LANGUAGES[0], catalogue: {} }

// A new function whenever the texts change, so that React rerenders.
let texts = bindTexts()
const listeners = new Set<() => void>()

/** Shows the few texts bundled with the page: the others could not be fetched. */
export async function showStartTexts(language: Language): Promise<void> {
  show(language, await loadStartTexts(language))
}

/** Loads the texts of a language with the brand's overrides, shows them and sets the page's `lang`. */
export async function showLanguage(language: Language, brandId: string): Promise<void> {
  await loadTexts(language, brandId)
  showKnown(language)
}

async function loadTexts(language: Language, brandId: string): Promise<void> {
  if (!builtIn.has(language)) builtIn.set(language, await loadCatalogue(language, brandId))
}

/** Follows the language of the session and refetches what the server words (statuses, notifications). Returns an unsubscribe function. */
export function followLanguage(brandId: string): () => void {
  return sessionStore.subscribe(async (session, before) => {
    if (session.language === before.language) return
    // While texts are on their way another language may be chosen, or this one taken back.
    const isChosen = () => sessionStore.getState().language === session.language
    try {
      await loadTexts(session.language, brandId)
      if (!isChosen()) return
      showKnown(session.language)
      await queryClient.invalidateQueries()
    } catch {
      // The texts could not be fetched: the page keeps its language.
      if (isChosen()) setLanguage(before.language)
    }
  })
}

/** Overrides the built-in texts by the server's (the text-data call). */
export function overrideTexts(language: Language, results: readonly { readonly iname: string; readonly text: string }[]): void {
  const before = served.get(language)
  const others = results.filter(({ iname, text }) => builtIn.get(language)?.[iname] !== text)
  // Mostly they equal the built-in texts, and there is nothing to rerender.
  if (others.length === 0 && before === undefined) return
  served.set(language, Object.fromEntries(others.map(({ iname, text }) => [iname, text])))
  if (shown.language === language) showKnown(language)
}

/** The translate function; rerenders when the language or the texts change. */
export function useTranslate(): Translate {
  return useSyncExternalStore(listen, () => texts)
}

/** Whether a key has a text, for keys built from a brand's data such as `document.${id}`. */
export function hasText(key: string): key is TextKey {
  return Object.hasOwn(shown.catalogue, key)
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

function bindTexts(): Translate {
  return (key, parameters) => translate(shown.catalogue, shown.language, key, parameters)
}

function showKnown(language: Language): void {
  show(language, { ...builtIn.get(language), ...served.get(language) })
}

function show(language: Language, catalogue: Catalogue): void {
  shown = { language, catalogue }
  document.documentElement.lang = language
  texts = bindTexts()
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
