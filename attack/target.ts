import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { verifyBooks } from '#server/app/verify-books'
import { type Database, openDatabase } from '#server/db/pool'
import { openVendors, type Vendors } from '#survive/vendors'
import { freePort } from '#tests/free-port'
import { startGuardedPostgres } from '#tests/guarded-postgres'
import { programOf } from '#tests/programs'
import { ServerProcess } from '#tests/server-process'
import { Client, freshAddress } from './client.ts'

/** What is attacked: a wallet as it is in production, on a database of its own, with vendors that are the sandbox's. */
export interface Target {
  readonly wallet: ServerProcess
  /** A process beside it, on the same database, that counts nothing by address and of all strangers: people get their wallets there, and calls are timed there. */
  readonly side: ServerProcess
  readonly vendors: Vendors
  readonly admin: pg.Pool
  readonly database: Database
  /** Where the wallet's health and metrics are. */
  readonly monitoringUrl: string
  /** A folder of its own, taken away at the end. */
  readonly folder: string
  /** Where the database is for one of its roles. */
  urlOf(role: 'postgres' | 'wallet_owner' | 'wallet_app'): string
  /** Starts one more wallet beside the others, with settings of its own. */
  startAnother(settings: Readonly<Record<string, string>>): Promise<ServerProcess>
  /** Starts one more wallet that trusts one proxy before it, and says where it is asked how it is. */
  startBehindProxy(): Promise<{ readonly port: number; readonly healthPort: number; stop(): Promise<unknown> }>
  /** Somebody at an address that nobody has used, at the wallet. */
  stranger(address?: string): Client
  /** Forgets what was counted of everybody. */
  forgetCounts(): Promise<void>
  /** Forgets that, and the codes that were sent: what one attack has used up is nothing to the next. */
  forget(): Promise<void>
  /** The invariants of the books that do not hold, in words. */
  brokenInvariants(): Promise<readonly string[]>
  close(): Promise<void>
}

type Ends = (() => Promise<unknown>)[]

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

// As in production, and with vendors that anybody may see.
const PRODUCTION = {
  NODE_ENV: 'production',
  SANDBOX: 'on',
  SANDBOX_FOR_EVERYBODY: 'I know that anybody can make money here',
  SERVES_PAGE: 'on',
  PROVIDER_TIMEOUT_MS: '',
  LOG_LEVEL: 'warn',
}
const MANY = '100000000'

/** The settings of a process that counts nothing by address and of all strangers; nothing else of it is other than in production. */
export const UNCOUNTED: Readonly<Record<string, string>> = {
  REQUESTS_PER_MINUTE: MANY,
  CONNECTIONS_PER_ADDRESS: MANY,
  CODES_PER_ADDRESS_HOUR: MANY,
  CODES_PER_PREFIX_HOUR: MANY,
  CODES_PER_HOUR: MANY,
  CODES_USED_PERCENT: '0',
  CODE_FAILURES_PER_ADDRESS: MANY,
  CODE_FAILURES_IN_ALL: MANY,
  KEYED_CALLS_PER_PERSON: MANY,
  // Of a table that has just been emptied.
  TOPUP_ORDERS_OPEN_MAX: MANY,
}

// Whoever counts meanwhile has a row of it, and may want another.
const FORGET_COUNTS = 'begin; lock table attempt in exclusive mode; delete from attempt; commit'

/** Builds what is attacked and starts it. */
export async function openTarget(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'attack-'))
  chmodSync(folder, 0o755)
  const ends: Ends = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    return { ...(await build(folder, ends)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function build(folder: string, ends: Ends): Promise<Omit<Target, 'close'>> {
  const { connectionString, stop } = await startGuardedPostgres({ dataDir: join(folder, 'data'), log: SILENT })
  ends.push(stop)
  const admin = new pg.Pool({ connectionString, max: 4 })
  admin.on('error', () => undefined)
  ends.push(() => admin.end())
  const vendors = await openVendors(await vendorsDatabase(admin, connectionString), 'http://127.0.0.1')
  ends.push(() => vendors.close())
  await makeTables(admin, connectionString)
  const database = openDatabase({ connection: connectionString, connectionsMax: 4, onError: () => undefined })
  ends.push(() => database.close())
  const appUrl = asRole('wallet_app', connectionString)
  const monitoringPort = await freePort()
  const startAnother = async (settings: Readonly<Record<string, string>>): Promise<ServerProcess> =>
    startWallet(appUrl, { SANDBOX_URL: vendors.url, MONITORING_PORT: String(await freePort()), ...settings }, ends)
  const wallet = await startAnother({ MONITORING_PORT: String(monitoringPort) })
  const side = await startAnother({ ...UNCOUNTED, SERVES_PAGE: 'off' })
  return {
    wallet,
    side,
    vendors,
    admin,
    database,
    monitoringUrl: `http://127.0.0.1:${monitoringPort}`,
    folder,
    urlOf: (role) => asRole(role, connectionString),
    startAnother,
    async startBehindProxy() {
      const healthPort = await freePort()
      const wallet = await startAnother({ TRUSTED_PROXIES: '1', MONITORING_PORT: String(healthPort) })
      return { port: wallet.port, healthPort, stop: () => wallet.stop() }
    },
    stranger: (address = freshAddress()) => new Client(wallet.url, address),
    async forgetCounts() {
      await admin.query(FORGET_COUNTS)
    },
    async forget() {
      await admin.query(FORGET_COUNTS)
      await admin.query('delete from phone_code; delete from email_code')
    },
    async brokenInvariants() {
      const findings = await database.inSnapshot(verifyBooks)
      return findings.filter(({ faults }) => faults.length > 0).map((finding) => JSON.stringify(finding).slice(0, 300))
    },
  }
}

async function vendorsDatabase(admin: pg.Pool, connectionString: string): Promise<string> {
  await admin.query('create database vendors')
  return connectionString.replace('/wallet?', '/vendors?')
}

/** The roles of deploy/roles.sql, and the tables by `npm run migrate`. */
async function makeTables(admin: pg.Pool, connectionString: string): Promise<void> {
  await admin.query(readFileSync('deploy/roles.sql', 'utf8'))
  const child = spawn(process.execPath, programOf('migrate'), {
    env: {
      ...process.env,
      DATABASE_URL: asRole('wallet_owner', connectionString),
      DATABASE_APP_ROLE: 'wallet_app',
      SANDBOX: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The tables could not be made: ${code}`)
}

async function startWallet(databaseUrl: string, settings: Readonly<Record<string, string>>, ends: Ends): Promise<ServerProcess> {
  const wallet = await ServerProcess.prepare(databaseUrl, { ...PRODUCTION, ...settings })
  ends.push(() => wallet.kill())
  await wallet.start({ PUBLIC_URL: wallet.url })
  return wallet
}

function asRole(role: string, url: string): string {
  return url.replace('postgres://postgres@', `postgres://${role}@`)
}
