import { makeDatabase, type SimulationDatabase } from './ground.ts'
import { SeedRun } from './seed.ts'
import type { Plant } from './vendors/vendor.ts'

/** A seed to simulate, and where. */
export interface Work {
  /** The migrated database of the cluster. */
  readonly template: string
  /** Of the database of this process. */
  readonly name: string
  readonly seed: number
  readonly steps: number
  readonly plant?: Plant | undefined
}

let place: SimulationDatabase | undefined

// Simulates each seed that it is told, and ends with whoever tells.
process.on('message', (work: Work) => {
  void simulate(work)
})
process.on('disconnect', () => void place?.close())

async function simulate({ template, name, seed, steps, plant }: Work): Promise<void> {
  place ??= await makeDatabase(template, name)
  const run = await SeedRun.begin(seed, place, plant)
  process.send?.(await run.run(steps))
}
