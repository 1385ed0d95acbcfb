import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/pool'
import { startGuardedPostgres } from '#tests/guarded-postgres'
import type { SeedResult } from './seed.ts'
import type { Plant } from './vendors/vendor.ts'
import type { Work } from './worker.ts'

export interface SimulationOptions {
  readonly seeds: readonly number[]
  /** For each seed. */
  readonly steps: number
  tell(line: string): void
  /** A fault of a vendor that the simulation has to find. */
  readonly plant?: Plant
}

export interface SimulationResult {
  readonly seeds: number
  readonly steps: number
  /** What people have made, all that was acknowledged, which is in the books: by kind and state, `p2p complete`. */
  readonly operations: Readonly<Record<string, number>>
  readonly crashes: number
  /** Calls of vendors that failed, and answers of the database that were lost. */
  readonly faults: number
  /** Of all traces, in the order of the seeds. */
  readonly traceHash: string
  /** Where the wallet was not what the model says, with the end of the trace. */
  readonly deviations: readonly { readonly seed: number; readonly step: number; readonly what: string }[]
  readonly seconds: number
}

const PROCESSES = 2
const TELL_EVERY = 100
// What outlives a crash of PostgreSQL itself is not looked at here. Nothing changes tables beside the simulation.
const FAST = ['fsync = off', 'full_page_writes = off', 'autovacuum = off']

/** Simulates the wallet for each seed, in two processes on a PostgreSQL made for it. A seed takes the same way whatever was simulated before. */
export async function runSimulation({ seeds, steps, tell, plant }: SimulationOptions): Promise<SimulationResult> {
  const startedAt = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'wallet-simulation-'))
  const embedded = await startGuardedPostgres({ dataDir: folder, log: { info: () => undefined, error: tell } })
  try {
    await prepare(embedded.connectionString)
    const results = await simulateAll(embedded.connectionString, { seeds, steps, tell, ...(plant && { plant }) })
    const sum = (of: (result: SeedResult) => number): number => results.reduce((total, result) => total + of(result), 0)
    return {
      seeds: results.length,
      steps: sum((result) => result.steps),
      operations: operationsOf(results),
      crashes: sum(({ crashes }) => crashes),
      faults: sum(({ faults }) => faults),
      traceHash: createHash('sha256')
        .update(results.map(({ traceHash }) => traceHash).join('\n'))
        .digest('hex'),
      deviations: results.flatMap(({ seed, deviation }) => (deviation ? [{ seed, ...deviation }] : [])),
      seconds: (Date.now() - startedAt) / 1000,
    }
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function operationsOf(results: readonly SeedResult[]): Record<string, number> {
  const all: Record<string, number> = {}
  for (const [what, count] of results.flatMap(({ operations }) => Object.entries(operations)))
    all[what] = (all[what] ?? 0) + count
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)))
}

async function prepare(connection: string): Promise<void> {
  const database = openDatabase({ connection, connectionsMax: 1, onError: () => undefined })
  await migrate(database)
  await database.withClient(async (client) => {
    for (const setting of FAST) await client.query(`alter system set ${setting}`)
    await client.query('select pg_reload_conf()')
  })
  await database.close()
}

/** Hands the seeds to the processes, one at a time to whichever is free, and gives what they came to in the order of the seeds. */
async function simulateAll(template: string, { seeds, steps, tell, plant }: SimulationOptions): Promise<SeedResult[]> {
  const left = seeds.values()
  const results = new Map<number, SeedResult>()
  const simulate = (number: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
      const next = (): void => {
        const { value: seed } = left.next()
        const work: Work | undefined =
          seed === undefined ? undefined : { template, name: `simulation_${number}`, seed, steps, plant }
        if (work) child.send(work)
        else child.disconnect()
      }
      child.on('message', (message) => {
        const result = message as SeedResult
        results.set(result.seed, result)
        if (result.deviation) tell(`seed ${result.seed}, step ${result.deviation.step}: ${result.deviation.what}`)
        if (results.size % TELL_EVERY === 0) tell(`${results.size} of ${seeds.length} seeds`)
        next()
      })
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A process of the simulation ended with ${code}`))))
      next()
    })
  const processes = Array.from({ length: Math.min(PROCESSES, seeds.length) }, (_, number) => simulate(number))
  // The database is needed until the last has ended.
  await Promise.allSettled(processes)
  await Promise.all(processes)
  return seeds.flatMap((seed) => results.get(seed) ?? [])
}
