import { reachEmbedded } from './db/embedded.ts'
import { openDatabase } from './db/pool.ts'
import { readSettings } from './env.ts'
import { reasonOf } from './reason.ts'
import { verifyBooks } from './verify-books.ts'

/**
 * `npm run verify`: checks every invariant of the books and prints the result. Exits with 1 when one is violated, or could not
 * be checked. Reads only; works beside a running wallet (by DATABASE_URL or on its data folder) and on a stopped one.
 */
async function main(): Promise<void> {
  const settings = readSettings({ ...process.env, NODE_ENV: 'development' })
  const embedded = settings.DATABASE_URL ? undefined : await reachEmbedded({ dataDir: settings.DATA_DIR, log: console })
  const connection = settings.DATABASE_URL ?? embedded?.connectionString ?? ''
  const database = openDatabase({ connection, connectionsMax: 1, onError: () => undefined })
  try {
    const findings = await database.inSnapshot(verifyBooks)
    for (const { invariant, says, looked, faults } of findings) {
      process.stdout.write(`${faults.length === 0 ? 'ok   ' : 'WRONG'} ${invariant}  ${says} (${looked})\n`)
      for (const fault of faults) process.stdout.write(`        ${fault}\n`)
    }
    const wrong = findings.filter(({ faults }) => faults.length > 0).length
    process.stdout.write(
      wrong === 0 ? 'The books are right.\n' : `${wrong} of ${findings.length} checks found something wrong.\n`,
    )
    process.exitCode = wrong === 0 ? 0 : 1
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
})
