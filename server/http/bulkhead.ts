import { Refusal } from './refusal.ts'

/** Lets so much work of one kind go on at once; what comes beyond that waits a moment for a place and is refused as busy then. */
export interface Bulkhead {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

// Long enough for a burst to pass, and for those who ask again at once not to take all our time; short enough for a refusal to be quick.
const WAIT_MS = 50

/** Makes a bulkhead with this many places. */
export function createBulkhead(placesMax: number): Bulkhead {
  let taken = 0
  const waiting = new Set<() => void>()
  const waitForPlace = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer)
        waiting.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(enter)
        reject(new Refusal({ code: 'busy', retryAfterSeconds: 1 }))
      }, WAIT_MS)
      waiting.add(enter)
    })
  const leave = (): void => {
    const [next] = waiting
    if (next) next()
    else taken -= 1
  }
  return {
    async run(work) {
      if (taken < placesMax) taken += 1
      else await waitForPlace()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
