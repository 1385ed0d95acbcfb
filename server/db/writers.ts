import type { WatchedPool } from './connection-watch.ts'

/** Too many wait for their commits: nobody else may begin to write. */
export class WritersBusy extends Error {}

// In which one of them ends, unless all hang.
const STUCK_MS = 1000

/**
 * Those of a pool's connections that may be taken to write, `max` at a time: commits that wait for a standby keep theirs until it is back,
 * and the others stay for those who read. Whoever finds no place waits `waitMs`, and not at all when nobody has ended for a second; then
 * WritersBusy is thrown.
 */
export function writersOf(pool: WatchedPool, { max, waitMs }: { readonly max: number; readonly waitMs: number }) {
  let held = 0
  let movedAt = 0
  const waiting = new Set<() => void>()

  function hold(): void {
    held += 1
    movedAt = performance.now()
  }

  function leave(): void {
    held -= 1
    movedAt = performance.now()
    const [next] = waiting
    next?.()
  }

  function waitForPlace(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer)
        waiting.delete(enter)
        hold()
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(enter)
        reject(new WritersBusy('Nobody has ended writing in time'))
      }, waitMs)
      waiting.add(enter)
    })
  }

  async function takePlace(): Promise<void> {
    if (held < max) return hold()
    if (performance.now() - movedAt > STUCK_MS) throw new WritersBusy('All who write wait for their commits')
    return waitForPlace()
  }

  return {
    /** How many wait for a place. */
    waiting: () => waiting.size,
    connect: async (): ReturnType<WatchedPool['connect']> => {
      await takePlace()
      try {
        const connection = await pool.connect()
        return {
          ...connection,
          release(broken) {
            connection.release(broken)
            leave()
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
