import { reachEmbedded } from './db/embedded.ts'
import { type Database, openDatabase } from './db/pool.ts'
import { readSettings } from './env.ts'
import { reasonOf } from './reason.ts'
import { verifyBooks } from './verify-books.ts'

/**
 * `npm run verify`: checks every invariant of the books and prints the result. Exits with 1 when one is violated, or could not
 * be checked. Changes nothing but the record of when it was done, where it may write; works beside a running wallet (by DATABASE_URL or on its data folder) and on a stopped one.
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
    await keepVerification(database, { checks: findings.length, faults: wrong })
    process.stdout.write(
      wrong === 0 ? 'The books are right.\n' : `${wrong} of ${findings.length} checks found something wrong.\n`,
    )
    process.exitCode = wrong === 0 ? 0 : 1
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

const KEEP = { name: 'verification.keep', text: 'insert into verification values (clock_timestamp(), $1, $2)' }

/** Records when the books were verified, for the alarm that it was too long ago. A replica, or a wallet not yet of this version, has no room for it. */
async function keepVerification(database: Database, { checks, faults }: { checks: number; faults: number }): Promise<void> {
  await database.run(KEEP, [checks, faults]).catch(() => {
    process.stdout.write('That was not recorded: nothing can be written there.\n')
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
})
