import { useMemo } from 'react'
import { factsOf, type Language } from '#texts/languages'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from './texts.tsx'

/** How to format a date: the language, the current time (for "today" and for leaving the year out) and the zone. */
export interface FormatContext {
  readonly language: Language
  readonly now?: Date
  /** IANA name; the device's zone by default. */
  readonly timeZone?: string
}

/** The time of an instant, `14:05`. Nothing for a text that is no instant. */
export function formatTime(instant: string | Date, context: FormatContext): string {
  const date = new Date(instant)
  if (context.timeZone !== undefined || Number.isNaN(date.getTime())) {
    return printInstant(instant, context, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  }
  // The same in every language, and an Intl.DateTimeFormat takes long to create (texts/languages.ts).
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The day of an instant: `7 марта`, of another year `7 марта 2024`. Nothing for a text that is no instant. */
export function formatDay(instant: string | Date, context: FormatContext): string {
  const day = wallDay(new Date(instant), context)
  if (!day) return ''
  return printDay(day, context, day.year === wallDay(context.now ?? new Date(), context)?.year ? undefined : 'numeric')
}

/** The day and time of an instant: `7 марта, 14:05`. Nothing for a text that is no instant. */
export function formatDateTime(instant: string | Date, context: FormatContext): string {
  return [formatDay(instant, context), formatTime(instant, context)].filter(Boolean).join(', ')
}

/** The heading of a group of rows: today, yesterday, or another day. */
export function dayKind(instant: string | Date, context: FormatContext): 'today' | 'yesterday' | 'other' {
  const now = context.now ?? new Date()
  const day = dayNumber(instant, context)
  if (day === dayNumber(now, context)) return 'today'
  return day === dayNumber(now, context) - 1 ? 'yesterday' : 'other'
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
      time: (instant) => formatTime(instant, context),
      day: (instant) => formatDay(instant, context),
      dateTime: (instant) => formatDateTime(instant, context),
      dayHead: (instant) => {
        const kind = dayKind(instant, context)
        return kind === 'other' ? formatDay(instant, context) : heads[kind]()
      },
    }
  }, [language, t])
}

/** An instant in words of the language, by what of it is asked for. Nothing for a text that is no instant. */
export function printInstant(
  instant: string | Date,
  { language, timeZone }: FormatContext,
  options: Intl.DateTimeFormatOptions,
): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const zone = timeZone === undefined ? {} : { timeZone }
  // Russian ends a full date with "г.", which a date in a list does not need.
  return dateTimeFormat(factsOf(language).locale, { ...options, ...zone })
    .format(date)
    .replace(/\s*г\.$/, '')
}

/** Days since 1970 in the zone's calendar. */
function dayNumber(instant: string | Date, context: FormatContext): number {
  const day = wallDay(new Date(instant), context)
  return day ? Date.UTC(day.year, day.month, day.day) / 86_400_000 : Number.NaN
}

function printDay({ year, month, day }: WallDay, { language }: FormatContext, withYear?: 'numeric'): string {
  const { months } = factsOf(language)
  if (months) return [day, months.split(' ')[month], withYear && year].filter(Boolean).join(' ')
  return printInstant(new Date(year, month, day), { language }, { day: 'numeric', month: 'long', year: withYear })
}

interface WallDay {
  readonly year: number
  /** From 0. */
  readonly month: number
  readonly day: number
}

/** The day in the zone's calendar. The device's own zone is read from Date: a formatter takes many times longer. */
function wallDay(date: Date, { timeZone }: FormatContext): WallDay | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  if (timeZone === undefined) return { year: date.getFullYear(), month: date.getMonth(), day: date.getDate() }
  const format = dateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
  const [year = 0, month = 0, day = 0] = format.format(date).split('-').map(Number)
  return { year, month: month - 1, day }
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
