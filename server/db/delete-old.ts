import type { Queryable } from './queryable.ts'

const AT_ONCE = 5000

/**
 * Deletes the rows whose `column`, which has an index, is before an instant: a few thousand at a time, so that no statement takes long
 * however many there are. Those for which `isOver` (SQL) is not true stay.
 */
export async function deleteOldRows(
  queryable: Queryable,
  table: string,
  column: string,
  before: Date,
  isOver = 'true',
): Promise<void> {
  const statement = {
    name: `${table}.delete_old`,
    text: `delete from ${table} where ctid = any(array(select ctid from ${table} where ${column} < $1 and ${isOver} limit ${AT_ONCE}))`,
  }
  while ((await queryable.run(statement, [before])) === AT_ONCE);
}
