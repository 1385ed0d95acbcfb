import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '#server/db/pool'
import { until } from '#tests/builders'
import { type FaultyLink, openLink } from '#tests/faulty-link'
import { freePort } from '#tests/free-port'
import { startGuardedPostgres } from '#tests/guarded-postgres'
import { ServerProcess } from '#tests/server-process'
import { openBalancer } from './balancer.ts'
import type { MachineClock } from './machine-clock.ts'
import { openVendors, type Vendors } from './vendors.ts'

/** A company's whole installation, all real: PostgreSQL behind a link that can fail, wallets as processes, and vendors with books of their own. */
export interface World {
  readonly wallets: readonly [ServerProcess, ...ServerProcess[]]
  /** Between the wallets and their database. */
  readonly link: FaultyLink
  readonly vendors: Vendors
  /** The wallets' database, past the link. */
  readonly database: Database
  readonly admin: pg.Pool
  /** Where that is. */
  readonly databaseUrl: string
  /** A folder of its own, taken away at the end. */
  readonly folder: string
  /** The balancer, or without one the address of a wallet that runs: the next one every time, so that all of them have people. */
  readonly url: string
  /** Resolves when a wallet says that it is ready. */
  whenReady(wallet: ServerProcess): Promise<void>
  /** The process id of the wallets' PostgreSQL, where it is the built-in one. */
  postmaster(): number
  close(): Promise<void>
}

export interface WorldOptions {
  readonly wallets?: number
  /** Environment variables of every wallet. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether wallets look at each named point of the code whether to die there (server/db/crash-point.ts). */
  readonly hasCrashPoints?: boolean
  /** Whether people come through a balancer, which asks the wallets whether they are ready. */
  readonly isBalanced?: boolean
  /** Starts the wallets' database; the built-in one without. */
  readonly startDatabase?: StartDatabase
  /** The clock of all machines: wallets, vendors and the built-in databases; the real one without. */
  readonly clock?: MachineClock
  /** The clock of the wallets' built-in database alone. */
  readonly databaseClock?: MachineClock
}

/** What is told to end when the world is taken down, the last first. */
export type Ends = (() => Promise<unknown>)[]

/** Starts a PostgreSQL with an empty database `wallet` in a folder, and leads to it. */
export type StartDatabase = (
  folder: string,
  ends: Ends,
  clock?: MachineClock,
) => Promise<{ readonly connectionString: string; readonly link: FaultyLink }>

/** The file in which a wallet reads at which point it is to die. */
export const crashFileOf = (folder: string, wallet: number): string => join(folder, `crash-${wallet}`)

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

// A quoted rate lives as long as a test, everything about people is new in one, and they exchange all day: nothing else is other than people
// have it.
const SETTINGS = {
  RATE_LIFETIME_SECONDS: '3600',
  PROVIDER_TIMEOUT_MS: '1500',
  REQUESTS_PER_MINUTE: '100000000',
  TOPUP_ORDERS_OPEN_MAX: '1000000',
  FIRST_DAY_PERCENT: '100',
  EXCHANGE_FREE_BALANCE_PERCENT: '999999999',
  EXCHANGE_FREE_DAILY_PERCENT: '999999999',
  VELOCITY_RECIPIENTS_PER_HOUR: '0',
  VELOCITY_OUT_PERCENT: '0',
  VELOCITY_SENDERS_PER_DAY: '0',
  VELOCITY_CARD_WALLETS: '0',
}

/** Builds a world and starts its wallets. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'survive-'))
  chmodSync(folder, 0o755)
  const ends: Ends = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    // Not a copy: its address is looked up each time.
    return Object.assign(await build(folder, ends, options), { close })
  } catch (error) {
    await close()
    throw error
  }
}

async function build(folder: string, ends: Ends, options: WorldOptions): Promise<Omit<World, 'close'>> {
  const { connectionString, link } = await (options.startDatabase ?? startBuiltIn)(
    folder,
    ends,
    options.databaseClock ?? options.clock,
  )
  const vendors = await startVendors(folder, ends, options.clock)
  const admin = new pg.Pool({ connectionString, max: 3 })
  admin.on('error', () => undefined)
  ends.push(() => admin.end())
  const database = openDatabase({ connection: connectionString, connectionsMax: 4, onError: () => undefined })
  ends.push(() => database.close())
  const { wallets, healthPorts } = await startWallets(folder, ends, { ...options, link, vendors })
  const backends = [...healthPorts].map(([{ port }, healthPort]) => ({ port, healthPort }))
  const balancer = options.isBalanced ? await openBalancer(folder, backends) : undefined
  if (balancer) ends.push(() => balancer.close())
  const [first, ...others] = wallets
  if (!first) throw new Error('A world has a wallet at least')
  let turn = 0
  return {
    wallets: [first, ...others],
    link,
    vendors,
    database,
    admin,
    databaseUrl: connectionString,
    folder,
    get url() {
      if (balancer) return balancer.url
      const running = wallets.filter((each) => each.isRunning())
      turn += 1
      return (running[turn % running.length] ?? first).url
    },
    whenReady: (wallet) => until(() => isReady(healthPorts.get(wallet)), 30),
    postmaster: () => Number.parseInt(readFileSync(join(folder, 'wallet/cluster/postmaster.pid'), 'utf8'), 10),
  }
}

/** The built-in PostgreSQL, behind a link. */
async function startBuiltIn(folder: string, ends: Ends, clock?: MachineClock): ReturnType<StartDatabase> {
  const { connectionString, stop } = await startGuardedPostgres({ dataDir: join(folder, 'wallet'), log: SILENT, ...clock })
  ends.push(stop)
  const socketFolder = new URL(connectionString.replace('postgres@/', 'postgres@localhost/')).searchParams.get('host')
  const link = await openLink({ path: `${socketFolder}/.s.PGSQL.5432` })
  ends.push(() => link.close())
  return { connectionString, link }
}

async function startVendors(folder: string, ends: Ends, clock?: MachineClock): Promise<Vendors> {
  const { connectionString, stop } = await startGuardedPostgres({ dataDir: join(folder, 'vendors'), log: SILENT, ...clock })
  ends.push(stop)
  const vendors = await openVendors(connectionString, 'http://127.0.0.1', clock?.now)
  ends.push(() => vendors.close())
  return vendors
}

async function startWallets(
  folder: string,
  ends: Ends,
  {
    wallets: count = 2,
    settings = {},
    hasCrashPoints = false,
    clock,
    link,
    vendors,
  }: WorldOptions & Pick<World, 'link' | 'vendors'>,
): Promise<{ wallets: readonly ServerProcess[]; healthPorts: ReadonlyMap<ServerProcess, number> }> {
  const healthPorts = new Map<ServerProcess, number>()
  ends.push(() => Promise.all([...healthPorts.keys()].map((each) => each.kill())))
  for (let place = 0; place < count; place += 1) {
    const healthPort = await freePort()
    const crashes = hasCrashPoints ? { CRASH_FILE: crashFileOf(folder, place) } : {}
    if (hasCrashPoints) writeFileSync(crashFileOf(folder, place), '')
    const own = { SANDBOX_URL: vendors.url, MONITORING_PORT: String(healthPort), ...crashes }
    const url = `postgres://postgres@127.0.0.1:${link.port}/wallet`
    const wallet = await ServerProcess.prepare(url, { ...SETTINGS, ...own, ...settings, ...clock?.environment })
    healthPorts.set(wallet, healthPort)
    await wallet.start()
  }
  return { wallets: [...healthPorts.keys()], healthPorts }
}

async function isReady(healthPort: number | undefined): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${healthPort}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
}
