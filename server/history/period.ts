/** A stretch of time: from `from` on, before `to`. An open end is infinite, in PostgreSQL's spelling. */
export interface Period {
  readonly from: Date | '-infinity'
  readonly to: Date | 'infinity'
}

/** Reads a period from the wire's instants (ISO 8601, checked by the contract). Turned round, the ends are swapped. */
export function readPeriod({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): Period {
  const start = from === undefined ? '-infinity' : new Date(from)
  const end = to === undefined ? 'infinity' : new Date(to)
  return start instanceof Date && end instanceof Date && start > end ? { from: end, to: start } : { from: start, to: end }
}

const DAY_MS = 86_400_000

/** The whole days of a period, by UTC: from midnight to midnight. Where it has none both ends are its own end. */
export function wholeDaysOf({ from, to }: Period): Period {
  const first = from instanceof Date ? new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS) : from
  const last = to instanceof Date ? new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS) : to
  if (to instanceof Date && first instanceof Date && last instanceof Date && first >= last) return { from: to, to }
  return { from: first, to: last }
}

/**
 * The period before one: as long as it, or from `start` on, which is before it. Of a period that goes on only so much of that one as has
 * passed: half a month is compared with half a month. One without an end goes on until now; nothing precedes one that has no start, is
 * empty or has not begun.
 */
export function periodBefore(
  { from, to }: Period,
  now: Date,
  start?: Date,
): { readonly from: Date; readonly to: Date } | undefined {
  if (!(from instanceof Date)) return undefined
  const end = to instanceof Date ? to : now
  if (end <= from || now <= from) return undefined
  const first = start?.getTime() ?? from.getTime() - (end.getTime() - from.getTime())
  const last = now < end ? Math.min(first + (now.getTime() - from.getTime()), from.getTime()) : from.getTime()
  return { from: new Date(first), to: new Date(last) }
}
