import { deliver, runJobs } from './actions.ts'
import type { Trouble } from './life.ts'
import type { Action, Town } from './town.ts'
import type { VendorEvent } from './vendors/vendor.ts'
import { decideAll } from './vendors-decide.ts'
import { isOpen } from './world.ts'

// As long as it takes the wallet to ask about what it has put off longest.
const ROUNDS_MS = [5_000, 20_000, 60_000, 300_000, 1_800_000, 3_600_000, 3_600_000, 3_600_000, 3 * 86_400_000]
const JOBS = ['withdrawals', 'payments', 'p2p', 'requests', 'topups', 'identifications', 'checkpoints', 'cases']

/** A run of a town that can take further steps. */
interface RunOfTown {
  readonly town: Town
  take(actions: readonly Action[], trouble: Trouble | undefined, passMs: number): Promise<void>
}

/** After the faults: vendors decide what is undecided and deliver what was not acknowledged, jobs run. Tells what is open still. */
export async function bringToRest(run: RunOfTown): Promise<string[]> {
  const { town } = run
  const { street } = town
  street.hasFaults = false
  for (const ms of ROUNDS_MS) {
    decideAll(town)
    await run.take([], undefined, ms)
    for (let left = unheard(run); left.length > 0; left = unheard(run)) {
      await run.take(
        left.map((event) => deliver(town, event, 1)),
        undefined,
        0,
      )
    }
    await run.take([runJobs(town, JOBS)], undefined, 0)
    const isAllDecided = [...town.vendors.identity.checks.values()].every(({ state }) => state !== 'pending')
    if (isAllDecided && openOnes(run).length === 0 && street.events.every(({ isAcknowledged }) => isAcknowledged)) return []
  }
  return openOnes(run).map((name) => `${name} has no end`)
}

/** The first event of each thing that was not acknowledged. */
function unheard({ town: { street } }: RunOfTown): VendorEvent[] {
  const left = street.events.filter(({ isAcknowledged }) => !isAcknowledged)
  return left.filter(({ reference }, place) => left.findIndex((other) => other.reference === reference) === place)
}

function openOnes({ town }: RunOfTown): string[] {
  const { operations, requests } = town.world
  return [
    ...[...operations].flatMap(([name, operation]) => (isOpen(operation) ? [name] : [])),
    ...[...requests].flatMap(([name, { state }]) => (state === 'open' ? [name] : [])),
  ]
}
