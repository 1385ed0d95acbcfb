import { expect, test } from 'vitest'
import { readPeriod } from './period.ts'

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
