import { parseArgs } from 'node:util'
import { CannotStart } from './db/cannot-start.ts'
import { reachEmbedded } from './db/embedded.ts'
import { openDatabase } from './db/pool.ts'
import { readCommandSettings } from './env.ts'
import { reasonOf } from './reason.ts'
import { type Verification, verifyAndRecord } from './verify-books.ts'

/**
 * `npm run verify`: checks every invariant of what came into the books since they were found right last, with `-- --full` of all of them,
 * and prints the result. Exits with 1 when one is violated, or could not be checked. Changes nothing but the record of when it was
 * done and up to where; works beside a running wallet (by DATABASE_URL or on its data folder) and on a stopped one.
 */
async function main(): Promise<void> {
  const isFull = readWords(process.argv.slice(2))
  const settings = readCommandSettings(process.env)
  const embedded = settings.DATABASE_URL ? undefined : await reachEmbedded({ dataDir: settings.DATA_DIR, log: console })
  const connection = settings.DATABASE_URL ?? embedded?.connectionString ?? ''
  const database = openDatabase({ connection, connectionsMax: 1, onError: () => undefined })
  try {
    process.exitCode = print(await verifyAndRecord(database, { isFull })) ? 0 : 1
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

/** Whether everything is to be looked at. Refuses (CannotStart) any other word. */
function readWords(words: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...words], options: { full: { type: 'boolean', default: false } } }).values.full
  } catch {
    throw new CannotStart('Say `npm run verify` for what is new in the books, `npm run verify -- --full` for all of them')
  }
}

/** Prints what was found, and gives whether all of it is right. */
function print({ findings, since, isRecorded }: Verification): boolean {
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  say(
    since
      ? `What came after checkpoint ${since.number}, up to which all was right on ${since.verifiedAt.toISOString()}:`
      : 'All of the books:',
  )
  for (const { invariant, says, looked, faults } of findings) {
    say(`${faults.length === 0 ? 'ok   ' : 'WRONG'} ${invariant}  ${says} (${looked})`)
    for (const fault of faults) say(`        ${fault}`)
  }
  const wrong = findings.filter(({ faults }) => faults.length > 0).length
  if (!isRecorded) say('That was not recorded: nothing can be written there.')
  say(wrong === 0 ? 'The books are right.' : `${wrong} of ${findings.length} checks found something wrong.`)
  return wrong === 0
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
})
