import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type pg from 'pg'
import { type Load, loadOf } from './measure.ts'

/** Where PostgreSQL listens, as its own tools want to be told. */
export interface Server {
  readonly socketFolder: string
  readonly port: string
}

const CLIENTS = [1, 8, 16, 64]
const TRY_SECONDS = 2
const PGLEDGER_CLIENTS = 24
// As much as the server writes before it starts to use its files of the write-ahead log again.
const WAL_FILES = 64

/**
 * Fills the write-ahead log once, so that the server uses its files again from now on, as one does that has run for a while: on a new
 * one, every 16 MB wait for a new file to be filled with zeros.
 */
export async function fillWriteAheadLog(pool: pg.Pool): Promise<void> {
  for (let file = 0; file < WAL_FILES; file += 1) {
    await pool.query("select pg_logical_emit_message(false, 'bench', 'fills a file')")
    await pool.query('select pg_switch_wal()')
  }
  await pool.query('checkpoint')
}

/**
 * T: pgbench's TPC-B (scale 10, prepared) on this server with its settings, with as many clients as did best of 1, 8, 16 and 64.
 * Nothing when there is no pgbench on this machine (Debian: postgresql-contrib).
 */
export function preparePgbench(server: Server, say: (line: string) => void): Load | undefined {
  const program = findPgbench()
  if (!program) {
    say('pgbench is not on this machine (Debian has it in postgresql-contrib): no T, so no ratios to it.')
    return undefined
  }
  const common = ['-h', server.socketFolder, '-p', server.port, '-U', 'postgres']
  execFileSync(program, [...common, '-i', '-s', '10', '-q', 'pgbench'], { stdio: 'pipe' })
  const measure = (clients: number, seconds: number): number => {
    const options = ['-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(Math.ceil(seconds)), '-n', 'pgbench']
    const output = execFileSync(program, [...common, ...options], { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
    return Number(/tps = ([0-9.]+)/.exec(output)?.[1])
  }
  const tries = CLIENTS.map((clients) => ({ clients, perSecond: measure(clients, TRY_SECONDS) }))
  for (const { clients, perSecond } of tries) say(`pgbench TPC-B, ${clients} clients: ${perSecond.toFixed(0)}/s`)
  const best = tries.reduce((left, right) => (right.perSecond > left.perSecond ? right : left))
  return async (seconds) => ({ perSecond: measure(best.clients, seconds) })
}

function findPgbench(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  const debian = '/usr/lib/postgresql'
  if (existsSync(debian)) folders.push(...readdirSync(debian).map((version) => join(debian, version, 'bin')))
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
}

/**
 * pgledger's create_transfer from the files that PGLEDGER_SQL names, in their order and divided as in PATH, spread over 1 000 accounts and with one account on one side of
 * all. Nothing when no file is given.
 */
export async function preparePgledger(
  pool: pg.Pool,
  say: (line: string) => void,
): Promise<{ spread: Load; hot: Load } | undefined> {
  const files = (process.env.PGLEDGER_SQL ?? '').split(delimiter).filter((file) => file !== '')
  if (files.length === 0) {
    say('PGLEDGER_SQL does not name a file: no ratios to pgledger.')
    return undefined
  }
  for (const file of files) await pool.query(readFileSync(file, 'utf8'))
  const accounts: string[] = []
  for (let place = 0; place < 1000; place += 1) {
    const { rows } = await pool.query<{ id: string }>("select id from pgledger_create_account($1, 'USD')", [`bench.${place}`])
    accounts.push(rows[0]?.id ?? '')
  }
  const transfer = (from: string | undefined, to: string | undefined) =>
    pool.query({ name: 'pgledger', text: 'select id from pgledger_create_transfer($1, $2, $3)', values: [from, to, '0.01'] })
  const any = (): number => 1 + Math.floor(Math.random() * 998)
  return {
    spread: loadOf(PGLEDGER_CLIENTS, () => {
      const from = any()
      return transfer(accounts[from], accounts[from + 1])
    }),
    hot: loadOf(PGLEDGER_CLIENTS, () => transfer(accounts[any()], accounts[0])),
  }
}
