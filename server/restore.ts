import { spawn } from 'node:child_process'
import { extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { BackupFault } from './backup/fault.ts'
import { readKey } from './backup/key.ts'
import { expectWhole } from './backup/plan.ts'
import { type Moment, restore } from './backup/restore.ts'
import { readPlace } from './backup/timeline.ts'
import { fetchWal } from './backup/wal.ts'
import { isDatabaseRefusing } from './db/away.ts'
import { readInstant } from './operator/commands/parse-arguments.ts'
import { ignoreClosedPipe } from './process/closed-pipe.ts'
import { reasonOf } from './process/reason.ts'
import { SettingsFault, settingOf } from './settings/env.ts'

const USAGE = `npm run restore -- --into <new folder> [--to '2026-01-01 12:00:05+00'] [--timeline 2] [--user postgres] [--database wallet]

Makes a data directory of PostgreSQL as it was at that moment, or at the last one archived, and verifies its books. Where the archive has
two logs that went on from the same place, it has to be said which. PostgreSQL started on it archives nothing, until
\`npm run backup -- take-over\` makes it production.
`

// PostgreSQL takes 1 for "there is no such file", which ends the log, and ends the recovery itself with what is above 125.
const NOT_THERE = 1
const DAMAGED = 200

/** `npm run restore -- …`: restores from BACKUP_STORE with the key of BACKUP_KEY_FILE. Exits with 1 when that fails or the books are wrong. */
async function main(words: readonly string[]): Promise<void> {
  const [command, name, path] = words
  if (command === 'wal' && name !== undefined && path !== undefined) return giveWal(name, path)
  const { into, to, timeline, user, database } = readWords(words)
  const startedAt = performance.now()
  const restored = await restore({
    store: resolve(settingOf('BACKUP_STORE')),
    key: await readKey(settingOf('BACKUP_KEY_FILE')),
    into: resolve(into),
    to: to === undefined ? undefined : readMoment(to),
    timeline,
    programs: process.env.POSTGRES_PROGRAMS,
    restoreCommand: [process.execPath, ...process.execArgv, import.meta.filename, 'wal'].map(quoted).join(' ').concat(' %f "%p"'),
    say: print,
  })
  try {
    const connectionString = restored.connectionString(user, database)
    const { last, place } = await finish(connectionString)
    if (to === undefined) expectWhole(restored.plan, readPlace(place))
    print(
      `Recovered: ${last}, at ${place} of the log; ${to === undefined ? 'the archive has nothing later' : 'as was asked for'}`,
    )
    process.exitCode = await verify(connectionString)
  } finally {
    await restored.stop()
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const place = resolve(into)
  if (process.exitCode !== 0) return print(`${place} was restored in ${seconds} s, but its books are wrong.`)
  print(`${place} was restored in ${seconds} s; start PostgreSQL on it. It archives nothing: if it is to be production,`)
  print(`npm run backup -- take-over ${place}`)
}

interface Words {
  readonly into: string
  readonly to: string | undefined
  readonly timeline: number | undefined
  readonly user: string
  readonly database: string
}

function readWords(words: readonly string[]): Words {
  try {
    const text = { type: 'string' } as const
    const options = { into: text, to: text, timeline: text, user: text, database: text }
    const { values } = parseArgs({ args: [...words], options })
    const { into, to, timeline, user = 'postgres', database = 'wallet' } = values
    const isNumber = timeline === undefined || /^[1-9][0-9]{0,8}$/.test(timeline)
    if (into !== undefined && isNumber) return { into, to, timeline: timeline ? Number(timeline) : undefined, user, database }
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

/** Has the planner know the tables again, and says which transaction was the last, and where in the log. Refuses (BackupFault) a role or a database that is not there. */
async function finish(connectionString: string): Promise<{ last: string; place: string }> {
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
    const { rows } = await client.query<{ at: Date | null; place: string }>(
      'select pg_last_xact_replay_timestamp() as at, pg_last_wal_replay_lsn()::text as place',
    )
    const [row] = rows
    if (!row) throw new Error('The database said nothing of its recovery')
    const last = row.at ? `the last transaction is of ${row.at.toISOString()}` : 'no transaction since the base backup'
    return { last, place: row.place }
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

ignoreClosedPipe()
main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
})
