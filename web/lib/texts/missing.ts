import type { Language } from '#texts/languages'
import type { TextKey } from '#texts/texts'
import { sessionStore } from '#web/lib/session/session.ts'
import type { Translate } from './texts.tsx'

const AGREEMENTS: ReadonlySet<string> = new Set(['reason.offer', 'reason.data', 'reason.terms'])
// An empty row of boxes says it by itself.
const SPOKEN_BY_BOXES: ReadonlySet<string> = new Set([
  'reason.code',
  'reason.email_code',
  'reason.pin',
  'reason.pin_present',
  'reason.pin_new',
])

/** The most fields that the line names. Above that it says only that fields are empty: which ones is plain to see. */
const NAMED_MAX = 3

/**
 * What a form still needs, as a sentence: «Укажите сумму и номер карты»; `reason.missing_own` where all of it is the person's own; of more
 * than three fields no names. To agree is asked for once all else is there. Nothing where only digits of a code or a PIN are missing, or
 * nothing is.
 */
export function missingText(
  t: Translate,
  keys: readonly TextKey[],
  sentence: 'reason.missing' | 'reason.missing_own' = 'reason.missing',
  language: Language = sessionStore.getState().language,
): string | undefined {
  const fields = keys.filter((key) => !AGREEMENTS.has(key) && !SPOKEN_BY_BOXES.has(key))
  if (fields.length === 0) return keys.some((key) => AGREEMENTS.has(key)) ? t('reason.agree') : undefined
  if (fields.length > NAMED_MAX) return t('reason.many')
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return t(sentence, { fields: list.format(fields.map((key) => t(key))) })
}
