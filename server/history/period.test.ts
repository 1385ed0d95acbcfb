import { expect, test } from 'vitest'
import { readPeriod, wholeDaysOf } from './period.ts'

const MARCH = '2026-03-01T00:00:00.000Z'
const APRIL = '2026-03-31T21:00:00.000-03:00'

test('a period has the ends it was given, whatever their zone; what is left out is infinite', () => {
  expect(readPeriod({ from: MARCH, to: APRIL })).toEqual({
    from: new Date('2026-03-01T00:00Z'),
    to: new Date('2026-04-01T00:00Z'),
  })
  expect(readPeriod({ from: MARCH })).toEqual({ from: new Date(MARCH), to: 'infinity' })
  expect(readPeriod({ to: MARCH })).toEqual({ from: '-infinity', to: new Date(MARCH) })
  expect(readPeriod({})).toEqual({ from: '-infinity', to: 'infinity' })
})

test('a period turned round is turned back', () => {
  expect(readPeriod({ from: APRIL, to: MARCH })).toEqual(readPeriod({ from: MARCH, to: APRIL }))
})

test.each([
  ['2026-03-01T00:00Z', '2026-03-04T00:00Z', '2026-03-01T00:00Z', '2026-03-04T00:00Z'],
  ['2026-03-01T00:00:00.001Z', '2026-03-03T23:59Z', '2026-03-02T00:00Z', '2026-03-03T00:00Z'],
  ['2026-03-01T01:00Z', '2026-03-02T23:00Z', '2026-03-02T23:00Z', '2026-03-02T23:00Z'],
  ['2026-03-01T01:00Z', '2026-03-01T02:00Z', '2026-03-01T02:00Z', '2026-03-01T02:00Z'],
])('the whole days from %s to %s are those from %s to %s', (from, to, first, last) => {
  const period = { from: new Date(from), to: new Date(to) }
  expect(wholeDaysOf(period)).toEqual({ from: new Date(first), to: new Date(last) })
})

test('an open end of a period is one of its whole days', () => {
  const noon = new Date('2026-03-02T12:00Z')
  expect(wholeDaysOf({ from: '-infinity', to: 'infinity' })).toEqual({ from: '-infinity', to: 'infinity' })
  expect(wholeDaysOf({ from: noon, to: 'infinity' })).toEqual({ from: new Date('2026-03-03T00:00Z'), to: 'infinity' })
  expect(wholeDaysOf({ from: '-infinity', to: noon })).toEqual({ from: '-infinity', to: new Date('2026-03-02T00:00Z') })
})
