import { noticeParameters } from '#server/messages/notice-words'
import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'
import type { News } from './news.ts'

/** For whom news are put into words. */
interface Reader {
  readonly language: Language
  readonly showsAmounts: boolean
}

// What may fill the text of a notice that was not written for hidden amounts; any other may be one, or have one in it.
const WITHOUT_AMOUNTS = new Set(['device', 'not_me', 'level', 'brand', 'person', 'seller', 'last'])
const PLACE = /\{(\w+)\}/g
const LENGTH_MAX = 500

/**
 * Says what has happened, as the list of notices does. Where amounts are hidden it is a text without any (`push.…`), or the notice's own
 * where nothing in that can be an amount; else that there are news.
 */
export function pushText(texts: Texts, news: News, { language, showsAmounts }: Reader): string {
  const say = (key: string): string => texts.translateAny(language, key, noticeParameters(texts, language, news))
  if (!texts.has(news.key)) return say('push.news')
  return cut(say(showsAmounts ? news.key : keyWithoutAmounts(texts, news.key, language)))
}

/** The key of a text that says the same and no amount. */
export function keyWithoutAmounts(texts: Texts, key: string, language: Language): string {
  const own = key.replace(/^notification\./, 'push.')
  if (texts.has(own)) return own
  const places = [...(texts.all(language)[key] ?? '{unknown}').matchAll(PLACE)].map(([, name = '']) => name)
  return places.every((name) => WITHOUT_AMOUNTS.has(name)) ? key : 'push.news'
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length <= LENGTH_MAX ? text : `${characters.slice(0, LENGTH_MAX - 1).join('')}…`
}
