import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Verification, verifyAndRecord } from './app/verify-books.ts'
import { CannotStart } from './db/cannot-start.ts'
import { reachEmbedded } from './db/embedded.ts'
import { type Database, openDatabase } from './db/pool.ts'
import type { Finding } from './ledger/check-invariants.ts'
import { findHeadFaults, parseHead } from './operator/chain-head.ts'
import { ignoreClosedPipe } from './process/closed-pipe.ts'
import { reasonOf } from './process/reason.ts'
import { deriveKeys, type Keys } from './security/keys.ts'
import { readCommandSettings } from './settings/env.ts'
import { findSecrets } from './settings/secret.ts'

/**
 * `npm run verify`: checks every invariant of what came into the books since they were found right last, with `-- --full` of all of them,
 * and prints the result; with `-- --head <file>` also that they have the checkpoint that was kept there. Exits with 1 when one is
 * violated, or could not be checked. Changes nothing but the record of when it was done and up to where; works beside a running wallet (by
 * DATABASE_URL or on its data folder) and on a stopped one.
 */
async function main(): Promise<void> {
  const { full: isFull, head } = readWords(process.argv.slice(2))
  const settings = readCommandSettings(process.env)
  const secrets = await findSecrets(settings)
  const keys = secrets && deriveKeys(secrets.secret, secrets.previous)
  const embedded = settings.DATABASE_URL ? undefined : await reachEmbedded({ dataDir: settings.DATA_DIR, log: console })
  const connection = settings.DATABASE_URL ?? embedded?.connectionString ?? ''
  const database = openDatabase({ connection, connectionsMax: 1, onError: () => undefined })
  try {
    const ofHead = head === undefined ? [] : [await lookForHead(database, head, keys)]
    const { findings, ...verification } = await verifyAndRecord(database, { isFull, keys })
    process.exitCode = print({ ...verification, findings: [...findings, ...ofHead] }) ? 0 : 1
    if (!keys)
      process.stdout.write("Whether the checkpoints are the wallet's own was not looked at: there is no WALLET_SECRET.\n")
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

/** Looks for the checkpoint that was kept in a file. */
async function lookForHead(database: Database, file: string, keys: Keys | undefined): Promise<Finding> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CannotStart(`${file} cannot be read`)
  })
  const head = parseHead(text)
  const faults = await findHeadFaults(database, head, keys)
  return { invariant: 'INV-8', says: 'the chain has the head that was kept outside', looked: `checkpoint ${head.number}`, faults }
}

/** Whether everything is to be looked at, and the file with a head. Refuses (CannotStart) any other word. */
function readWords(words: readonly string[]): { readonly full: boolean; readonly head?: string | undefined } {
  try {
    const options = { full: { type: 'boolean', default: false }, head: { type: 'string' } } as const
    return parseArgs({ args: [...words], options }).values
  } catch {
    throw new CannotStart(
      'Say `npm run verify` for what is new in the books, `npm run verify -- --full` for all of them, with `--head <file>` for a head that was kept outside, too',
    )
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

ignoreClosedPipe()
main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
})
