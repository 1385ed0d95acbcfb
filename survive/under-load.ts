import type { Journal } from './journal.ts'
import { createLoad, type Load, type LoadOptions } from './load.ts'
import { type Reckoning, reckon } from './reckoning.ts'
import { openWorld, type World, type WorldOptions } from './world.ts'

/** What went on while the faults happened, and what it came to. */
export interface UnderLoad<Result> {
  readonly load: Load
  readonly reckoning: Reckoning
  /** What the wallets have logged at `error` or worse of requests that they answered 500. */
  readonly errors: readonly string[]
  /** Acknowledged a second, over the whole time. */
  readonly perSecond: number
  readonly result: Result
}

/** Builds a world, has its people ask for things while the faults happen, and reckons up when they are over. The world is taken down at the end. */
export async function underLoad<Result>(
  {
    clients,
    openJournal,
    world: of = {},
    ...options
  }: Omit<LoadOptions, 'journal'> & {
    readonly clients: number
    readonly openJournal: () => Promise<Journal>
    readonly world?: WorldOptions
  },
  happen: (world: World, load: Load) => Promise<Result>,
): Promise<UnderLoad<Result>> {
  const world = await openWorld(of)
  const journal = await openJournal()
  try {
    const load = await createLoad(world, { ...options, journal })
    let isOver = false
    const startedAt = performance.now()
    const running = load.run(clients, () => isOver)
    const result = await happen(world, load).finally(() => {
      isOver = true
    })
    await running
    const seconds = (performance.now() - startedAt) / 1000
    const reckoning = await reckon(world, load)
    return { load, reckoning, errors: errorsOf(world), perSecond: load.tally.told.length / seconds, result }
  } finally {
    await journal.close()
    await world.close()
  }
}

// pino's level of an error.
const ERROR = /"level":[56]0\b.*"requestId"/

function errorsOf({ wallets }: World): string[] {
  return wallets.flatMap(({ complaints }) => complaints.split('\n').filter((line) => ERROR.test(line)))
}
