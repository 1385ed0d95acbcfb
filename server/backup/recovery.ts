import { spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { BackupFault } from './fault.ts'

export interface RecoveryOptions {
  /** PostgreSQL's `postgres`. */
  readonly program: string
  /** A base backup, unpacked. */
  readonly cluster: string
  readonly logFile: string
  /** Settings of PostgreSQL that say where the log comes from and how far to go. */
  readonly settings: Readonly<Record<string, string>>
  /** For the programs that PostgreSQL starts. */
  readonly environment: Readonly<Record<string, string>>
}

/** A database that has been recovered and runs, over a socket that only its own user can reach. */
export interface Recovered {
  connectionString(user: string, database: string): string
  stop(): Promise<void>
}

// The cluster's own settings may name what is not here: libraries, certificates, standbys. archive_mode has what is written from now on
// archived when the database is in use again, and not by us.
const OWN = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  shared_preload_libraries: '',
  ssl: 'off',
  synchronous_standby_names: '',
  archive_mode: 'on',
  archive_command: '',
  hot_standby: 'off',
  autovacuum: 'off',
}
const LOOK_MS = 100
const LOG_LINES = 8

/** Recovers a cluster, however long it takes, and returns when it takes connections. Throws BackupFault, with the end of the log, when it fails. */
export async function recoverCluster({ program, cluster, logFile, settings, environment }: RecoveryOptions): Promise<Recovered> {
  const run = await mkdtemp(join(tmpdir(), 'wallet-restore-'))
  const [config, hba, ident] = [join(run, 'postgresql.conf'), join(run, 'pg_hba.conf'), join(run, 'pg_ident.conf')]
  await Promise.all([writeFile(config, ''), writeFile(hba, 'local all all trust\n'), writeFile(ident, '')])
  await writeFile(join(cluster, 'recovery.signal'), '')
  const files = { config_file: config, hba_file: hba, ident_file: ident, unix_socket_directories: run }
  const words = Object.entries({ ...OWN, ...files, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(logFile, 'a', 0o600)
  const { PATH } = process.env
  const child = spawn(program, ['-D', cluster, ...words], {
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH, LC_ALL: 'C', TZ: 'UTC', ...environment },
  })
  const ended = new Promise<void>((resolve) => child.once('error', () => resolve()).once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGINT')
    await ended
    await log.close()
    await rm(run, { recursive: true, force: true })
  }
  const connectionString = (user: string, database: string): string =>
    `postgres://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(run)}&port=5432`
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    if (await answers(connectionString('postgres', 'postgres'))) return { connectionString, stop }
    await pause(LOOK_MS)
  }
  await stop()
  const said = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-LOG_LINES).join('\n')
  throw new BackupFault(`The database was not recovered. The end of ${logFile}:\n${said}`)
}

/** Whether it takes connections; that a role is unknown to it is an answer. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code !== STARTING
  }
}

// It says so until the recovery has ended.
const STARTING = '57P03'
