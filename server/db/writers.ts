import type { WatchedPool } from './connection-watch.ts'
import { createPlaces, NoPlace, type PlaceLimits } from './places.ts'

// In which one of them ends, unless all hang.
const STUCK_MS = 1000

/**
 * Those of a pool's connections that may be taken to write: commits that wait for a standby keep theirs until it is back, and the others
 * stay for those who read. Whoever finds no place waits, and not at all when nobody has ended for a second; then NoPlace is thrown.
 */
export function writersOf(pool: WatchedPool, limits: PlaceLimits) {
  const places = createPlaces(limits)
  return {
    /** How many wait for a place. */
    waiting: places.waiting,
    connect: async (): ReturnType<WatchedPool['connect']> => {
      if (places.stuckMs() > STUCK_MS) throw new NoPlace('All who write wait for their commits')
      const leave = await places.take()
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
