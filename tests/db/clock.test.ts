import { expect, onTestFinished, test, vi } from 'vitest'
import { openClock } from '#server/db/clock'
import { openDatabase } from '#server/db/pool'
import type { Queryable, Statement } from '#server/db/queryable'
import { createDatabase } from '#tests/test-wallet'

const NOW = { name: 'test.now', text: 'select clock_timestamp() as at' }
// What is lost of a moment that is told in whole milliseconds, by each of the two clocks.
const ROUNDING_MS = 2
// A reading loses a thousandth of its age.
const LOST = 0.001

test('the clock is within some milliseconds of the database’s time, and goes on while the database is away', async () => {
  // It is read when it is opened, and not again.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = openDatabase({ connection: await createDatabase(), connectionsMax: 1, onError: () => undefined })
  const tripsMs: number[] = []
  const timed: Queryable = {
    ...database,
    async find<Row extends object>(statement: Statement, values?: readonly unknown[]) {
      const askedAt = performance.now()
      const row = await database.find<Row>(statement, values)
      tripsMs.push(performance.now() - askedAt)
      return row
    },
  }
  const skews: number[] = []
  const clock = await openClock(timed, (skewSeconds) => skews.push(skewSeconds))
  const before = clock.now()
  const at = (await database.find<{ at: Date }>(NOW))?.at ?? new Date(0)
  const after = clock.now()
  // No more than half of the quickest trip to the database: how quick that is here is no matter.
  const offMs = Math.min(...tripsMs) / 2 + LOST * tripsMs.reduce((sum, ms) => sum + ms, 0) + ROUNDING_MS
  expect(before.getTime() - at.getTime()).toBeLessThan(offMs)
  expect(at.getTime() - after.getTime()).toBeLessThan(offMs)
  const skewMax = 0.05 + offMs / 1000
  expect(skews).toHaveLength(1)
  expect(Math.abs(skews[0] ?? Number.NaN)).toBeLessThan(skewMax)
  await database.close()
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(after.getTime())
  expect(Math.abs(clock.skewSeconds())).toBeLessThan(skewMax)
  clock.close()
  await expect(openClock(database, () => undefined)).rejects.toThrow()
})
