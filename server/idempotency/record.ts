import { ANSWER_KEPT_DAYS } from '#contract/attempt'
import type { RefusalFacts } from '#contract/refusals'
import { factSource } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { isKept } from './kept-refusals.ts'
import { type IdempotencyKey, recordKeysOf } from './key.ts'

const DAY_MS = 86_400_000

/** The final answer to a request, in plain strings, so that it can be stored and repeated. */
export type FinalAnswer = { readonly reply: Readonly<Record<string, string>> } | { readonly refusal: RefusalFacts }

/** Whether an answer is kept under its key: a reply always, a refusal only under a client's key and when kept-refusals.ts keeps it. */
export function isFinal({ isFromClient }: IdempotencyKey, answer: FinalAnswer): boolean {
  return 'reply' in answer || (isFromClient && isKept(answer.refusal.code))
}

/** The final answer under a key, which was written in the transaction of its effect. */
export interface IdempotencyRecord {
  readonly fingerprint: Buffer
  readonly answer: FinalAnswer
}

const FIND = {
  name: 'idempotency.find',
  text: 'select key, fingerprint, answer from idempotency_record where key = any($1::uuid[])',
}

/** The records that these keys already have, by key. */
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
    // A record with another fingerprint is returned as it is: it belongs to another request.
    found.set(key, record.fingerprint.equals(other.fingerprint) ? { ...record, fingerprint } : record)
  }
  return found
}

/** The record of a key, as a fact; undefined when the key is new. */
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

/** Stores the final answer under a key, in the transaction of its effect. If the key has a record already, returns that and stores nothing. */
export async function keepAnswer(
  tx: Transaction,
  idempotencyKey: IdempotencyKey,
  answer: FinalAnswer,
): Promise<IdempotencyRecord | undefined> {
  const rows = recordKeysOf(idempotencyKey)
  const columns = [rows.map(({ key }) => key), rows.map(({ fingerprint }) => fingerprint)]
  const inserted = await tx.list<{ key: string }>(INSERT, [...columns, JSON.stringify(answer)])
  if (inserted.length === rows.length) return undefined
  // A process with one secret only has stored its answer first, so this answer is stored under neither key.
  if (inserted.length > 0) await tx.run(TAKE_BACK, [inserted.map(({ key }) => key)])
  return (await findRecords(tx, [idempotencyKey])).get(idempotencyKey.key)
}

/**
 * Does work of one transaction once under its key: its answer is stored with it, and repeated later. A refusal rolls the work back; it is kept
 * under a client's key when kept-refusals.ts keeps it.
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

/** Stores a final refusal, and returns the first answer under its key. */
export async function keepRefusal(database: Database, idempotencyKey: IdempotencyKey, answer: FinalAnswer): Promise<FinalAnswer> {
  if (!isFinal(idempotencyKey, answer)) return answer
  const first = await database.inTransaction((tx) => keepAnswer(tx, idempotencyKey, answer))
  return first ? replay(idempotencyKey, first) : answer
}

/** Rolls the work back, because it was refused, or another request under the key was answered at the same moment. */
class RolledBack extends Error {
  readonly answer: FinalAnswer

  constructor(answer: FinalAnswer) {
    super('The work of this request is of no effect')
    this.answer = answer
  }
}

/** Deletes the answers that are older than ANSWER_KEPT_DAYS; their keys count as new from then on. */
export async function deleteOldRecords(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'idempotency_record', 'created_at', new Date(now.getTime() - ANSWER_KEPT_DAYS * DAY_MS))
}

/** The answer of a key's record. Refuses with idempotency_mismatch when the key comes with another call or body. */
export function replay({ fingerprint }: IdempotencyKey, record: IdempotencyRecord): FinalAnswer {
  return record.fingerprint.equals(fingerprint) ? record.answer : { refusal: { code: 'idempotency_mismatch' } }
}
