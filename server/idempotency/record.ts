import { ANSWER_KEPT_DAYS } from '#contract/attempt'
import type { RefusalFacts } from '#contract/refusals'
import { factSource } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { isKept } from './kept-refusals.ts'
import { type IdempotencyKey, recordKeysOf } from './key.ts'

const DAY_MS = 86_400_000

/** What a request was answered for good; plain strings, so that it can be kept and given again. */
export type FinalAnswer = { readonly reply: Readonly<Record<string, string>> } | { readonly refusal: RefusalFacts }

/** Whether an answer is kept under its key: what was done always, a refusal under a client's own key where kept-refusals.ts says so. */
export function isFinal({ isFromClient }: IdempotencyKey, answer: FinalAnswer): boolean {
  return 'reply' in answer || (isFromClient && isKept(answer.refusal.code))
}

/** The final answer under a key, as it was written in the transaction of its effect. */
export interface IdempotencyRecord {
  readonly fingerprint: Buffer
  readonly answer: FinalAnswer
}

const FIND = {
  name: 'idempotency.find',
  text: 'select key, fingerprint, answer from idempotency_record where key = any($1::uuid[])',
}

/** The answers that these keys have already, by key. */
export async function findRecords(
  queryable: Queryable,
  keys: readonly IdempotencyKey[],
): Promise<Map<string, IdempotencyRecord>> {
  if (keys.length === 0) return new Map()
  const wanted = keys.flatMap(recordKeysOf).map(({ key }) => key)
  const rows = await queryable.list<IdempotencyRecord & { key: string }>(FIND, [wanted])
  const found = new Map(rows.map(({ key, fingerprint, answer }) => [key, { fingerprint, answer }]))
  for (const { key, fingerprint, other } of keys) {
    const record = other && !found.has(key) ? found.get(other.key) : undefined
    if (!(record && other)) continue
    // Of another request, if it is one by the other secret.
    found.set(key, record.fingerprint.equals(other.fingerprint) ? { ...record, fingerprint } : record)
  }
  return found
}

/** What a key was answered, as a fact; nothing when it is a new one. */
export const recordOf = factSource(async (queryable, keys: readonly IdempotencyKey[]) => {
  const found = await findRecords(queryable, keys)
  return keys.map(({ key }) => found.get(key))
})

const INSERT = {
  name: 'idempotency.insert',
  text: `insert into idempotency_record (key, fingerprint, answer, created_at)
    select key, fingerprint, $3::jsonb, now() from unnest($1::uuid[], $2::bytea[]) as asked (key, fingerprint)
    on conflict do nothing
    returning key`,
}
const TAKE_BACK = { name: 'idempotency.take_back', text: 'delete from idempotency_record where key = any($1::uuid[])' }

/** Keeps the final answer under a key, in the transaction of its effect; gives the record that was there already instead. */
export async function keepAnswer(
  tx: Transaction,
  idempotencyKey: IdempotencyKey,
  answer: FinalAnswer,
): Promise<IdempotencyRecord | undefined> {
  const rows = recordKeysOf(idempotencyKey)
  const columns = [rows.map(({ key }) => key), rows.map(({ fingerprint }) => fingerprint)]
  const inserted = await tx.list<{ key: string }>(INSERT, [...columns, JSON.stringify(answer)])
  if (inserted.length === rows.length) return undefined
  // Somebody who goes by one secret alone was quicker: this answer is kept under neither.
  if (inserted.length > 0) await tx.run(TAKE_BACK, [inserted.map(({ key }) => key)])
  return (await findRecords(tx, [idempotencyKey])).get(idempotencyKey.key)
}

/**
 * Does work of one transaction once under its key: what it comes to is kept with it and given again. A refusal leaves nothing of the
 * work behind; it is kept where kept-refusals.ts says so, under a key of the client's.
 */
export async function answerOnce(
  database: Database,
  idempotencyKey: IdempotencyKey,
  work: (tx: Transaction) => Promise<FinalAnswer>,
): Promise<FinalAnswer> {
  const earlier = await database.read(recordOf(idempotencyKey))
  if (earlier) return replay(idempotencyKey, earlier)
  try {
    return await database.inTransaction(async (tx) => {
      const answer = await work(tx)
      if ('refusal' in answer) throw new RolledBack(answer)
      const first = await keepAnswer(tx, idempotencyKey, answer)
      if (first) throw new RolledBack(replay(idempotencyKey, first))
      return answer
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    return 'refusal' in error.answer ? keepRefusal(database, idempotencyKey, error.answer) : error.answer
  }
}

/** Keeps a refusal that is final, and gives what was answered first under its key. */
export async function keepRefusal(database: Database, idempotencyKey: IdempotencyKey, answer: FinalAnswer): Promise<FinalAnswer> {
  if (!isFinal(idempotencyKey, answer)) return answer
  const first = await database.inTransaction((tx) => keepAnswer(tx, idempotencyKey, answer))
  return first ? replay(idempotencyKey, first) : answer
}

/** Rolls the work back: it was refused, or another request under the key was answered at the same moment. */
class RolledBack extends Error {
  readonly answer: FinalAnswer

  constructor(answer: FinalAnswer) {
    super('The work of this request is of no effect')
    this.answer = answer
  }
}

/** Deletes the answers whose time is over: their keys are new ones from then on. */
export async function deleteOldRecords(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'idempotency_record', 'created_at', new Date(now.getTime() - ANSWER_KEPT_DAYS * DAY_MS))
}

/** The answer that was given under a key; refuses idempotency_mismatch when the key comes with another call or body. */
export function replay({ fingerprint }: IdempotencyKey, record: IdempotencyRecord): FinalAnswer {
  return record.fingerprint.equals(fingerprint) ? record.answer : { refusal: { code: 'idempotency_mismatch' } }
}
