import { legParameters } from '#server/ledger/leg-parameters'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import type { TextKey, TextParameters } from '#texts/texts'
import type { Line } from './history.ts'
import type { StatementOf } from './statement.ts'

/** In whose words a statement is, and by which clock. */
export interface StatementWords {
  readonly t: (key: TextKey, parameters?: TextParameters) => string
  readonly language: Language
  /** IANA name. */
  readonly timeZone: string
}

/** What a line was, and with whom: `Карта •• 4821`, with the words of its sender where there are some, and how it stands unless it is complete. */
export function lineText({ description, note, state, status }: Line, { t, language }: StatementWords): string {
  const what = t(description.key, legParameters(description.parameters, language, t('person.closed')))
  return [what, note, state === 'complete' ? undefined : t(status)].filter((part) => part !== undefined).join(' · ')
}

/** Prints days and times of a statement in its zone. */
export function clockOf({ language, timeZone }: Pick<StatementWords, 'language' | 'timeZone'>) {
  const { locale } = LANGUAGE_FACTS[language]
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' })
  const both = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return { day: (at: Date) => day.format(at), time: (at: Date) => both.format(at) }
}

/** From when to when a statement is: by days, whose last is that of its last moment. */
export function periodText({ from, to }: Pick<StatementOf, 'from' | 'to'>, words: StatementWords): string {
  const { day } = clockOf(words)
  const last = new Date(Math.max(from.getTime(), to.getTime() - 1))
  const [first, end] = [day(from), day(last)]
  return first === end ? first : `${first} – ${end}`
}
