import { type Fact, groupsOf, Unreadable } from './batched.ts'
import type { Queryable } from './queryable.ts'

/** A read has waited too long for a connection. */
export class ReaderBusy extends Error {}

interface Wanted {
  readonly fact: Fact<unknown>
  readonly since: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

// A second trip may begin while one is under way; beyond that, facts wait and make the next one larger.
const TRIPS = 2
/** How many trips there may be at once; those above two only while the others take longer than usual. */
export const TRIPS_MAX = 4
const SLOW_MS = 100
const WAIT_MAX_MS = 2500

/**
 * Makes one trip of many reads: facts that are wanted in one turn of the event loop, or while enough trips are under way, are read
 * together, one statement a source. Nothing is remembered between trips, so a value is never older than its request. A source that
 * fails fails those who wanted facts of it, and nobody else. Rejects with ReaderBusy what has waited two and a half seconds for its trip.
 */
export function createReader(
  inOneTrip: (read: (queryable: Queryable) => Promise<Error | undefined>) => Promise<unknown>,
): <Value>(fact: Fact<Value>) => Promise<Value> {
  let waiting: Wanted[] = []
  let underWay = 0
  let isWatched = false

  function start(tripsMax = TRIPS): void {
    if (waiting.length === 0) return
    if (underWay >= tripsMax) {
      if (!isWatched) setTimeout(onSlow, SLOW_MS)
      isWatched = true
      return
    }
    const wanted = waiting
    waiting = []
    underWay += 1
    inOneTrip((queryable) => readAll(queryable, wanted))
      .catch((error: unknown) => {
        // The trip itself failed. Facts that have been read already are not affected.
        for (const { reject } of wanted) reject(error)
      })
      .finally(() => {
        underWay -= 1
        start()
      })
  }

  function onSlow(): void {
    isWatched = false
    const now = performance.now()
    for (const { since, reject } of waiting) {
      if (now - since >= WAIT_MAX_MS) reject(new ReaderBusy('A read has waited too long for a connection'))
    }
    waiting = waiting.filter(({ since }) => now - since < WAIT_MAX_MS)
    start(TRIPS_MAX)
  }

  return <Value>(fact: Fact<Value>) =>
    new Promise<Value>((resolve, reject) => {
      // A source gives values of its fact's own type.
      waiting.push({ fact, since: performance.now(), resolve: resolve as (value: unknown) => void, reject })
      if (waiting.length === 1) setImmediate(start)
    })
}

/** Reads all of a trip, and returns the first error of a source: its connection may be of no more use. */
async function readAll(queryable: Queryable, wanted: readonly Wanted[]): Promise<Error | undefined> {
  const errors: Error[] = []
  await Promise.all(
    groupsOf(wanted, ({ fact }) => fact.read).map(async ([read, members]) => {
      try {
        const found = await read(
          queryable,
          members.map(({ fact }) => fact.key),
        )
        members.forEach(({ resolve, reject }, place) => {
          const value = found[place]
          if (value instanceof Unreadable) reject(value)
          else resolve(value)
        })
      } catch (error) {
        errors.push(error instanceof Error ? error : new Error(String(error)))
        for (const { reject } of members) reject(error)
      }
    }),
  )
  return errors[0]
}
