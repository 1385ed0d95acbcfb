import { expect, test } from 'vitest'
import { createClockAlarm } from './clock-alarm.ts'

/** What the log says of a clock that is off by so many seconds, one after the other. */
function saidOf(...skews: number[]): string[] {
  const said: string[] = []
  const alarm = createClockAlarm({ error: () => said.push('error'), warn: () => said.push('warn') })
  for (const skew of skews) alarm(skew)
  return said
}

test('a clock that is off by more than two seconds is said once, ahead or behind, and once that it is right again', () => {
  expect(saidOf(0, 2.1, 3600, 3600, 0.2, 0.1)).toEqual(['error', 'warn'])
  expect(saidOf(-2.1, -1.9, -0.9, -3)).toEqual(['error', 'warn', 'error'])
})

test('of a clock that is off by up to two seconds nothing is said', () => {
  expect(saidOf(0, 1.9, -1.9, 2, -2, 0)).toEqual([])
})
