import { execFile } from 'node:child_process'
import { chownSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Account, Programs } from './embedded-programs.ts'

/** The folders and files of one built-in database. */
export interface Place {
  /** The data folder, its real path. */
  readonly folder: string
  /** PostgreSQL's own folder in it. */
  readonly cluster: string
  /** Where its socket and the owner's lock are; closed to other users. */
  readonly run: string
  readonly logFile: string
  /** Whom PostgreSQL runs as when we are root. */
  readonly account?: Account
  /** What the server's environment has beside BARE_ENVIRONMENT. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The environment PostgreSQL's programs get: nothing of ours, neither settings (PGPORT would move the socket) nor secrets. */
export const BARE_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const UNFINISHED = 'cluster.new-'

/**
 * Makes a cluster: UTF-8, sorted by code point on every machine alike, with page checksums, open over the Unix socket only. It
 * appears under its name when it is whole, so that a start cut off half-way leaves nothing that looks like a database.
 */
export async function createCluster(programs: Programs, { folder, cluster, account }: Place): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true, force: true })
  }
  const made = join(folder, `${UNFINISHED}${process.pid}`)
  mkdirSync(made, { mode: 0o700 })
  if (account) chownSync(made, account.uid, account.gid)
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', '--auth-local=trust', '--auth-host=reject']
  await promisify(execFile)(programs.initdb, ['-D', made, ...encoding, ...access, '--data-checksums', '--no-instructions'], {
    cwd: '/',
    env: BARE_ENVIRONMENT,
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  renameSync(made, cluster)
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Makes the database `wallet` in a running cluster, if it is not there yet. */
export async function createDatabase(run: string): Promise<void> {
  const client = await connectTo(run)
  try {
    const found = await client.query("select 1 from pg_database where datname = 'wallet'")
    if (found.rowCount === 0) await client.query('create database wallet')
  } finally {
    await client.end()
  }
}

/** A connection to the cluster's maintenance database through the socket in a folder; throws while nothing answers there. */
export async function connectTo(run: string): Promise<pg.Client> {
  const client = new pg.Client({ host: run, port: 5432, user: 'postgres', database: 'postgres', ssl: false })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
