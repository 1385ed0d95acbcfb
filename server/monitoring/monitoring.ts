import { Gauge } from 'prom-client'
import type { DatabaseClock } from '#server/db/clock'
import { listMissing } from '#server/db/migrate'
import type { Database } from '#server/db/pool'
import type { Ledger } from '#server/ledger/ledger'
import { type HealthCheck, readinessOf } from './health.ts'
import type { Metrics } from './metrics.ts'
import { createMonitoringServer } from './monitoring-server.ts'
import { addStateMetrics } from './state-metrics.ts'

/** What of a running wallet is watched. */
export interface Watched {
  readonly metrics: Metrics
  readonly database: Database
  readonly databaseClock: Pick<DatabaseClock, 'skewSeconds'>
  readonly ledger: Ledger
  readonly worker: { listHanging(): readonly string[] }
  readonly openStreams: () => number
  /** Set when it was told to stop. */
  readonly ready: { readonly isStopping: boolean }
}

// A quarter of what the ledger lets wait.
const WAITING_MAX = 1024
const WRITES = { name: 'monitoring.writes', text: "select current_setting('transaction_read_only') = 'off' as takes_writes" }

/** Serves the health and metrics of a wallet at an address, and returns its URL and how it is closed. */
export async function startMonitoring(
  { metrics: { registry }, database, databaseClock, ledger, worker, openStreams, ready }: Watched,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ url: string; close(): Promise<void> }> {
  const collectState = addStateMetrics(registry, database)
  addGauges(registry, { database, databaseClock, ledger, openStreams })
  const listNow = listChecks({ database, ledger, worker, ready })
  const collectReadiness = addReadiness(registry, listNow)
  // Side by side: where the database is silent each waits for it as long as it may.
  const collect = async (): Promise<void> => void (await Promise.all([collectState(), collectReadiness()]))
  const app = createMonitoringServer({ registry, collect, listChecks: listNow })
  const url = await app.listen({ host, port })
  return { url, close: () => app.close() }
}

/** Gives what has to be looked at now. */
function listChecks({
  database,
  ledger,
  worker,
  ready,
}: Omit<Watched, 'metrics' | 'databaseClock' | 'openStreams'>): () => HealthCheck[] {
  const expect = (isSo: boolean): void => {
    if (!isSo) throw new Error('It is not so')
  }
  const running = { name: 'running', check: () => expect(!ready.isStopping) }
  const others = [
    {
      name: 'database',
      check: async () => expect((await database.find<{ takes_writes: boolean }>(WRITES))?.takes_writes ?? false),
    },
    // Only another hand, or a backup that is older than this build, takes some away from a wallet that runs.
    { name: 'migrations', check: async () => expect((await listMissing(database)).length === 0) },
    { name: 'ledger', check: () => expect(ledger.waiting() < WAITING_MAX) },
    { name: 'worker', check: () => expect(worker.listHanging().length === 0) },
  ]
  // A balancer hears of a stop at once, however long the database takes to answer.
  return () => (ready.isStopping ? [running] : [running, ...others])
}

/** Returns what brings it up to date. */
function addReadiness(registry: Metrics['registry'], listNow: () => readonly HealthCheck[]): () => Promise<void> {
  const gauge = new Gauge({
    name: 'wallet_ready',
    help: 'Whether a check of readiness succeeds now: 1, or 0 (/readyz)',
    labelNames: ['check'],
    registers: [registry],
  })
  return async () => {
    const readiness = await readinessOf(listNow())
    for (const [check, result] of Object.entries(readiness.checks)) gauge.set({ check }, result === 'ok' ? 1 : 0)
  }
}

/** What is read of the process whenever somebody asks. */
function addGauges(
  registry: Metrics['registry'],
  { database, databaseClock, ledger, openStreams }: Pick<Watched, 'database' | 'databaseClock' | 'ledger' | 'openStreams'>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'wallet_ledger_requests_waiting',
    help: 'Requests that wait for a batch of the ledger',
    registers,
    collect() {
      this.set(ledger.waiting())
    },
  })
  new Gauge({
    name: 'wallet_live_streams',
    help: 'Streams of events that are open, each of a page that hears what changes',
    registers,
    collect() {
      this.set(openStreams())
    },
  })
  new Gauge({
    name: 'wallet_clock_skew_seconds',
    help: "By how much this machine's clock is ahead of the database's, which decides",
    registers,
    collect() {
      this.set(databaseClock.skewSeconds())
    },
  })
  new Gauge({
    name: 'wallet_database_connections',
    help: 'Connections to the database by pool and state; waiting are those who want one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, idle, total, waiting } of database.connections()) {
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'used' }, total - idle)
        this.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
}
