import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/pool'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose database `wallet` is migrated and empty: the template of every test's database. */
    postgres: string
  }
}

/** Starts one real PostgreSQL for all tests of the wallet. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-test-'))
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const embedded = await startEmbedded({ dataDir: folder, log: silent })
  const database = openDatabase({ connection: embedded.connectionString, connectionsMax: 2, onError: () => undefined })
  await migrate(database)
  await database.close()
  project.provide('postgres', embedded.connectionString)
  return async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
