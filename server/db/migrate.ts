import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import { expectRole, grantTo } from './grants.ts'
import { LOCKS } from './locks.ts'
import { type Database, sqlState } from './pool.ts'
import type { Queryable } from './queryable.ts'

// Whoever waits for a table's lock has everybody behind it wait as well. So a migration waits for much less than they do, and tries again
// for a while.
const LOCK_MS = 500
const LOCK_TRIES = 80
const TRY_AGAIN_MS = 1000
const LOCKED = '55P03'
const TURN_MS = 250
const SAY_EVERY_MS = 30_000

const FOLDER = new URL('../../db/migrations/', import.meta.url)

/** How a database is brought to this version. */
export interface MigrateOptions {
  /** A role that is granted what a running wallet needs. */
  readonly appRole?: string | undefined
  /** Aborted to give up the wait for another process that migrates. */
  readonly signal?: AbortSignal | undefined
  /** Hears of such a wait, every half minute. */
  readonly say?: ((line: string) => void) | undefined
}

/**
 * Applies the files of db/migrations that this database has not seen, in order, each in a transaction of its own; two processes at
 * once queue up, and nobody else waits behind one for long. Refuses to go on when an applied file was changed afterwards, and
 * (CannotStart) when one is missing and the role may not make tables, and when the signal comes while another migrates. Then grants
 * `appRole`, if there is one, what the wallet needs. Returns the names of the files applied now.
 */
export async function migrate(database: Database, { appRole, signal, say }: MigrateOptions = {}): Promise<string[]> {
  return database.withClient(async (client) => {
    await whenFirst(client, { signal, say })
    await client.query('set statement_timeout = 0')
    try {
      if (appRole !== undefined) await expectRole(client, appRole)
      const done = await applyMissing(client)
      if (appRole !== undefined) await grantTo(client, appRole)
      return done
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations])
      await client.query('reset statement_timeout')
    }
  })
}

/** Waits until no other process migrates, and says so. */
async function whenFirst(client: pg.PoolClient, { signal, say }: MigrateOptions): Promise<void> {
  for (let waited = 0; ; waited += TURN_MS) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCKS.migrations])
    if (rows[0]?.mine) return
    if (waited % SAY_EVERY_MS === 0) say?.('Another process migrates the tables; waiting for it')
    await pause(TURN_MS, undefined, { signal }).catch(() => {
      throw new CannotStart('Told to end while another process migrated the tables')
    })
  }
}

async function applyMissing(client: pg.PoolClient): Promise<string[]> {
  const missing = await findMissing(client)
  if (missing.length === 0) return []
  const names = missing.map(({ name }) => name)
  if (!(await mayMigrate(client))) {
    throw new CannotStart(`${names.join(', ')}: this role may not make tables; run "npm run migrate" as their owner first`)
  }
  await client.query(
    'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  for (const migration of missing) await applyWhenFree(client, migration)
  return names
}

async function findMissing(client: pg.PoolClient): Promise<Migration[]> {
  const applied = new Map((await listApplied(client)).map(({ name, checksum }) => [name, checksum]))
  const names = await listNames()
  const missing: Migration[] = []
  for (const name of names) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const known = applied.get(name)
    if (known === undefined) missing.push({ name, sql, checksum })
    else if (known !== checksum) throw new Error(`Migration ${name} was changed after it had been applied`)
  }
  return missing
}

async function listApplied(client: pg.PoolClient): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ is_new: boolean }>("select to_regclass('migration') is null as is_new")
  if (rows[0]?.is_new) return []
  return (await client.query<{ name: string; checksum: string }>('select name, checksum from migration')).rows
}

async function mayMigrate(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>("select has_schema_privilege(current_schema(), 'create') as may")
  return rows[0]?.may ?? false
}

async function listNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

const LIST_APPLIED = { name: 'migration.list', text: 'select name from migration' }

/** The migrations of this build that a database has not; one that a newer build has migrated lacks none. */
export async function listMissing(queryable: Queryable): Promise<string[]> {
  const applied = new Set((await queryable.list<{ name: string }>(LIST_APPLIED)).map(({ name }) => name))
  return (await listNames()).filter((name) => !applied.has(name))
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Applies a migration as soon as nobody else holds what it changes; throws after two minutes or so of trying. */
async function applyWhenFree(client: pg.PoolClient, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOne(client, migration)
    } catch (error) {
      if (sqlState(error) !== LOCKED || attempt >= LOCK_TRIES) throw error
      await pause(TRY_AGAIN_MS)
    }
  }
}

async function applyOne(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`)
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
