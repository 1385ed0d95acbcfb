const DAY_MS = 86_400_000

/** A range of local time to the minute; both its first and its last minute are included. */
export interface DateRange {
  readonly start: Date
  readonly end: Date
}

/** The presets, in display order. */
export const PRESETS = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
] as const
export type Preset = (typeof PRESETS)[number]

/** The period of the history: all days, a preset (relative to today), or a custom range. */
export type Period = 'all' | Preset | DateRange

/** The first day of a week: Sunday, or Monday (an option, off by default). */
export type WeekStart = 0 | 1

/** The context of a preset: the current day, and the first day of the week. */
export interface Today {
  readonly now: Date
  readonly weekStart: WeekStart
}

/** The whole days of a preset, first to last. Computed on calendar fields, so that a day of 23 or 25 hours is a day. */
export function rangeOfPreset(preset: Preset, { now, weekStart }: Today): DateRange {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const sinceWeekStart = (now.getDay() - weekStart + 7) % 7
  const weekDay = day - sinceWeekStart
  switch (preset) {
    case 'today':
      return wholeDays(new Date(year, month, day), new Date(year, month, day))
    case 'yesterday':
      return wholeDays(new Date(year, month, day - 1), new Date(year, month, day - 1))
    case 'this_week':
      return wholeDays(new Date(year, month, weekDay), new Date(year, month, weekDay + 6))
    case 'last_week':
      return wholeDays(new Date(year, month, weekDay - 7), new Date(year, month, weekDay - 1))
    case 'this_month':
      return wholeDays(new Date(year, month, 1), new Date(year, month + 1, 0))
    case 'last_month':
      return wholeDays(new Date(year, month - 1, 1), new Date(year, month, 0))
    case 'this_year':
      return wholeDays(new Date(year, 0, 1), new Date(year, 11, 31))
    case 'last_year':
      return wholeDays(new Date(year - 1, 0, 1), new Date(year - 1, 11, 31))
  }
}

/** The range of a period; undefined for all days. */
export function rangeOf(period: Period, today: Today): DateRange | undefined {
  if (period === 'all') return undefined
  return typeof period === 'string' ? rangeOfPreset(period, today) : period
}

/** From the first minute of one day to the last of another, swapped if necessary. */
export function wholeDays(one: Date, other: Date): DateRange {
  const [first, last] = one <= other ? [one, other] : [other, one]
  return {
    start: new Date(first.getFullYear(), first.getMonth(), first.getDate()),
    end: new Date(last.getFullYear(), last.getMonth(), last.getDate(), 23, 59),
  }
}

/** Whether a range consists of whole days, so that its times need not be shown. */
export function isWholeDays({ start, end }: DateRange): boolean {
  const whole = wholeDays(start, end)
  return whole.start.getTime() === start.getTime() && whole.end.getTime() === end.getTime()
}

/**
 * The start of the period before a range, which ends where the range begins: as many months before whole months, as many days before
 * whole days, both by the calendar. Undefined for a range with times, whose previous period has the same length.
 */
export function startBefore(range: DateRange): Date | undefined {
  if (!isWholeDays(range)) return undefined
  const { start, end } = range
  const [year, month, day] = [start.getFullYear(), start.getMonth(), start.getDate()]
  const after = new Date(end.getFullYear(), end.getMonth(), end.getDate() + 1)
  if (day === 1 && after.getDate() === 1) {
    const months = (after.getFullYear() - year) * 12 + after.getMonth() - month
    return new Date(year, month - months, 1)
  }
  const days = Math.round((after.getTime() - start.getTime()) / DAY_MS)
  return new Date(year, month, day - days)
}

/** The range as the API expects it: instants in UTC, `to` exclusive. */
export function instantsOf({ start, end }: DateRange): { readonly from: string; readonly to: string } {
  const after = new Date(end.getFullYear(), end.getMonth(), end.getDate(), end.getHours(), end.getMinutes() + 1)
  return { from: start.toISOString(), to: after.toISOString() }
}
