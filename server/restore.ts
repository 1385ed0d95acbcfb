import { spawn } from 'node:child_process'
import { extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { BackupFault } from './backup/fault.ts'
import { readKey } from './backup/key.ts'
import { type Moment, restore } from './backup/restore.ts'
import { fetchWal } from './backup/wal.ts'
import { isDatabaseRefusing } from './db/away.ts'
import { SettingsFault, settingOf } from './env.ts'
import { readInstant } from './operator/commands/parse-arguments.ts'
import { reasonOf } from './reason.ts'

const USAGE = `npm run restore -- --into <new folder> [--to '2026-01-01 12:00:05+00'] [--user postgres] [--database wallet]

Makes a data directory of PostgreSQL as it was at that moment, or at the last one archived, and verifies its books.
`

// PostgreSQL takes 1 for "there is no such file", which ends the log, and ends the recovery itself with what is above 125.
const NOT_THERE = 1
const DAMAGED = 200

/** `npm run restore -- …`: restores from BACKUP_STORE with the key of BACKUP_KEY_FILE. Exits with 1 when that fails or the books are wrong. */
async function main(words: readonly string[]): Promise<void> {
  const [command, name, path] = words
  if (command === 'wal' && name !== undefined && path !== undefined) return giveWal(name, path)
  const { into, to, user, database } = readWords(words)
  const startedAt = performance.now()
  const restored = await restore({
    store: resolve(settingOf('BACKUP_STORE')),
    key: await readKey(settingOf('BACKUP_KEY_FILE')),
    into: resolve(into),
    to: to === undefined ? undefined : readMoment(to),
    programs: process.env.POSTGRES_PROGRAMS,
    restoreCommand: [process.execPath, ...process.execArgv, import.meta.filename, 'wal'].map(quoted).join(' ').concat(' %f "%p"'),
    say: print,
  })
  try {
    const connectionString = restored.connectionString(user, database)
    print(`Recovered: ${await finish(connectionString)}`)
    process.exitCode = await verify(connectionString)
  } finally {
    await restored.stop()
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  print(
    `${resolve(into)} was restored in ${seconds} s${process.exitCode === 0 ? '; start PostgreSQL on it.' : ', but its books are wrong.'}`,
  )
}

function readWords(words: readonly string[]): { into: string; to: string | undefined; user: string; database: string } {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ args: [...words], options: { into: text, to: text, user: text, database: text } })
    const { into, to, user = 'postgres', database = 'wallet' } = values
    if (into !== undefined) return { into, to, user, database }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new SettingsFault(USAGE)
}

/** A moment as PostgreSQL shows it, to its microseconds, or in ISO 8601; with its zone. */
function readMoment(unchecked: string): Moment {
  const text = unchecked.replace(' ', 'T').replace(/[+-][0-9]{2}$/, '$&:00')
  return { at: readInstant(text), text: text.replace(/Z$/, '+00:00') }
}

/** For PostgreSQL, which starts this program for each file of its log that it needs. */
async function giveWal(name: string, path: string): Promise<void> {
  try {
    const isThere = await fetchWal(settingOf('BACKUP_STORE'), name, { path, key: settingOf('BACKUP_KEY') })
    process.exitCode = isThere ? 0 : NOT_THERE
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = DAMAGED
  }
}

/** Has the planner know the tables again, and says which transaction was the last. Refuses (BackupFault) a role or a database that is not there. */
async function finish(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect().catch((error: unknown) => {
    if (!isDatabaseRefusing(error) || !(error instanceof Error)) throw error
    throw new BackupFault(
      `It is restored, but not verified: ${error.message}. Say which role and database of yours it is to be verified by: --user, --database`,
    )
  })
  try {
    // Of a role that may not, PostgreSQL says so for each table.
    await client.query('set client_min_messages = error; analyze')
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    return rows[0]?.at ? `the last transaction is of ${rows[0].at.toISOString()}` : 'no transaction since the base backup'
  } finally {
    await client.end()
  }
}

/** `npm run verify` on the restored database; resolves to its exit code. */
function verify(connectionString: string): Promise<number> {
  const program = join(import.meta.dirname, `verify${extname(import.meta.filename)}`)
  const child = spawn(process.execPath, [...process.execArgv, program], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: connectionString },
  })
  return new Promise((resolveWith, reject) => {
    child.once('error', reject).once('exit', (code) => resolveWith(code ?? 1))
  })
}

// For a shell, and for PostgreSQL, to which a % says more.
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
})
