import type { Queryable } from './queryable.ts'

/** Rows of a table that are polled at `next_check_at`, until they have none. */
export interface PollingQueue {
  /**
   * Polls the rows that are due, twenty at most, one after the other. They are taken for a while first: other processes leave them
   * alone meanwhile, and a crash gives them free again when it is over. What the database refuses is tried again within seconds.
   */
  pollDue(queryable: Queryable, round: PollingRound): Promise<void>
}

/** One round of polling. */
interface PollingRound extends PollingRun {
  /** How long the rows are taken for. */
  readonly takenSeconds: number
  /** Polls a row for the so-many-th time, and returns when to poll it again if nobody else has said so by then; or never. */
  readonly poll: (id: string, checks: number) => Promise<Date | undefined>
  /** When to poll a row again whose so-many-th poll has failed. */
  readonly retryAt: (checks: number) => Date
}

/** A run of a job that polls. */
export interface PollingRun {
  readonly now: Date
  /** Hears of each failure; it does not keep the others from being polled. */
  readonly onError: (error: unknown) => void
  /** When it is aborted, the rows that were not yet polled are given back. */
  readonly ending: AbortSignal
}

const TRY_AGAIN_MS = [100, 500, 2000]

/** The polling queue of a table with `next_check_at`, `checks` and a key of its own. */
export function pollingQueue(
  table: 'topup' | 'withdrawal' | 'identification',
  key: 'operation_id' | 'id' = 'operation_id',
): PollingQueue {
  const take = {
    name: `${table}.take_due`,
    text: `update ${table} set checks = checks + 1, next_check_at = $2
      where ${key} in (
        select ${key} from ${table} where next_check_at <= $1 order by next_check_at limit 20 for update skip locked
      )
      returning ${key} as id, checks`,
  }
  // The instant until which a row is taken tells whether it still is.
  const reschedule = {
    name: `${table}.check_later`,
    text: `update ${table} set next_check_at = $3 where ${key} = $1 and next_check_at = $2`,
  }
  const giveBack = {
    name: `${table}.give_back`,
    text: `update ${table} set checks = checks - 1, next_check_at = $2 where next_check_at = $1`,
  }
  return {
    async pollDue(queryable, { now, takenSeconds, poll, retryAt, onError, ending }) {
      const takenUntil = new Date(now.getTime() + takenSeconds * 1000)
      const claim = () => queryable.list<{ id: string; checks: number }>(take, [now, takenUntil])
      const taken = await claim().catch((error: unknown) => {
        // They may be taken, and only the answer lost.
        persist(() => queryable.run(giveBack, [takenUntil, now]))
        throw error
      })
      for (const { id, checks } of taken) {
        if (ending.aborted) {
          await queryable.run(giveBack, [takenUntil, now])
          return
        }
        const next = await poll(id, checks).catch((error: unknown) => {
          onError(error)
          return retryAt(checks)
        })
        const store = () => queryable.run(reschedule, [id, takenUntil, next ?? null])
        await store().catch((error: unknown) => {
          persist(store)
          onError(error)
        })
      }
    },
  }
}

/** Tries again a little later, and later again, without being waited for; then gives up. */
function persist(work: () => Promise<unknown>, waitsMs: readonly number[] = TRY_AGAIN_MS): void {
  const [waitMs, ...later] = waitsMs
  if (waitMs !== undefined) setTimeout(() => work().catch(() => persist(work, later)), waitMs).unref()
}
