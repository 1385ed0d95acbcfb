import type { World } from '../world.ts'

// What autovacuum leaves (its defaults): it comes when more than a fifth of a table is dead, and fifty rows.
const DEAD = `select pg_class.relname || ' has ' || n_dead_tup || ' dead rows beside ' || n_live_tup as bloated
  from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where schemaname = 'public' and n_dead_tup > 50 + 0.2 * greatest(n_live_tup, reltuples)`

/** The tables with more dead rows than autovacuum leaves: it does not come, or something still looks at them. */
export async function listUnvacuumed({ admin }: World): Promise<string[]> {
  return (await admin.query<{ bloated: string }>(DEAD)).rows.map(({ bloated }) => bloated)
}

// A tree whose keys come in any order is two thirds full; beside it a table may be a third dead between two vacuums.
const BLOAT_MAX = 2
// Below that a table is what a burst has left of it.
const SMALL_BYTES = 2_000_000

const SIZES = `select relname as table, pg_total_relation_size(oid)::float8 as bytes
  from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** Rewrites all tables, and gives those that took more than twice the space, indexes and all. */
export async function listBloated({ admin }: World): Promise<string[]> {
  type Size = { table: string; bytes: number }
  const { rows: before } = await admin.query<Size>(SIZES)
  await admin.query('vacuum full')
  const after = new Map((await admin.query<Size>(SIZES)).rows.map(({ table, bytes }) => [table, bytes]))
  return before
    .filter(({ table, bytes }) => bytes > SMALL_BYTES && bytes > BLOAT_MAX * (after.get(table) ?? 0))
    .map(({ table, bytes }) => `${table} took ${bytes} bytes and needs ${after.get(table)}`)
}
