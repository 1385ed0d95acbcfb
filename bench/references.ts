import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ratePerSecond } from './measure.ts'

/** Where PostgreSQL listens, as its own tools want to be told. */
export interface Server {
  readonly socketFolder: string
  readonly port: string
}

const CLIENTS = [1, 8, 16, 64]

/**
 * T: the best figure of pgbench's TPC-B (scale 10, prepared) over 1, 8, 16 and 64 clients, on this server with its settings. Nothing
 * when there is no pgbench on this machine (Debian: postgresql-contrib).
 */
export function measurePgbench(server: Server, seconds: number, say: (line: string) => void): number | undefined {
  const program = findPgbench()
  if (!program) {
    say('pgbench is not on this machine (Debian has it in postgresql-contrib): no T, so no ratios to it.')
    return undefined
  }
  const common = ['-h', server.socketFolder, '-p', server.port, '-U', 'postgres']
  execFileSync(program, [...common, '-i', '-s', '10', '-q', 'pgbench'], { stdio: 'pipe' })
  const figures = CLIENTS.map((clients) => {
    const output = execFileSync(
      program,
      [...common, '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-n', 'pgbench'],
      { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' },
    )
    const perSecond = Number(/tps = ([0-9.]+)/.exec(output)?.[1])
    say(`pgbench TPC-B, ${clients} clients: ${perSecond.toFixed(0)}/s`)
    return perSecond
  })
  return Math.max(...figures)
}

function findPgbench(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  const debian = '/usr/lib/postgresql'
  if (existsSync(debian)) folders.push(...readdirSync(debian).map((version) => join(debian, version, 'bin')))
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
}

/**
 * pgledger's create_transfer from the file that PGLEDGER_SQL names, spread over 1 000 accounts and with one account on one side of
 * all. Nothing when the file is not given.
 */
export async function measurePgledger(
  pool: pg.Pool,
  seconds: number,
  say: (line: string) => void,
): Promise<{ spread: number; hot: number } | undefined> {
  const file = process.env.PGLEDGER_SQL
  if (!file) {
    say('PGLEDGER_SQL does not name a file: no ratios to pgledger.')
    return undefined
  }
  await pool.query(readFileSync(file, 'utf8'))
  const accounts: string[] = []
  for (let place = 0; place < 1000; place += 1) {
    const { rows } = await pool.query<{ id: string }>("select id from pgledger_create_account($1, 'USD')", [`bench.${place}`])
    accounts.push(rows[0]?.id ?? '')
  }
  const transfer = (from: string | undefined, to: string | undefined) =>
    pool.query({ name: 'pgledger', text: 'select id from pgledger_create_transfer($1, $2, $3)', values: [from, to, '0.01'] })
  const any = (): number => 1 + Math.floor(Math.random() * 998)
  const spread = await ratePerSecond(
    () => {
      const from = any()
      return transfer(accounts[from], accounts[from + 1])
    },
    { clients: 24, seconds },
  )
  const hot = await ratePerSecond(() => transfer(accounts[any()], accounts[0]), { clients: 24, seconds })
  say(`pgledger: spread ${spread.toFixed(0)}/s, hot ${hot.toFixed(0)}/s`)
  return { spread, hot }
}
