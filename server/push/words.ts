import { noticeParameters } from '#server/messages/notice-words'
import { keyWithoutAmounts, NEWS } from '#server/messages/without-amounts'
import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'
import type { News } from './news.ts'

/** For whom news are put into words. */
interface Reader {
  readonly language: Language
  readonly showsAmounts: boolean
}

const LENGTH_MAX = 500

/**
 * Says what has happened, as the list of notices does. Where amounts are hidden it is a text without any (`push.…`), or the notice's own
 * where nothing in that can be an amount; else that there are news.
 */
export function pushText(texts: Texts, news: News, { language, showsAmounts }: Reader): string {
  const say = (key: string): string => texts.translateAny(language, key, noticeParameters(texts, language, news))
  if (!texts.has(news.key)) return say(NEWS)
  return cut(say(showsAmounts ? news.key : keyWithoutAmounts(texts, news.key, language)))
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length <= LENGTH_MAX ? text : `${characters.slice(0, LENGTH_MAX - 1).join('')}…`
}
