import type { Queryable } from '#server/db/queryable'

/** Where a month of the books is: leaving the tables that grow, beside them, leaving the database, or in its file. */
type MonthState = 'moving' | 'attached' | 'detaching' | 'detached'

/** A month that has tables of its own, or is in the archive (docs/decisions/042-partitions.md). */
export interface ArchivedMonth {
  /** `2026-10`. */
  readonly month: string
  readonly state: MonthState
  /** The last checkpoint of the month, its hash, and the last transfer in it. */
  readonly number: bigint
  readonly hash: Buffer
  readonly seq_to: bigint
  /** Of the file that it is in. */
  readonly file_hash: Buffer | null
}

/** What grows and is moved by month; each of a month is named by monthTable. */
export const MOVED_TABLES = ['operation_leg', 'entry', 'transfer'] as const

/** The name of a month's own table. */
export function monthTable(table: (typeof MOVED_TABLES)[number], month: string): string {
  return `${table}_${month.replace('-', '_')}`
}

/** The instant a month begins, and that at which the next one does, in UTC. */
export function monthSpan(month: string): { readonly from: Date; readonly to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: new Date(Date.UTC(year, number - 1)), to: new Date(Date.UTC(year, number)) }
}

const IS_THERE = { name: 'months.is_there', text: "select to_regclass('archived_month') is not null as is_there" }
const LIST = {
  name: 'months.list',
  text: `select to_char(month, 'YYYY-MM') as month, state, checkpoint_number as number, checkpoint_hash as hash, seq_to, file_hash
    from archived_month order by archived_month.month`,
}

/** The months that are not in the tables that grow any more, the oldest first. */
export async function listMonths(queryable: Queryable): Promise<ArchivedMonth[]> {
  // A database of the version before has none.
  const found = await queryable.find<{ is_there: boolean }>(IS_THERE)
  return found?.is_there ? queryable.list<ArchivedMonth>(LIST) : []
}

/** The newest month that is not in the database any more, and with it all before; nothing where everything is there. */
export async function findDetached(queryable: Queryable): Promise<ArchivedMonth | undefined> {
  return (await listMonths(queryable)).findLast(({ state }) => state === 'detached')
}

const hashed = (text: string): string => `('x' || left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 15))::bit(60)::bigint`

/** In SQL: operations as `operation`, how many there are and a sum of hashes of what they say. */
export const SUM_OF_OPERATIONS = `count(*) as count, coalesce(sum(${hashed(
  "operation.id || '|' || operation.kind || '|' || operation.state || '|' || extract(epoch from operation.ended_at)",
)}), 0) as sum`

/** In SQL: totals of days as `total`, as SUM_OF_OPERATIONS. */
export const SUM_OF_TOTALS = `count(*) as count, coalesce(sum(${hashed(
  "total.account_id || '|' || total.day || '|' || total.kind || '|' || total.state || '|' || total.is_out || '|' || total.amount_minor || '|' || total.legs",
)}), 0) as sum`
