import { useMemo } from 'react'
import { factsOf, type Language } from '#texts/languages'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from './texts.tsx'

/** How to format a date, always in the device's zone: the language, and the current time (for "today" and for leaving the year out). */
export interface FormatContext {
  readonly language: Language
  readonly now?: Date
}

/** The time of an instant, `14:05`. Nothing for a text that is no instant. */
export function formatTime(instant: string | Date): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  // The same in every language, and an Intl.DateTimeFormat takes long to create (texts/languages.ts).
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The day of an instant: `7 марта`, of another year `7 марта 2024`. Nothing for a text that is no instant. */
export function formatDay(instant: string | Date, context: FormatContext): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const year = date.getFullYear() === (context.now ?? new Date()).getFullYear() ? undefined : 'numeric'
  const { months } = factsOf(context.language)
  if (!months) return printInstant(date, context, { day: 'numeric', month: 'long', year })
  return [date.getDate(), months.split(' ')[date.getMonth()], year && date.getFullYear()].filter(Boolean).join(' ')
}

/** The day and time of an instant: `7 марта, 14:05`. Nothing for a text that is no instant. */
export function formatDateTime(instant: string | Date, context: FormatContext): string {
  return [formatDay(instant, context), formatTime(instant)].filter(Boolean).join(', ')
}

/** The heading of a group of rows: today, yesterday, or another day. */
export function dayKind(
  instant: string | Date,
  { now = new Date() }: Pick<FormatContext, 'now'> = {},
): 'today' | 'yesterday' | 'other' {
  const daysAgo = dayNumber(now) - dayNumber(instant)
  return daysAgo === 0 ? 'today' : daysAgo === 1 ? 'yesterday' : 'other'
}

/** The dates and times of the page, in its language. */
export interface Formats {
  readonly time: (instant: string | Date) => string
  readonly day: (instant: string | Date) => string
  readonly dateTime: (instant: string | Date) => string
  /** The heading of a group of rows: "Today", "Yesterday", or the day. */
  readonly dayHead: (instant: string | Date) => string
}

/** The functions above, bound to the language of the page. */
export function useFormats(): Formats {
  const language = useSession((session) => session.language)
  const t = useTranslate()
  return useMemo(() => {
    const context = { language }
    const heads = { today: () => t('tx.today'), yesterday: () => t('tx.yesterday') }
    return {
      time: formatTime,
      day: (instant) => formatDay(instant, context),
      dateTime: (instant) => formatDateTime(instant, context),
      dayHead: (instant) => {
        const kind = dayKind(instant)
        return kind === 'other' ? formatDay(instant, context) : heads[kind]()
      },
    }
  }, [language, t])
}

/** An instant in words of the language, by what of it is asked for. Nothing for a text that is no instant. */
export function printInstant(instant: string | Date, { language }: FormatContext, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  // Russian ends a full date with "г.", which a date in a list does not need.
  return dateTimeFormat(factsOf(language).locale, options)
    .format(date)
    .replace(/\s*г\.$/, '')
}

/** Days since 1970 in the device's calendar; no number for a text that is no instant. */
function dayNumber(instant: string | Date): number {
  const date = new Date(instant)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A cached Intl.DateTimeFormat: creating one takes longer than formatting a hundred dates with it. Without a time zone in its options it
 * keeps the device's zone from when it was created.
 */
function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
