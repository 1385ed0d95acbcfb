import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/pool'
import { startGuardedPostgres } from '#tests/guarded-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose database `wallet` is migrated and empty: the template of every test's database. */
    postgres: string
  }
}

// What a power cut would need, and what tidies up databases that live for seconds. The tests of `survival` have PostgreSQL as it is.
const IN_A_HURRY = ['fsync = off', 'full_page_writes = off', 'autovacuum = off']

/** Starts one real PostgreSQL for all tests of a project of vitest.config.ts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-test-'))
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const embedded = await startGuardedPostgres({ dataDir: folder, log: silent })
  const database = openDatabase({ connection: embedded.connectionString, connectionsMax: 2, onError: () => undefined })
  if (project.name === 'integration') await database.withClient((client) => hurry(client))
  await migrate(database)
  await database.close()
  project.provide('postgres', embedded.connectionString)
  return async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function hurry(client: pg.PoolClient): Promise<void> {
  for (const setting of IN_A_HURRY) await client.query(`alter system set ${setting}`)
  await client.query('select pg_reload_conf()')
}
