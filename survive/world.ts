import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from '#server/db/embedded'
import { type Database, openDatabase } from '#server/db/pool'
import { until } from '#tests/builders'
import { type FaultyLink, openLink } from '#tests/faulty-link'
import { freePort, ServerProcess } from '#tests/server-process'
import { openBalancer } from './balancer.ts'
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
  /** A folder of its own, taken away at the end. */
  readonly folder: string
  /** The balancer, or without one the address of a wallet that runs: the next one every time, so that all of them have people. */
  readonly url: string
  /** Resolves when a wallet says that it is ready. */
  whenReady(wallet: ServerProcess): Promise<void>
  /** The process id of the wallets' PostgreSQL. */
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
}

/** The file in which a wallet reads at which point it is to die. */
export const crashFileOf = (folder: string, wallet: number): string => join(folder, `crash-${wallet}`)

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

// A quoted rate lives as long as a test; nothing else is other than people have it.
const SETTINGS = { RATE_LIFETIME_SECONDS: '3600', PROVIDER_TIMEOUT_MS: '1500', REQUESTS_PER_MINUTE: '100000000' }

/** Builds a world and starts its wallets. */
export async function openWorld({
  wallets: count = 2,
  settings = {},
  hasCrashPoints = false,
  isBalanced = false,
}: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'survive-'))
  chmodSync(folder, 0o755)
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const cluster = await startCluster(join(folder, 'wallet'), ends)
    const apart = await startCluster(join(folder, 'vendors'), ends)
    const link = await openLink({ path: socketOf(cluster) })
    ends.push(() => link.close())
    const vendors = await openVendors(apart.connectionString, 'http://127.0.0.1')
    ends.push(() => vendors.close())
    const admin = new pg.Pool({ connectionString: cluster.connectionString, max: 3 })
    admin.on('error', () => undefined)
    ends.push(() => admin.end())
    const database = openDatabase({ connection: cluster.connectionString, connectionsMax: 4, onError: () => undefined })
    ends.push(() => database.close())
    const processes: ServerProcess[] = []
    const healthPorts = new Map<ServerProcess, number>()
    ends.push(async () => await Promise.all(processes.map((each) => each.kill())))
    for (let place = 0; place < count; place += 1) {
      const url = `postgres://postgres@127.0.0.1:${link.port}/wallet`
      const crashes = hasCrashPoints ? { CRASH_FILE: crashFileOf(folder, place) } : {}
      if (hasCrashPoints) writeFileSync(crashFileOf(folder, place), '')
      const healthPort = await freePort()
      const health = { MONITORING_PORT: String(healthPort) }
      const made = await ServerProcess.prepare(url, { ...SETTINGS, SANDBOX_URL: vendors.url, ...health, ...crashes, ...settings })
      processes.push(made)
      healthPorts.set(made, healthPort)
      await made.start()
    }
    const backends = [...healthPorts].map(([{ port }, healthPort]) => ({ port, healthPort }))
    const balancer = isBalanced ? await openBalancer(folder, backends) : undefined
    if (balancer) ends.push(() => balancer.close())
    const [first, ...others] = processes
    if (!first) throw new Error('A world has a wallet at least')
    let turn = 0
    return {
      wallets: [first, ...others],
      link,
      vendors,
      database,
      admin,
      folder,
      whenReady: (wallet) => until(() => isReady(healthPorts.get(wallet)), 30),
      get url() {
        if (balancer) return balancer.url
        const running = processes.filter((each) => each.isRunning())
        turn += 1
        return (running[turn % running.length] ?? first).url
      },
      postmaster: () => Number.parseInt(readFileSync(join(folder, 'wallet/cluster/postmaster.pid'), 'utf8'), 10),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function isReady(healthPort: number | undefined): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${healthPort}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function startCluster(dataDir: string, ends: (() => Promise<unknown>)[]): Promise<Embedded> {
  const cluster = await startEmbedded({ dataDir, log: SILENT })
  ends.push(() => cluster.stop())
  return cluster
}

function socketOf({ connectionString }: Embedded): string {
  return `${new URL(connectionString.replace('postgres@/', 'postgres@localhost/')).searchParams.get('host')}/.s.PGSQL.5432`
}
