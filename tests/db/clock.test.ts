import { expect, test } from 'vitest'
import { openClock } from '#server/db/clock'
import { openDatabase } from '#server/db/pool'
import { createDatabase } from '#tests/test-wallet'

const NOW = { name: 'test.now', text: 'select clock_timestamp() as at' }

test('the clock tells the database’s time to some milliseconds, and goes on while the database is away', async () => {
  const database = openDatabase({ connection: await createDatabase(), connectionsMax: 1, onError: () => undefined })
  const skews: number[] = []
  const clock = await openClock(database, (skewSeconds) => skews.push(skewSeconds))
  const before = clock.now()
  const at = (await database.find<{ at: Date }>(NOW))?.at ?? new Date(0)
  const after = clock.now()
  expect(before.getTime() - at.getTime()).toBeLessThan(20)
  expect(at.getTime() - after.getTime()).toBeLessThan(20)
  expect(skews).toEqual([expect.closeTo(0, 1)])
  await database.close()
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(after.getTime())
  expect(clock.skewSeconds()).toBeCloseTo(0, 1)
  clock.close()
  await expect(openClock(database, () => undefined)).rejects.toThrow()
})
