import { factSource, rowWriter } from '#server/db/batched'
import { isNull } from '#server/db/planner'
import { type PollingQueue, pollingQueue } from '#server/db/polling-queue'
import type { Queryable } from '#server/db/queryable'

interface SentEnd {
  readonly id: string
  readonly externalId: string
  readonly reason: string | undefined
}

/** The requests to a provider that sends our money, and its answers: one row of a table for each operation. */
export interface OutgoingQueue {
  /** Records the provider's final state of an operation, and ends its polls. */
  readonly endRow: ReturnType<typeof rowWriter<SentEnd>>
  /** Schedules the next poll of the provider about an operation. */
  readonly checkAtRow: ReturnType<typeof rowWriter<{ readonly id: string; readonly at: Date }>>
  /** Whether an operation is being sent now. It locks the row: nobody starts to send before the caller's commit. False without an id. */
  readonly lockedSendingOf: ReturnType<typeof factSource<string | undefined, boolean>>
  /**
   * Claims the sending of an operation for `sendingMs`, by the database's clock. False when it is claimed already, the operation has ended, or
   * it belongs to another provider.
   */
  claimSending(
    queryable: Queryable,
    claim: { readonly id: string; readonly provider: string; readonly sendingMs: number },
  ): Promise<boolean>
  /** Makes an operation due for a poll by the next worker; false when it has ended. */
  checkNow(queryable: Queryable, id: string): Promise<boolean>
  /** Records the outcome of a poll, in words for the operator. */
  keepProviderAnswer(queryable: Queryable, id: string, answer: string): Promise<void>
  /** The outcome of the last poll, if there was one since an instant of the database's clock. */
  findAnswerSince(queryable: Queryable, id: string, since: Date): Promise<string | undefined>
  /** The queue of operations that are due for a poll. */
  readonly polling: PollingQueue
}

/** The queue in the table of a feature whose money goes out through a provider (db/migrations: withdrawal, payment). */
export function outgoingQueue(table: 'withdrawal' | 'payment'): OutgoingQueue {
  const sql = statementsOf(table)
  return {
    endRow: rowWriter(sql.end, (ends: readonly SentEnd[]) => [
      ends.map(({ id }) => id),
      ends.map(({ externalId }) => externalId),
      ends.map(({ reason }) => reason ?? null),
    ]),
    checkAtRow: rowWriter(sql.checkAt, (checks: readonly { readonly id: string; readonly at: Date }[]) => [
      checks.map(({ id }) => id),
      checks.map(({ at }) => at),
    ]),
    lockedSendingOf: factSource(async (queryable, ids: readonly (string | undefined)[]) => {
      const asked = ids.filter((id) => id !== undefined)
      if (asked.length === 0) return ids.map(() => false)
      const rows = await queryable.list<{ id: string; is_sending: boolean }>(sql.lockSending, [asked])
      const sending = new Set(rows.filter(({ is_sending }) => is_sending).map(({ id }) => id))
      return ids.map((id) => id !== undefined && sending.has(id))
    }),
    async claimSending(queryable, { id, provider, sendingMs }) {
      return (await queryable.run(sql.claimSending, [id, provider, sendingMs])) > 0
    },
    async checkNow(queryable, id) {
      return (await queryable.run(sql.checkNow, [id])) > 0
    },
    async keepProviderAnswer(queryable, id, answer) {
      await queryable.run(sql.keepAnswer, [id, answer])
    },
    async findAnswerSince(queryable, id, since) {
      return (await queryable.find<{ answer: string }>(sql.findAnswer, [id, since]))?.answer
    },
    polling: pollingQueue(table),
  }
}

function statementsOf(table: string) {
  return {
    end: {
      name: `${table}.end`,
      text: `update ${table}
    set external_id = ended.external_id, reason = ended.reason, next_check_at = null
    from unnest($1::uuid[], $2::text[], $3::text[]) as ended (id, external_id, reason)
    where operation_id = ended.id`,
    },
    checkAt: {
      name: `${table}.check_at`,
      text: `update ${table} set next_check_at = checked.at
    from unnest($1::uuid[], $2::timestamptz[]) as checked (id, at)
    where operation_id = checked.id and not ${isNull('next_check_at')}`,
    },
    claimSending: {
      name: `${table}.claim_sending`,
      text: `update ${table} set sending_until = clock_timestamp() + $3 * interval '1 millisecond'
    where operation_id = $1 and provider = $2 and not ${isNull('next_check_at')}
      and (sending_until is null or sending_until <= clock_timestamp())`,
    },
    lockSending: {
      name: `${table}.lock_sending`,
      text: `select operation_id as id, coalesce(sending_until > clock_timestamp(), false) as is_sending
    from ${table}
    where operation_id = any($1::uuid[])
    order by operation_id
    for update`,
    },
    checkNow: {
      name: `${table}.check_now`,
      text: `update ${table} set next_check_at = least(next_check_at, clock_timestamp())
    where operation_id = $1 and not ${isNull('next_check_at')}`,
    },
    keepAnswer: {
      name: `${table}.keep_answer`,
      text: `update ${table} set asked_at = clock_timestamp(), answer = $2 where operation_id = $1`,
    },
    findAnswer: {
      name: `${table}.find_answer`,
      text: `select answer from ${table} where operation_id = $1 and asked_at > $2`,
    },
  }
}
