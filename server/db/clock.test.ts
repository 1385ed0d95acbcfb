import { expect, test } from 'vitest'
import { betterReading, type ClockReading, steadyMs } from './clock.ts'

const reading = (offsetMs: number, uncertaintyMs: number, takenAtMs: number): ClockReading => ({
  offsetMs,
  uncertaintyMs,
  takenAtMs,
})

const HELD = reading(1000, 1, 0)

test.each([
  ['one that is as exact', reading(1001, 1, 2000)],
  ['one over a slow network, once the held one is as old as that', reading(1010, 21, 20_000)],
  ['a rough one that contradicts the held one: the clock was set', reading(-3_599_000, 400, 2000)],
])('the clock uses %s', (_what, fresh) => {
  expect(betterReading(HELD, fresh)).toBe(fresh)
})

test.each([
  ['took long', reading(1030, 50, 2000)],
  ['took a second', reading(1800, 1000, 2000)],
])('the clock ignores a reading that %s, and keeps the held reading', (_what, fresh) => {
  expect(betterReading(HELD, fresh)).toBe(HELD)
})

test('a returned time stays when a reading is a little earlier, and changes when the clock was set back', () => {
  expect([10_001, 10_000, 9001].map((ms) => steadyMs(10_000, ms))).toEqual([10_001, 10_000, 10_000])
  expect(steadyMs(10_000, 9000)).toBe(9000)
})
