import type { Queryable, Statement } from './queryable.ts'

/** Where is read what may be a second old: a replica, as long as nobody can tell. */
export interface DelayedReads {
  /** For what this person reads. */
  readsOf(userId: string): Queryable
  /** This person changes something: they read of it at the primary until the replica has it. */
  noteWrite(userId: string): void
  close(): void
}

// Older than this nobody reads of a replica.
const DELAY_MAX_MS = 1000
const LOOK_EVERY_MS = 250

const POSITION = { name: 'delayed_reads.position', text: 'select pg_current_wal_lsn()::text as position' }
const HAS_REACHED = {
  name: 'delayed_reads.has_reached',
  text: 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has_reached',
}

/** All that is read is read at the primary. */
export function readAtPrimary(primary: Queryable): DelayedReads {
  return { readsOf: () => primary, noteWrite: () => undefined, close: () => undefined }
}

/**
 * Reads at a replica that is less than a second late and has what the person did here, else at the primary; there too whenever the replica
 * fails. Four times a second it is looked up how far the replica has come.
 */
export function readAtReplica(primary: Queryable, replica: Queryable): DelayedReads {
  // All that was committed before this instant is at the replica, by performance.now().
  let freshAsOf = Number.NEGATIVE_INFINITY
  let expected: { readonly position: string; readonly at: number } | undefined
  let isLooking = false
  const writes = new Map<string, number>()

  async function look(): Promise<void> {
    if (expected === undefined) {
      const at = performance.now()
      const row = await primary.find<{ position: string }>(POSITION)
      if (row) expected = { position: row.position, at }
    }
    const reached = expected && (await replica.find<{ has_reached: boolean }>(HAS_REACHED, [expected.position]))
    if (!(expected && reached?.has_reached)) return
    freshAsOf = expected.at
    expected = undefined
  }

  // What is older is at every replica that may be read.
  function forgetWrites(): void {
    for (const [userId, at] of writes) if (performance.now() - at > DELAY_MAX_MS) writes.delete(userId)
  }

  const timer = setInterval(() => {
    forgetWrites()
    if (isLooking) return
    isLooking = true
    look()
      // Whichever of them is away: the replica is not read until both have answered again.
      .catch(() => undefined)
      .finally(() => {
        isLooking = false
      })
  }, LOOK_EVERY_MS)
  timer.unref()

  const elseAtPrimary = async <Result>(read: (at: Queryable) => Promise<Result>): Promise<Result> => {
    try {
      return await read(replica)
    } catch {
      freshAsOf = Number.NEGATIVE_INFINITY
      return await read(primary)
    }
  }
  const delayed: Queryable = {
    list: <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      elseAtPrimary((at) => at.list<Row>(statement, values)),
    find: <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      elseAtPrimary((at) => at.find<Row>(statement, values)),
    run: (statement, values) => primary.run(statement, values),
  }
  return {
    readsOf(userId) {
      const isFresh = performance.now() - freshAsOf < DELAY_MAX_MS && (writes.get(userId) ?? Number.NEGATIVE_INFINITY) < freshAsOf
      return isFresh ? delayed : primary
    },
    noteWrite: (userId) => void writes.set(userId, performance.now()),
    close: () => clearInterval(timer),
  }
}
