import { type Fact, groupsOf } from './batched.ts'
import type { Queryable } from './queryable.ts'

interface Wanted {
  readonly fact: Fact<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

// A trip more may begin while one is under way; beyond that, facts wait and make the next one larger.
const TRIPS = 2

/**
 * Makes one trip of many reads: facts that are wanted in one turn of the event loop, or while enough trips are under way, are read
 * together, one statement a source. Nothing is remembered between trips, so a value is never older than its request. A source that
 * fails fails those who wanted facts of it, and nobody else.
 */
export function createReader(
  inOneTrip: (read: (queryable: Queryable) => Promise<unknown>) => Promise<unknown>,
): <Value>(fact: Fact<Value>) => Promise<Value> {
  let waiting: Wanted[] = []
  let underWay = 0

  function start(): void {
    if (waiting.length === 0 || underWay >= TRIPS) return
    const wanted = waiting
    waiting = []
    underWay += 1
    inOneTrip((queryable) => readAll(queryable, wanted))
      .catch((error: unknown) => {
        // No trip could be made. Those who have their value already do not hear of it.
        for (const { reject } of wanted) reject(error)
      })
      .finally(() => {
        underWay -= 1
        start()
      })
  }

  return <Value>(fact: Fact<Value>) =>
    new Promise<Value>((resolve, reject) => {
      // What a fact's source gives for it is of the fact's own type.
      waiting.push({ fact, resolve: resolve as (value: unknown) => void, reject })
      if (waiting.length === 1) setImmediate(start)
    })
}

async function readAll(queryable: Queryable, wanted: readonly Wanted[]): Promise<void> {
  const groups = groupsOf(wanted, ({ fact }) => fact.read)
  await Promise.all(
    groups.map(async ([read, members]) => {
      try {
        const found = await read(
          queryable,
          members.map(({ fact }) => fact.key),
        )
        members.forEach(({ resolve }, place) => {
          resolve(found[place])
        })
      } catch (error) {
        for (const { reject } of members) reject(error)
      }
    }),
  )
}
