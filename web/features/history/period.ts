/** A stretch of the local calendar to the minute; both its first and its last minute belong to it. */
export interface DateRange {
  readonly start: Date
  readonly end: Date
}

/** The presets, in the order they are offered in. */
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

/** What the history is of: all days, a preset (which moves on with the calendar), or a range of one's own. */
export type Period = 'all' | Preset | DateRange

/** The first day of a week: Sunday, or Monday (an option, off by default). */
export type WeekStart = 0 | 1

/** When a preset is read: on which day, and where weeks begin. */
export interface Today {
  readonly now: Date
  readonly weekStart: WeekStart
}

/** Whole days of a preset, first to last. By the fields of the local calendar, so that a day of 23 or 25 hours is a day. */
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

/** The range of a period; nothing for all days. */
export function rangeOf(period: Period, today: Today): DateRange | undefined {
  if (period === 'all') return undefined
  return typeof period === 'string' ? rangeOfPreset(period, today) : period
}

/** From the first minute of one day to the last of another; turned round, they are swapped. */
export function wholeDays(one: Date, other: Date): DateRange {
  const [first, last] = one <= other ? [one, other] : [other, one]
  return {
    start: new Date(first.getFullYear(), first.getMonth(), first.getDate()),
    end: new Date(last.getFullYear(), last.getMonth(), last.getDate(), 23, 59),
  }
}

/** Whether a range is of whole days, so that its times need not be told. */
export function isWholeDays({ start, end }: DateRange): boolean {
  const whole = wholeDays(start, end)
  return whole.start.getTime() === start.getTime() && whole.end.getTime() === end.getTime()
}

/** The range as the API takes it: instants in UTC, `to` being the first that does not belong to it. */
export function instantsOf({ start, end }: DateRange): { readonly from: string; readonly to: string } {
  const after = new Date(end.getFullYear(), end.getMonth(), end.getDate(), end.getHours(), end.getMinutes() + 1)
  return { from: start.toISOString(), to: after.toISOString() }
}
