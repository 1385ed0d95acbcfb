import { join } from 'node:path'
import pg from 'pg'
import { BackupFault } from './fault.ts'
import { findBackupPrograms, start, succeeded } from './programs.ts'
import { type Facts, listItems, putItem, readFacts, sweepParts } from './store.ts'

export interface BaseBackupOptions {
  /** Of a role that may replicate. */
  readonly databaseUrl: string
  readonly store: string
  readonly recipient: string
  readonly programs: string | undefined
  warn(line: string): void
}

const ANSWERS_MS = 10_000

/** A base backup in the store: the moment it began is its name. */
export interface BaseBackup {
  readonly name: string
  readonly place: string
  readonly facts: Facts
}

/**
 * Copies the whole cluster of a running database into the store, waits until the log that belongs to it is archived, and tells the
 * wallet, which has an alarm when that is too long ago. Refuses (BackupFault) a database that archives nothing.
 */
export async function takeBaseBackup({ databaseUrl, store, recipient, programs, warn }: BaseBackupOptions): Promise<BaseBackup> {
  const { major, archives, now, startsIn } = await asked(databaseUrl, look)
  if (!archives)
    throw new BackupFault('The database archives nothing: set archive_mode and archive_command first (docs/operations.md)')
  const folder = join(store, 'base')
  // Here, and not by each file of the log: in time there are very many.
  for (const swept of [folder, join(store, 'wal')]) await sweepParts(swept)
  const name = now.toISOString().replaceAll(/[-:]|\.[0-9]+/g, '')
  const place = join(folder, name)
  const content = copyOf(databaseUrl, join(findBackupPrograms(major, programs), 'pg_basebackup'))
  const ends = async () => {
    const end = await asked(databaseUrl, look)
    return {
      endedAt: end.now.toISOString(),
      ...(startsIn !== null && { startsIn }),
      ...(end.place !== null && { endsAt: end.place }),
    }
  }
  const facts = await putItem(place, { content, recipient, ends })
  const tell = (database: pg.Client) => tellWallet(database, facts)
  await asked(databaseUrl, tell).catch((error: unknown) => warn(`${NOT_TOLD}: ${messageOf(error)}`))
  return { name, place, facts }
}

/** Asks the database something by a connection of its own: one that waits for hours while the cluster is copied is cut off by what is between. */
async function asked<Answer>(databaseUrl: string, ask: (database: pg.Client) => Promise<Answer>): Promise<Answer> {
  const database = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: ANSWERS_MS,
    query_timeout: ANSWERS_MS,
  })
  await database.connect()
  return ask(database).finally(() => database.end())
}

const NOT_TOLD = 'It is in the store, but the wallet could not be told, and its alarm will go off'

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function tellWallet(database: pg.Client, { endedAt }: Facts): Promise<void> {
  await database.query('insert into base_backup (ended_at) values ($1)', [endedAt])
}

interface Look {
  readonly major: number
  readonly archives: boolean
  readonly now: Date
  /** The file of the log that is written now: what begins later begins in it, or in one after it. A standby does not know. */
  readonly startsIn: string | null
  /** How far the log has come. A standby does not know. */
  readonly place: string | null
}

async function look(database: pg.Client): Promise<Look> {
  const { rows } = await database.query<{
    version: string
    archives: string
    now: Date
    starts_in: string | null
    place: string | null
  }>(
    `select current_setting('server_version_num') as version, current_setting('archive_mode') as archives, clock_timestamp() as now,
      pg_walfile_name(place) as starts_in, place::text as place
    from (select case when not pg_is_in_recovery() then pg_current_wal_insert_lsn() end as place) as log`,
  )
  const [row] = rows
  if (!row) throw new Error('The database said nothing of itself')
  const { version, archives, now, starts_in: startsIn, place } = row
  return { major: Math.floor(Number(version) / 10_000), archives: archives !== 'off', now, startsIn, place }
}

async function* copyOf(databaseUrl: string, program: string): AsyncGenerator<Uint8Array> {
  const { url, password } = withoutPassword(databaseUrl)
  const words = ['--dbname', url, '--no-password', '--pgdata=-', '--format=tar', '--wal-method=none', '--checkpoint=fast']
  const child = start(program, words, password === undefined ? {} : { PGPASSWORD: password })
  const ended = succeeded(child)
  // Heard of at the end; before that it must not end the process.
  ended.catch(() => undefined)
  try {
    yield* child.stdout
    await ended
  } finally {
    child.kill()
  }
}

const PASSWORD = /^(postgres(?:ql)?:\/\/[^:@/?]*):([^@/?]*)@/

/** Everybody on the machine can read the words a program was started with, but not its environment. */
function withoutPassword(databaseUrl: string): { url: string; password?: string } {
  const [, , password] = PASSWORD.exec(databaseUrl) ?? []
  if (password === undefined) return { url: databaseUrl }
  return { url: databaseUrl.replace(PASSWORD, '$1@'), password: decodeURIComponent(password) }
}

/** The base backups of a store, the oldest first. Refuses (BackupFault) when the facts of one cannot be read. */
export async function listBaseBackups(store: string): Promise<BaseBackup[]> {
  const folder = join(store, 'base')
  const places = (await listItems(folder)).map((name) => ({ name, place: join(folder, name) }))
  return Promise.all(places.map(async ({ name, place }) => ({ name, place, facts: await readFacts(place) })))
}

/** The newest base backup that ended before a moment, or the newest of all, of those that `isFit`. Refuses (BackupFault) when there is none. */
export async function findBaseBackup(
  store: string,
  before: Date | undefined,
  isFit: (facts: Facts) => boolean,
): Promise<BaseBackup> {
  const folder = join(store, 'base')
  for (const name of (await listItems(folder)).reverse()) {
    const place = join(folder, name)
    const facts = await readFacts(place)
    const isBefore = facts.endedAt !== undefined && (before === undefined || new Date(facts.endedAt) <= before)
    if (isBefore && isFit(facts)) return { name, place, facts }
  }
  throw new BackupFault(`In ${store} there is no base backup${before ? ` that ended before ${before.toISOString()}` : ''}`)
}
