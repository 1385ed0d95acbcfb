import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'

/** The key of what is said where nothing can be said without an amount. */
export const NEWS = 'push.news'

// What may fill the text of a notice that was not written for hidden amounts; any other may be one, or have one in it.
const WITHOUT_AMOUNTS = new Set([
  'device',
  'named_device',
  'not_me',
  'level',
  'brand',
  'person',
  'seller',
  'last',
  'base',
  'quote',
  'rate',
  'target',
  'until',
])
const PLACE = /\{(\w+)\}/g

/**
 * The key of a text that says the same as a notice and no amount: one that was written for it (`push.…`), the notice's own where nothing in
 * that can be an amount, else NEWS.
 */
export function keyWithoutAmounts(texts: Pick<Texts, 'has' | 'all'>, key: string, language: Language): string {
  const own = key.replace(/^notification\./, 'push.')
  if (texts.has(own)) return own
  const places = [...(texts.all(language)[key] ?? '{unknown}').matchAll(PLACE)].map(([, name = '']) => name)
  return places.every((name) => WITHOUT_AMOUNTS.has(name)) ? key : NEWS
}
