import { isDeepStrictEqual } from 'node:util'
import { rowWriter, writeTogether } from '#server/db/batched'
import { idAt } from '#server/db/ids'
import { LOCKS } from '#server/db/locks'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { OperatorFault } from './fault.ts'

/** What a change is about; usually the first word of the command that makes it. */
type Area =
  | 'cases'
  | 'flags'
  | 'texts'
  | 'levels'
  | 'limits'
  | 'margins'
  | 'velocity'
  | 'support'
  | 'notices'
  | 'users'
  | 'checkpoints'
  | 'operations'
  | 'withdrawals'
  | 'payments'
  | 'secret'
  | 'accounting'
  | 'months'

/** Values as they are shown and recorded: words, amounts and percents as decimal strings, null for none. */
export type Facts = Readonly<Record<string, string | null>>

/** The values before and after a change. */
export interface Proposal<F extends Facts> {
  readonly before: F
  readonly after: F
}

/** A change that was made, with its id and time. */
export interface MadeChange<F extends Facts> extends Proposal<F> {
  readonly id: string
  readonly at: Date
}

/** A change that the operator can make. */
export interface Change<F extends Facts> {
  readonly area: Area
  readonly subject: string
  /** How the operator knows the subject, where the record has an id. */
  readonly displayName?: string
  /** Called once to preview the change, and again, under the lock, to make it. Throws OperatorFault when it cannot be made. */
  propose(queryable: Queryable): Promise<Proposal<F>>
  /** Writes what `after` says, in the transaction that records it. */
  write(tx: Transaction, made: MadeChange<F>): Promise<void>
}

/** Who makes a change, and a note to keep with it. */
export interface Author {
  readonly name: string
  readonly note: string | undefined
}

interface DoneChange extends Proposal<Facts> {
  readonly id: string
  readonly area: Area
  readonly subject: string
  readonly author: Author
  readonly at: Date
}

/** Whether a proposal changes nothing. */
export function isNothing({ before, after }: Proposal<Facts>): boolean {
  return isDeepStrictEqual(before, after)
}

const LOCK = { name: 'operator.lock', text: `select pg_advisory_xact_lock(${LOCKS.operatorChanges})` }
// The database's clock, not that of the operator's computer; read under the lock, so that changes are in the order of their ids.
const NOW = { name: 'operator.now', text: 'select clock_timestamp() as at' }
const INSERT = {
  name: 'operator.insert_change',
  text: `insert into operator_change (id, changed_at, changed_by, area, subject, before, after, note)
    select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::text[])`,
}

/** The record of a change that is made elsewhere, in the same commit; `at` is timeOfChange. */
export const changeRow = rowWriter(INSERT, (changes: readonly DoneChange[]) => [
  changes.map(({ id }) => id),
  changes.map(({ at }) => at),
  changes.map(({ author }) => author.name),
  changes.map(({ area }) => area),
  changes.map(({ subject }) => subject),
  changes.map(({ before }) => JSON.stringify(before)),
  changes.map(({ after }) => JSON.stringify(after)),
  changes.map(({ author }) => author.note ?? null),
])

/** The time of a change by the database's clock. */
export async function timeOfChange(queryable: Queryable): Promise<Date> {
  const now = await queryable.find<{ at: Date }>(NOW)
  if (!now) throw new Error('A select without a table gave no row')
  return now.at
}

/**
 * Makes a change and records it, in one transaction and one at a time: it starts from the current values, so two concurrent changes are
 * both made. A change without effect is not recorded. With `agreedTo`, the proposal that was confirmed: refuses (OperatorFault) when it
 * would be another by now.
 */
export async function makeChange<F extends Facts>(
  database: Database,
  change: Change<F>,
  { author, agreedTo }: { readonly author: Author; readonly agreedTo?: Proposal<F> | undefined },
): Promise<MadeChange<F> | undefined> {
  return database.inTransaction(async (tx) => {
    await tx.list(LOCK)
    const proposal = await change.propose(tx)
    if (agreedTo && !isDeepStrictEqual(proposal, agreedTo)) {
      throw new OperatorFault('It was changed in the meantime; nothing was done. Look again')
    }
    if (isNothing(proposal)) return undefined
    const at = await timeOfChange(tx)
    const made = { id: idAt(at), at, ...proposal }
    await writeTogether(tx, [changeRow({ ...made, area: change.area, subject: change.subject, author })])
    await change.write(tx, made)
    return made
  })
}

/** A recorded change. */
export interface RecordedChange extends MadeChange<Facts> {
  readonly by: string
  /** An Area, or `switches`: feature flags, before migration 0012. */
  readonly area: string
  /** As recorded; for a person's wallet, their phone. */
  readonly subject: string
  readonly note: string | null
}

interface ChangeRow {
  id: string
  changed_at: Date
  changed_by: string
  area: string
  subject: string
  before: Facts
  after: Facts
  note: string | null
}

const COLUMNS = 'operator_change.id, changed_at, changed_by, area, coalesce(phone, subject) as subject, before, after, note'
const LIST = {
  name: 'operator.list_changes',
  text: `select ${COLUMNS}
    from operator_change left join wallet_user on wallet_user.id::text = subject
    order by operator_change.id desc
    limit $1`,
}
const LIST_OF_CASE = {
  name: 'operator.list_changes_of_case',
  text: `select ${COLUMNS}
    from operator_change left join wallet_user on wallet_user.id::text = subject
    where area = 'cases' and subject = $1
    order by operator_change.id`,
}
const FIND = {
  name: 'operator.find_change',
  text: `select ${COLUMNS}
    from operator_change left join wallet_user on wallet_user.id::text = subject
    where operator_change.id = $1`,
}

/** The last changes, newest first. */
export async function listChanges(queryable: Queryable, limit: number): Promise<RecordedChange[]> {
  return (await queryable.list<ChangeRow>(LIST, [limit])).map(asRecorded)
}

/** How a case was resolved so far, the first time first: one that is reported anew is open again. */
export async function listChangesOfCase(queryable: Queryable, caseId: string): Promise<RecordedChange[]> {
  return (await queryable.list<ChangeRow>(LIST_OF_CASE, [caseId])).map(asRecorded)
}

/** Finds a change by its id. */
export async function findChange(queryable: Queryable, id: string): Promise<RecordedChange | undefined> {
  const row = await queryable.find<ChangeRow>(FIND, [id])
  return row && asRecorded(row)
}

function asRecorded({ changed_at, changed_by, ...row }: ChangeRow): RecordedChange {
  return { ...row, at: changed_at, by: changed_by }
}
