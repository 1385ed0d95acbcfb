import { noticeParameters } from '#server/messages/notice-words'
import { keyWithoutAmounts, NEWS } from '#server/messages/without-amounts'
import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'
import type { NoticeView } from './notifications.ts'

/** A notification in words, and in others where those name an amount and amounts are hidden. */
interface NoticeWords {
  readonly message: string
  readonly masked_message?: string
}

/** Puts a notification into the reader's words. What the operator wrote may name an amount wherever there is a digit in it. */
export function noticeWords(texts: Texts, language: Language, notice: NoticeView): NoticeWords {
  const say = (key: string): string => texts.translateAny(language, key, noticeParameters(texts, language, notice))
  const message = say(notice.key)
  const masked = keyWithoutAmounts(texts, notice.key, language)
  if (masked !== NEWS) return masked === notice.key ? { message } : { message, masked_message: say(masked) }
  return /\p{N}/u.test(message) ? { message, masked_message: texts.translate(language, 'notif.masked') } : { message }
}
