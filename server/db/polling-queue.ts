import type { Queryable } from './queryable.ts'

/** Rows of a table that have to be looked after at `next_check_at`, ever less often, until they have none. */
export interface PollingQueue {
  /**
   * Takes the rows that are due, twenty at most, with how often each was looked after; they are due again at `takenUntil`. So another
   * process leaves them alone meanwhile, and a crash gives them free again.
   */
  claimDue(queryable: Queryable, now: Date, takenUntil: Date): Promise<{ id: string; checks: number }[]>
  /** Sets when to look after a row again, unless it needs it no more. */
  reschedule(queryable: Queryable, id: string, at: Date): Promise<void>
}

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
  const later = {
    name: `${table}.check_later`,
    text: `update ${table} set next_check_at = $2 where ${key} = $1 and next_check_at is not null`,
  }
  return {
    async claimDue(queryable, now, takenUntil) {
      return queryable.list<{ id: string; checks: number }>(take, [now, takenUntil])
    },
    async reschedule(queryable, id, at) {
      await queryable.run(later, [id, at])
    },
  }
}
