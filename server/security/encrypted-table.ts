import type { Database, Transaction } from '#server/db/pool'
import type { Statement } from '#server/db/queryable'
import type { Keys } from './keys.ts'

const PAGE = 500

/** A table in which something is encrypted, or is to be. */
export interface EncryptedTable<Row extends object> {
  readonly table: string
  /** The column that tells its rows apart, its type, and what comes before every value of it. */
  readonly id: { readonly column: string; readonly type: 'uuid' | 'text'; readonly first: string }
  /** In SQL: whether something in a row is not encrypted with the key $1, of four bytes. */
  readonly isOutdated: string
  /** The columns that `write` needs. */
  readonly columns: string
  /** Writes rows anew, by the key that is written with. They are locked. */
  readonly write: (tx: Transaction, keys: Keys, rows: readonly Row[]) => Promise<unknown>
}

/** The id of rows that have a UUID. */
export const BY_UUID = { type: 'uuid', first: '00000000-0000-0000-0000-000000000000' } as const

const idOf = (keys: Keys): Buffer => Buffer.from(keys.id, 'hex')

/**
 * Encrypts what is in a table, and is not encrypted with the key that is written with, 500 rows a transaction. May be repeated, ended in
 * the middle, and done by several at once.
 */
export async function encryptAnew<Row extends object>(
  database: Database,
  keys: Keys,
  { table, id: { column, type, first }, isOutdated, columns, write }: EncryptedTable<Row>,
): Promise<void> {
  const list: Statement = {
    name: `encryption.list_${table}`,
    text: `select ${column} as id from ${table} where ${column} > $2 and (${isOutdated}) order by ${column} limit ${PAGE}`,
  }
  // Somebody else may have been quicker.
  const lock: Statement = {
    name: `encryption.lock_${table}`,
    text: `select ${columns} from ${table} where ${column} = any($2::${type}[]) and (${isOutdated}) order by ${column} for no key update`,
  }
  for (let after: string | undefined = first; after !== undefined; ) {
    const page: { id: string }[] = await database.inSnapshot((snapshot) => snapshot.list(list, [idOf(keys), after]))
    const ids = page.map((row) => row.id)
    if (ids.length > 0) {
      await database.inTransaction(async (tx) => write(tx, keys, await tx.list<Row>(lock, [idOf(keys), ids])))
    }
    after = ids.at(-1)
  }
}

/** How many rows have something that is not encrypted with the key that is written with. */
export async function countOutdated(
  database: Database,
  keys: Keys,
  { table, isOutdated }: Pick<EncryptedTable<never>, 'table' | 'isOutdated'>,
): Promise<number> {
  const count = { name: `encryption.count_${table}`, text: `select count(*)::integer as count from ${table} where ${isOutdated}` }
  const counted = await database.inSnapshot((snapshot) => snapshot.find<{ count: number }>(count, [idOf(keys)]))
  return counted?.count ?? 0
}
