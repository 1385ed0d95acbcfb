import { type Period, PRESETS } from './period.ts'

/** The filter of the history; kept in the URL, so that a reload and "back" keep it. */
export interface HistoryFilter {
  readonly period: Period
  readonly accountId: string | undefined
  /** A category of the statistics. */
  readonly kind: string | undefined
}

const KIND = /^[a-z_]{1,40}$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const LOCAL = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$/

/** Parses a filter from search params; invalid values are ignored. */
export function readFilter(search: URLSearchParams): HistoryFilter {
  const account = search.get('account')
  const kind = search.get('kind')
  return {
    period: readPeriod(search),
    accountId: account !== null && ID.test(account) ? account : undefined,
    kind: kind !== null && KIND.test(kind) ? kind : undefined,
  }
}

/** The search params of a filter: `period=this_week` or the local `from=2026-03-01T00:00&to=…`, `account`, `kind`. */
export function writeFilter({ period, accountId, kind }: HistoryFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (typeof period !== 'string') {
    search.set('from', localText(period.start))
    search.set('to', localText(period.end))
  } else if (period !== 'all') search.set('period', period)
  if (accountId !== undefined) search.set('account', accountId)
  if (kind !== undefined) search.set('kind', kind)
  return search
}

function readPeriod(search: URLSearchParams): Period {
  const preset = PRESETS.find((known) => known === search.get('period'))
  const [one, other] = [readLocal(search.get('from')), readLocal(search.get('to'))]
  if (preset || !(one && other)) return preset ?? 'all'
  return one <= other ? { start: one, end: other } : { start: other, end: one }
}

function readLocal(unchecked: string | null): Date | undefined {
  if (unchecked === null || !LOCAL.test(unchecked)) return undefined
  const date = new Date(unchecked)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function localText(date: Date): string {
  const [year, ...rest] = [date.getFullYear(), date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()]
  const [month, day, hour, minute] = rest.map((number) => String(number).padStart(2, '0'))
  return `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}`
}
