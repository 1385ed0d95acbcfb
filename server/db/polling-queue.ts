import { legOfOwner } from './leg-of-owner.ts'
import type { Queryable } from './queryable.ts'

/** Rows of a table that are polled at `next_check_at`, until they have none. */
export interface PollingQueue {
  /**
   * Polls the rows that are due, twenty at a time, for twenty seconds at most, in turns: the longest due of each person, then the next of
   * each, so that nobody waits for what another has many of. Those that are left come first in the next round. Each is taken for as long as its poll may last: other processes leave it alone meanwhile, and when this one dies, or the database loses what
   * it says, it is due again then. Ends when no poll is under way any more, also where it throws.
   */
  pollDue(queryable: Queryable, round: PollingRound): Promise<Polled>
}

/** How many rows a round has polled, and how many of these polls failed. */
export interface Polled {
  readonly polls: number
  readonly failed: number
}

/** A run of a job that polls. */
export interface PollingRun {
  /** Read for each row, and again after whatever takes long: a round may last until what it began with is long past. */
  readonly clock: () => Date
  /** Hears of each failure; it does not keep the others from being polled. */
  readonly onError: (error: unknown) => void
  /** When it is aborted, no further row is taken. */
  readonly ending: AbortSignal
}

interface PollingRound extends PollingRun {
  /** How long a row is taken for: longer than a poll lasts. */
  readonly takenSeconds: number
  /**
   * Polls a row for the so-many-th time, and returns when to poll it again if nobody else has said so by then; or never. It has failed
   * when it throws, or tells `onError`.
   */
  readonly poll: (id: string, checks: number, onError: PollingRun['onError']) => Promise<Date | undefined>
  /** When to poll a row again whose so-many-th poll has failed. */
  readonly retryAt: (checks: number) => Date
}

const AT_ONCE = 20
const ROUND_MS = 20_000
// Of more than a round can poll, the longest due.
const LOOKED_AT = 10_000

/** The polling queue of a table with `next_check_at`, `checks` and a key of its own; of those of its rows only that `which` (SQL) is true for. */
export function pollingQueue(table: string, key: 'operation_id' | 'id' = 'operation_id', which = 'true'): PollingQueue {
  // Whose a row is, it says itself or a leg of its operation.
  const [owner, owned] = key === 'id' ? [', user_id', ''] : ['', legOfOwner('due.id')]
  const list = {
    name: `${table}.list_due ${which}`,
    text: `select due.id
      from (select ${key} as id, next_check_at${owner} from ${table} where next_check_at <= $1 and ${which} order by next_check_at limit ${LOOKED_AT}) as due
      ${owned}
      order by row_number() over (partition by user_id order by next_check_at), next_check_at`,
  }
  // A row is looked for by its key, never among all that are due: so neither says of `next_check_at` what that index could be used for.
  const take = {
    name: `${table}.take_due`,
    text: `update ${table} set checks = checks + 1, next_check_at = $3
      where ${key} = (select ${key} from ${table} where ${key} = $1 and coalesce(next_check_at, 'infinity') <= $2 for update skip locked)
      returning checks`,
  }
  // The instant until which a row is taken tells whether it still is.
  const reschedule = {
    name: `${table}.check_later`,
    text: `update ${table} set next_check_at = $3 where ${key} = $1 and next_check_at is not distinct from $2`,
  }
  return {
    async pollDue(queryable, { clock, takenSeconds, poll, retryAt, onError, ending }) {
      let [polls, failed] = [0, 0]
      // What is put off to a time within this round is for the next one.
      const startedAt = clock()
      const endsAt = performance.now() + ROUND_MS
      const ids = ending.aborted ? [] : await queryable.list<{ id: string }>(list, [startedAt])
      const left = ids.values()
      async function pollOne(id: string): Promise<void> {
        const takenUntil = new Date(clock().getTime() + takenSeconds * 1000)
        const row = await queryable.find<{ checks: number }>(take, [id, startedAt, takenUntil])
        // Another process has it, or it is due no more.
        if (!row) return
        let isFailed = false
        const fail = (error: unknown): void => {
          isFailed = true
          onError(error)
        }
        const next = await poll(id, row.checks, fail).catch((error: unknown) => {
          fail(error)
          return retryAt(row.checks)
        })
        polls += 1
        if (isFailed) failed += 1
        await queryable.run(reschedule, [id, takenUntil, next ?? null]).catch(onError)
      }
      async function pollOnes(): Promise<void> {
        for (const { id } of left) {
          if (ending.aborted || performance.now() >= endsAt) return
          await pollOne(id)
        }
      }
      const all = Array.from({ length: AT_ONCE }, pollOnes)
      await Promise.allSettled(all)
      await Promise.all(all)
      return { polls, failed }
    },
  }
}
