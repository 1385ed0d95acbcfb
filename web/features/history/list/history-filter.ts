import type { QueryOf } from '#contract/call'
import type { searchedTransactions } from '#contract/history-search'
import { type Currency, isCurrency } from '#money/currency'
import { SIZE_GRAMMAR } from '#money/size'
import { type Period, PRESETS } from '#web/features/history/period/period.ts'

export const KINDS = ['topup', 'withdrawal', 'exchange', 'sent', 'received', 'payment'] as const
export const STATES = ['pending', 'complete', 'failed'] as const
export const DIRECTIONS = ['in', 'out', 'own'] as const

/** The filter of the history; kept in the URL, so that a reload and "back" keep it. */
export interface HistoryFilter {
  readonly period: Period
  readonly accountId: string | undefined
  /** A category of the statistics. */
  readonly kind: string | undefined
  /** The words and amounts to search for. */
  readonly q: string | undefined
  readonly state: (typeof STATES)[number] | undefined
  readonly direction: (typeof DIRECTIONS)[number] | undefined
  readonly currency: Currency | undefined
  /** Plain decimals without a sign, in any currency. */
  readonly min: string | undefined
  readonly max: string | undefined
}

/** Clears the part of a filter that the search field and the filter sheet set. */
export const NO_FILTERS = {
  kind: undefined,
  q: undefined,
  state: undefined,
  direction: undefined,
  currency: undefined,
  min: undefined,
  max: undefined,
} as const satisfies Partial<HistoryFilter>

/** The search parameters of a statement, as the call takes them. */
export type StatementSearch = Pick<
  QueryOf<typeof searchedTransactions>,
  'q' | 'state' | 'direction' | 'currency_code' | 'amount_min' | 'amount_max'
>

/** The search parameters for a filter; undefined when it searches for nothing. */
export function statementSearchOf({ q, state, direction, currency, min, max }: HistoryFilter): StatementSearch | undefined {
  const search = { q, state, direction, currency_code: currency, amount_min: min, amount_max: max }
  return Object.values(search).some((value) => value !== undefined) ? search : undefined
}

const KIND = /^[a-z_]{1,40}$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const WORDS = /^[^\p{Cc}]{1,100}$/u
const LOCAL = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$/

/** Parses a filter from search params; invalid values are ignored. */
export function readFilter(search: URLSearchParams): HistoryFilter {
  const read = (name: string, grammar: RegExp): string | undefined => {
    const text = search.get(name)?.trim()
    return text !== undefined && grammar.test(text) ? text : undefined
  }
  const currency = search.get('currency')
  return {
    period: readPeriod(search),
    accountId: read('account', ID),
    kind: read('kind', KIND),
    q: read('q', WORDS),
    state: STATES.find((known) => known === search.get('state')),
    direction: DIRECTIONS.find((known) => known === search.get('direction')),
    currency: currency !== null && isCurrency(currency) ? currency : undefined,
    min: read('min', SIZE_GRAMMAR),
    max: read('max', SIZE_GRAMMAR),
  }
}

/**
 * The search params of a filter: `period=this_week` or the local `from=2026-03-01T00:00&to=…`, `account`, then the other fields by
 * their names.
 */
export function writeFilter({ period, accountId, ...others }: HistoryFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (typeof period !== 'string') {
    search.set('from', localText(period.start))
    search.set('to', localText(period.end))
  } else if (period !== 'all') search.set('period', period)
  if (accountId !== undefined) search.set('account', accountId)
  for (const name of ['kind', 'q', 'state', 'direction', 'currency', 'min', 'max'] as const) {
    const value = others[name]
    if (value !== undefined) search.set(name, value)
  }
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
