import type { Queryable } from './queryable.ts'

/** The database's clock as this process counts it. */
export interface DatabaseClock {
  /** The time by the database's clock, give or take some milliseconds; goes back only when that clock was set back by a second or more. */
  now(): Date
  /** By how many seconds this machine's clock is ahead of the database's; negative when it is behind. */
  skewSeconds(): number
  close(): void
}

/** What the database's clock has told: its time is the monotonic time plus an offset, give or take an uncertainty. In milliseconds. */
export interface ClockReading {
  readonly offsetMs: number
  readonly uncertaintyMs: number
  /** When it was taken, by the monotonic clock. */
  readonly takenAtMs: number
}

const READ_EVERY_MS = 2000
const FIRST_READINGS = 5
// What a reading loses with its age: far more than two quartz clocks part from each other, so that a slow network's readings are taken too.
const UNCERTAINTY_PER_MS = 0.001
const SET_BACK_MS = 1000
const READ = { name: 'clock.read', text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms' }

/**
 * Reads the database's clock, and again every two seconds; in between, and while the database is away, counts on by the monotonic clock,
 * so that whatever happens to this machine's clock changes nothing. `onReading` hears of the skew each time. Throws when the first
 * readings fail.
 */
export async function openClock(database: Queryable, onReading: (skewSeconds: number) => void): Promise<DatabaseClock> {
  let held = await readClock(database)
  for (let count = 1; count < FIRST_READINGS; count += 1) held = betterReading(held, await readClock(database))
  let latestMs = Number.NEGATIVE_INFINITY
  let isReading = false
  const databaseMs = (): number => performance.now() + held.offsetMs
  const skewSeconds = (): number => (Date.now() - databaseMs()) / 1000

  async function readAgain(): Promise<void> {
    if (isReading) return
    isReading = true
    // While the database is away, the last reading stays.
    const fresh = await readClock(database).catch(() => undefined)
    if (fresh) held = betterReading(held, fresh)
    isReading = false
    onReading(skewSeconds())
  }
  const timer = setInterval(() => void readAgain(), READ_EVERY_MS)
  timer.unref()
  onReading(skewSeconds())
  return {
    now() {
      latestMs = steadyMs(latestMs, databaseMs())
      return new Date(latestMs)
    },
    skewSeconds,
    close: () => clearInterval(timer),
  }
}

/**
 * The time after the latest one that was told, in milliseconds. A small step back is the error of a reading: the time stands still for so
 * long. One of a second or more is the database's clock being set: all processes have to follow it together.
 */
export function steadyMs(latestMs: number, ms: number): number {
  return ms > latestMs || ms <= latestMs - SET_BACK_MS ? ms : latestMs
}

/**
 * Which of two readings to go by: the fresh one when it is at least as exact as the held one is by now, or when they contradict each
 * other, as they do after the database's clock was set.
 */
export function betterReading(held: ClockReading, fresh: ClockReading): ClockReading {
  const heldUncertaintyMs = held.uncertaintyMs + (fresh.takenAtMs - held.takenAtMs) * UNCERTAINTY_PER_MS
  const apartMs = Math.abs(fresh.offsetMs - held.offsetMs)
  const isBetter = fresh.uncertaintyMs <= heldUncertaintyMs || apartMs > fresh.uncertaintyMs + heldUncertaintyMs
  return isBetter ? fresh : held
}

async function readClock(database: Queryable): Promise<ClockReading> {
  const askedAtMs = performance.now()
  const row = await database.find<{ ms: number }>(READ)
  const takenAtMs = performance.now()
  if (!row) throw new Error('A select without a table gave no row')
  const uncertaintyMs = (takenAtMs - askedAtMs) / 2
  return { offsetMs: row.ms - (askedAtMs + uncertaintyMs), uncertaintyMs, takenAtMs }
}
