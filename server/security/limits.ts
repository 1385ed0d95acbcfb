import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'

/** At most `max` in each window of `windowSeconds`. */
export interface Limit {
  /** What is counted, `codes_per_hour`; one scope has one window. */
  readonly scope: string
  readonly max: number
  readonly windowSeconds: number
}

/** Taken: counted, within the limit. Refused: nothing more until `retryAfterSeconds` have passed. */
export type Consumed = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

// Counts first and compares after, in one statement, so that parallel tries cannot slip past the counter together.
const TAKE = {
  name: 'limit.take',
  text: `insert into attempt as known (scope, key, window_started_at, taken)
    values ($1, $2, $3, 1)
    on conflict (scope, key) do update set
      window_started_at = case when known.window_started_at <= $4 then $3 else known.window_started_at end,
      taken = case when known.window_started_at <= $4 then 1 else known.taken + 1 end
    returning window_started_at, taken`,
}

/** Takes one of what a limit allows to a key (a phone, an address); counts also what it refuses. */
export async function consume(queryable: Queryable, limit: Limit, key: string, now: Date): Promise<Consumed> {
  const since = new Date(now.getTime() - limit.windowSeconds * 1000)
  const row = await queryable.find<Window>(TAKE, [limit.scope, key, now, since])
  return !row || row.taken <= limit.max ? { ok: true } : refusalUntilEnd(limit, row, now)
}

const TAKEN = {
  name: 'limit.taken',
  text: 'select window_started_at, taken from attempt where scope = $1 and key = $2 and window_started_at > $3',
}

/** As consume, but counts nothing: whether a key would be allowed one more. */
export async function checkLimit(queryable: Queryable, limit: Limit, key: string, now: Date): Promise<Consumed> {
  const since = new Date(now.getTime() - limit.windowSeconds * 1000)
  const row = await queryable.find<Window>(TAKEN, [limit.scope, key, since])
  return !row || row.taken < limit.max ? { ok: true } : refusalUntilEnd(limit, row, now)
}

/** Whether all that a limit allows to a key has been taken; counts nothing. */
export async function isSpent(queryable: Queryable, limit: Limit, key: string, now: Date): Promise<boolean> {
  return !(await checkLimit(queryable, limit, key, now)).ok
}

interface Window {
  readonly window_started_at: Date
  readonly taken: number
}

function refusalUntilEnd({ windowSeconds }: Limit, { window_started_at: start }: Window, now: Date): Consumed {
  const endsAt = start.getTime() + windowSeconds * 1000
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)) }
}

const RESET = { name: 'limit.reset', text: 'delete from attempt where scope = $1 and key = $2' }

/** Starts a count anew, after a success that shows the tries were honest. */
export async function reset(queryable: Queryable, limit: Limit, key: string): Promise<void> {
  await queryable.run(RESET, [limit.scope, key])
}

const GIVE_BACK = {
  name: 'limit.give_back',
  text: 'update attempt set taken = greatest(taken - 1, 0) where scope = $1 and key = $2',
}

/** Takes one count back: what was counted beforehand turned out to be no failure. */
export async function giveBack(queryable: Queryable, limit: Limit, key: string): Promise<void> {
  await queryable.run(GIVE_BACK, [limit.scope, key])
}

// Longer than any window.
const OLD_MS = 31 * 86_400_000

/** Deletes the counts whose windows have long passed. */
export async function deleteOldAttempts(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'attempt', 'window_started_at', new Date(now.getTime() - OLD_MS))
}
