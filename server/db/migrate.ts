import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { LOCKS } from './locks.ts'
import { type Database, sqlState } from './pool.ts'

// Whoever waits for a table's lock has everybody behind it wait as well. So a migration waits shortly, and tries again for a while.
const LOCK_MS = 2000
const LOCK_TRIES = 60
const TRY_AGAIN_MS = 1000
const LOCKED = '55P03'

const FOLDER = new URL('../../db/migrations/', import.meta.url)

/**
 * Applies the files of db/migrations that this database has not seen, in order, each in a transaction of its own; two processes at
 * once queue up, and nobody else waits behind one for long. Refuses to go on when an applied file was changed afterwards. Returns the names of the files applied now.
 */
export async function migrate(database: Database): Promise<string[]> {
  return database.withClient(async (client) => {
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrations])
    try {
      return await applyMissing(client)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations])
      await client.query('reset statement_timeout')
      await client.query('reset lock_timeout')
    }
  })
}

async function applyMissing(client: pg.PoolClient): Promise<string[]> {
  await client.query(
    'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const applied = new Map<string, string>(
    (await client.query<{ name: string; checksum: string }>('select name, checksum from migration')).rows.map((row) => [
      row.name,
      row.checksum,
    ]),
  )
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const done: string[] = []
  for (const name of names) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const known = applied.get(name)
    if (known === checksum) continue
    if (known) throw new Error(`Migration ${name} was changed after it had been applied`)
    await applyWhenFree(client, { name, sql, checksum })
    done.push(name)
  }
  return done
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
