/** The end of a range that a date stands for: a day without a time is its first minute as a start, its last as an end. */
export type Edge = 'start' | 'end'

/** The accepted input: day, month and year, optionally hours and minutes, separated by dots, dashes or slashes. */
const TYPED = /^([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})(?:[ ,T]+([0-9]{1,2}):([0-9]{2}))?$/
const LAST_MINUTE: Readonly<Record<Edge, readonly [number, number]>> = { start: [0, 0], end: [23, 59] }

/** Calendar and clock fields, `month` from 1. Some combinations do not exist, because clocks go forward. */
interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/** Parses `DD/MM/YYYY HH:mm` or `DD/MM/YYYY` in local time; undefined when it is invalid. */
export function readTyped(text: string, edge: Edge): Date | undefined {
  const wall = readWall(text, edge)
  return wall && new Date(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
}

/** Formats a date as it is typed, `DD/MM/YYYY HH:mm`. */
export function typedText(date: Date): string {
  return textOf({
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
  })
}

/**
 * Adds minutes to a typed text, negative to subtract; undefined when it is invalid. Computed on fields, so that no clock change blocks
 * the step.
 */
export function stepTyped(text: string, edge: Edge, minutes: number): string | undefined {
  const wall = readWall(text, edge)
  if (!wall) return undefined
  const moved = new Date(Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute + minutes))
  return textOf({
    year: moved.getUTCFullYear(),
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
    hour: moved.getUTCHours(),
    minute: moved.getUTCMinutes(),
  })
}

function readWall(text: string, edge: Edge): WallTime | undefined {
  const match = TYPED.exec(text.trim())
  if (!match) return undefined
  const [day = 0, month = 0, year = 0] = match.slice(1, 4).map(Number)
  const [defaultHour, defaultMinute] = LAST_MINUTE[edge]
  const wall = { year, month, day, hour: Number(match[4] ?? defaultHour), minute: Number(match[5] ?? defaultMinute) }
  const onPaper = new Date(Date.UTC(year, month - 1, day, wall.hour, wall.minute))
  // A day that the month does not have, or a year before 100, becomes another date.
  return onPaper.toISOString().startsWith(isoOf(wall)) ? wall : undefined
}

function isoOf({ year, month, day, hour, minute }: WallTime): string {
  return `${padded(year, 4)}-${padded(month)}-${padded(day)}T${padded(hour)}:${padded(minute)}`
}

function textOf({ year, month, day, hour, minute }: WallTime): string {
  return `${padded(day)}/${padded(month)}/${padded(year, 4)} ${padded(hour)}:${padded(minute)}`
}

function padded(number: number, length = 2): string {
  return String(number).padStart(length, '0')
}
