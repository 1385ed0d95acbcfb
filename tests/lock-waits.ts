import type { Queryable } from '#server/db/queryable'

const WAITING = {
  name: 'test.lock_waits',
  text: `select count(*)::integer as count from pg_locks
    where not granted and pid in (
      select pid from pg_locks join pg_database on pg_database.oid = database where datname = current_database()
    )`,
}

/** How many wait for a lock in this database: those of tests beside it are others'. Also true of now within a transaction. */
export async function countLockWaits(queryable: Queryable): Promise<number> {
  return (await queryable.find<{ count: number }>(WAITING))?.count ?? 0
}
