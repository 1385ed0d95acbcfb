/** No place was left in time. */
export class NoPlace extends Error {}

/** So many places, and how many milliseconds whoever finds none waits for one. */
export interface PlaceLimits {
  readonly max: number
  readonly waitMs: number
}

/** Gives so many places at once; whoever waits gets the place that is left, in the order they came. */
export function createPlaces({ max, waitMs }: PlaceLimits) {
  let taken = 0
  let movedAt = 0
  const waiting = new Set<() => void>()

  function leave(): void {
    movedAt = performance.now()
    const [next] = waiting
    if (next) next()
    else taken -= 1
  }

  function waitForPlace(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer)
        waiting.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(enter)
        reject(new NoPlace('No place was left in time'))
      }, waitMs)
      waiting.add(enter)
    })
  }

  async function take(): Promise<() => void> {
    if (taken < max) taken += 1
    else await waitForPlace()
    movedAt = performance.now()
    return leave
  }

  return {
    /** How many wait for a place. */
    waiting: () => waiting.size,
    /** For how many milliseconds all places have been taken by the same. */
    stuckMs: () => (taken < max ? 0 : performance.now() - movedAt),
    /** Takes a place; gives what leaves it, to be called once. Rejects with NoPlace. */
    take,
    /** Does work at a place. Rejects with NoPlace, and as the work does. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      await take()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
