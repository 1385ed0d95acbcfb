import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedded } from '#server/db/embedded'
import { startGuardedPostgres } from '#tests/guarded-postgres'

/**
 * Starts a PostgreSQL for one test, or the tests of one file, that change what holds for all databases of a server: its settings, its roles,
 * whom it lets in. Its database `wallet` has no tables. Its stop removes its files, too.
 */
export async function startOwnPostgres(): Promise<Embedded> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wallet-postgres-'))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const { connectionString, stop } = await startGuardedPostgres({ dataDir, log })
  return {
    connectionString,
    async stop() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
