// Apart from format.ts: no first screen needs them.
import { LANGUAGE_FACTS } from '#texts/languages'
import { type FormatContext, formatDay, printInstant } from './format.ts'

/** The month of a day with its year, for a calendar's heading: `март 2026`. */
export function formatMonth(day: Date, context: FormatContext): string {
  return printInstant(day, context, { month: 'long', year: 'numeric' })
}

/** A day with the name of its weekday and its year, `суббота, 7 марта 2026`, for screen readers. */
export function formatWeekdayAndDay(day: Date, context: FormatContext): string {
  return printInstant(day, context, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** The name of a weekday: two letters in Russian, three in English; or whole. */
export function formatWeekday(day: Date, context: FormatContext, length: 'short' | 'long'): string {
  return printInstant(day, context, { weekday: length })
}

/** A share in per cent with one decimal: `42,3 %` in Russian, `42.3%` in English. */
export function formatPercent(percent: number, { language }: FormatContext): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return new Intl.NumberFormat(LANGUAGE_FACTS[language].locale, { style: 'percent', ...digits }).format(percent / 100)
}

/** The span between two days, `1 марта – 7 марта`; one day stands alone. The earlier comes first, whichever was given first. */
export function formatRange(start: Date, end: Date, context: FormatContext): string {
  const [from, to] = start <= end ? [start, end] : [end, start]
  const days = [formatDay(from, context), formatDay(to, context)]
  if (days[0] === days[1]) return days[0] ?? ''
  return days.join(' – ')
}

/** Seconds as a timer, `0:42`. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

/** The day of an instant with its year, `7 марта 2024`. Nothing for a text that is no instant. */
export function formatFullDay(instant: string | Date, context: FormatContext): string {
  return printInstant(instant, context, { day: 'numeric', month: 'long', year: 'numeric' })
}
