import { expect, test } from 'vitest'
import { createClockAlarm } from './clock-alarm.ts'

/** The levels of the log lines about a clock that is off by these seconds, one after the other. */
function saidOf(...skews: number[]): string[] {
  const said: string[] = []
  const alarm = createClockAlarm({ error: () => said.push('error'), warn: () => said.push('warn') })
  for (const skew of skews) alarm(skew)
  return said
}

test('a clock that is off by more than two seconds, ahead or behind, is logged once, and its recovery once', () => {
  expect(saidOf(0, 2.1, 3600, 3600, 0.2, 0.1)).toEqual(['error', 'warn'])
  expect(saidOf(-2.1, -1.9, -0.9, -3)).toEqual(['error', 'warn', 'error'])
})

test('a clock that is off by up to two seconds is not logged', () => {
  expect(saidOf(0, 1.9, -1.9, 2, -2, 0)).toEqual([])
})
