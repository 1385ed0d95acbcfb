import { useMemo } from 'react'
import type { Language } from '#texts/languages'
import { MONTHS } from '#texts/months'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTexts } from './texts.tsx'

const LOCALES: Readonly<Record<Language, string>> = { ru: 'ru-RU', en: 'en-GB' }

/** When a date is read: the language, the moment that is now (for "today" and for leaving the year out) and the zone. */
export interface Reading {
  readonly language: Language
  readonly now?: Date
  /** IANA name; the device's when left out. */
  readonly timeZone?: string
}

/** The time of an instant, `14:05`. Nothing for a text that is no instant. */
export function formatTime(instant: string | Date, reading: Reading): string {
  const date = new Date(instant)
  if (reading.timeZone !== undefined || Number.isNaN(date.getTime())) {
    return print(instant, reading, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  }
  // Both languages write it alike, and a format of the platform takes long to make (texts/months.ts).
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The day of an instant: `7 марта`, of another year `7 марта 2024`. Nothing for a text that is no instant. */
export function formatDay(instant: string | Date, reading: Reading): string {
  const day = wallDay(new Date(instant), reading)
  if (!day) return ''
  return day.year === wallDay(reading.now ?? new Date(), reading)?.year ? dayOfYear(day, reading) : fullDay(day, reading)
}

/** The day of an instant with its year, `7 марта 2024`. Nothing for a text that is no instant. */
export function formatFullDay(instant: string | Date, reading: Reading): string {
  const day = wallDay(new Date(instant), reading)
  return day ? fullDay(day, reading) : ''
}

/** The day and time of an instant: `7 марта, 14:05`. Nothing for a text that is no instant. */
export function formatDateTime(instant: string | Date, reading: Reading): string {
  return [formatDay(instant, reading), formatTime(instant, reading)].filter(Boolean).join(', ')
}

/** The span between two days, `1 марта – 7 марта`; one day stands alone. The earlier comes first, whichever was given first. */
export function formatRange(start: Date, end: Date, reading: Reading): string {
  const [from, to] = start <= end ? [start, end] : [end, start]
  const days = [formatDay(from, reading), formatDay(to, reading)]
  if (days[0] === days[1]) return days[0] ?? ''
  return days.join(' – ')
}

/** The month of a day with its year, as a calendar is headed: `март 2026`. */
export function formatMonth(day: Date, reading: Reading): string {
  return print(day, reading, { month: 'long', year: 'numeric' })
}

/** A day with the name of its weekday and its year, `суббота, 7 марта 2026`, for the ear. */
export function formatWeekdayAndDay(day: Date, reading: Reading): string {
  return print(day, reading, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** The name of a weekday: two letters in Russian, three in English; or whole. */
export function formatWeekday(day: Date, reading: Reading, length: 'short' | 'long'): string {
  return print(day, reading, { weekday: length })
}

/** A share in per cent with one decimal: `42,3 %` in Russian, `42.3%` in English. */
export function formatPercent(percent: number, { language }: Reading): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return new Intl.NumberFormat(LOCALES[language], { style: 'percent', ...digits }).format(percent / 100)
}

/** What heads a group of rows: today, yesterday, or another day. */
export function dayKind(instant: string | Date, reading: Reading): 'today' | 'yesterday' | 'other' {
  const now = reading.now ?? new Date()
  const day = dayNumber(instant, reading)
  if (day === dayNumber(now, reading)) return 'today'
  return day === dayNumber(now, reading) - 1 ? 'yesterday' : 'other'
}

/** Seconds as a timer, `0:42`. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

/** The dates and times of the page, in its language. */
export interface Formats {
  readonly time: (instant: string | Date) => string
  readonly day: (instant: string | Date) => string
  readonly fullDay: (instant: string | Date) => string
  readonly dateTime: (instant: string | Date) => string
  readonly range: (start: Date, end: Date) => string
  /** The head of a group of rows: "Today", "Yesterday", or the day. */
  readonly dayHead: (instant: string | Date) => string
  readonly countdown: (seconds: number) => string
}

/** The formats above, bound to the language of the page. */
export function useFormats(): Formats {
  const language = useSession((session) => session.language)
  const t = useTexts()
  return useMemo(() => {
    const reading = { language }
    const heads = { today: () => t('tx.today'), yesterday: () => t('tx.yesterday') }
    return {
      time: (instant) => formatTime(instant, reading),
      day: (instant) => formatDay(instant, reading),
      fullDay: (instant) => formatFullDay(instant, reading),
      dateTime: (instant) => formatDateTime(instant, reading),
      range: (start, end) => formatRange(start, end, reading),
      dayHead: (instant) => {
        const kind = dayKind(instant, reading)
        return kind === 'other' ? formatDay(instant, reading) : heads[kind]()
      },
      countdown: formatCountdown,
    }
  }, [language, t])
}

function print(instant: string | Date, { language, timeZone }: Reading, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const zone = timeZone === undefined ? {} : { timeZone }
  // Russian ends a full date with "г.", which a date in a list does not need.
  return dateTimeFormat(LOCALES[language], { ...options, ...zone })
    .format(date)
    .replace(/\s*г\.$/, '')
}

/** Days since 1970 on the wall calendar of the zone. */
function dayNumber(instant: string | Date, reading: Reading): number {
  const day = wallDay(new Date(instant), reading)
  return day ? Date.UTC(day.year, day.month, day.day) / 86_400_000 : Number.NaN
}

function dayOfYear({ day, month }: WallDay, { language }: Reading): string {
  return `${day} ${MONTHS[language][month]}`
}

function fullDay(day: WallDay, reading: Reading): string {
  return `${dayOfYear(day, reading)} ${day.year}`
}

interface WallDay {
  readonly year: number
  /** From 0. */
  readonly month: number
  readonly day: number
}

/** The day on the wall calendar of the zone. The device's own is asked of the clock: a format for it takes many times longer. */
function wallDay(date: Date, { timeZone }: Reading): WallDay | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  if (timeZone === undefined) return { year: date.getFullYear(), month: date.getMonth(), day: date.getDate() }
  const format = dateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
  const [year = 0, month = 0, day = 0] = format.format(date).split('-').map(Number)
  return { year, month: month - 1, day }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A date format of the platform, made once: making one takes longer than writing a hundred dates with it. Without a time zone in its
 * options it keeps to the device's of when it was made.
 */
function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
