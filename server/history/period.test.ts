import { expect, test } from 'vitest'
import { periodBefore, readPeriod, wholeDaysOf } from './period.ts'

const MARCH = '2026-03-01T00:00:00.000Z'
const APRIL = '2026-03-31T21:00:00.000-03:00'

test('a period has the given ends, in any zone; an end left out is infinite', () => {
  expect(readPeriod({ from: MARCH, to: APRIL })).toEqual({
    from: new Date('2026-03-01T00:00Z'),
    to: new Date('2026-04-01T00:00Z'),
  })
  expect(readPeriod({ from: MARCH })).toEqual({ from: new Date(MARCH), to: 'infinity' })
  expect(readPeriod({ to: MARCH })).toEqual({ from: '-infinity', to: new Date(MARCH) })
  expect(readPeriod({})).toEqual({ from: '-infinity', to: 'infinity' })
})

test('a reversed period is swapped', () => {
  expect(readPeriod({ from: APRIL, to: MARCH })).toEqual(readPeriod({ from: MARCH, to: APRIL }))
})

test.each([
  ['2026-03-01T00:00Z', '2026-03-04T00:00Z', '2026-03-01T00:00Z', '2026-03-04T00:00Z'],
  ['2026-03-01T00:00:00.001Z', '2026-03-03T23:59Z', '2026-03-02T00:00Z', '2026-03-03T00:00Z'],
  ['2026-03-01T01:00Z', '2026-03-02T23:00Z', '2026-03-02T23:00Z', '2026-03-02T23:00Z'],
  ['2026-03-01T01:00Z', '2026-03-01T02:00Z', '2026-03-01T02:00Z', '2026-03-01T02:00Z'],
])('the whole days from %s to %s are the period from %s to %s', (from, to, first, last) => {
  const period = { from: new Date(from), to: new Date(to) }
  expect(wholeDaysOf(period)).toEqual({ from: new Date(first), to: new Date(last) })
})

test('an open end stays open in the period of whole days', () => {
  const noon = new Date('2026-03-02T12:00Z')
  expect(wholeDaysOf({ from: '-infinity', to: 'infinity' })).toEqual({ from: '-infinity', to: 'infinity' })
  expect(wholeDaysOf({ from: noon, to: 'infinity' })).toEqual({ from: new Date('2026-03-03T00:00Z'), to: 'infinity' })
  expect(wholeDaysOf({ from: '-infinity', to: noon })).toEqual({ from: '-infinity', to: new Date('2026-03-02T00:00Z') })
})

const at = (day: string) => new Date(`2026-${day}T00:00:00.000Z`)

test('the previous period has the same length and ends where this one begins; a period that is not over is compared by its past part', () => {
  const march = { from: at('03-01'), to: at('04-01') }
  expect(periodBefore(march, at('06-01'))).toEqual({ from: at('01-29'), to: at('03-01') })
  expect(periodBefore(march, at('03-11'))).toEqual({ from: at('01-29'), to: at('02-08') })
  expect(periodBefore({ from: at('03-01'), to: 'infinity' }, at('03-11'))).toEqual({ from: at('02-19'), to: at('03-01') })
})

test('the previous period begins at a given start: months of unequal length are compared whole, or by their past parts', () => {
  const [february, march] = [
    { from: at('02-01'), to: at('03-01') },
    { from: at('03-01'), to: at('04-01') },
  ]
  expect(periodBefore(march, at('06-01'), at('02-01'))).toEqual(february)
  expect(periodBefore(february, at('03-01'), at('01-01'))).toEqual({ from: at('01-01'), to: at('02-01') })
  expect(periodBefore(march, at('03-11'), at('02-01'))).toEqual({ from: at('02-01'), to: at('02-11') })
  expect(periodBefore(march, at('03-31'), at('02-01'))).toEqual(february)
  expect(periodBefore({ from: '-infinity', to: at('03-01') }, at('06-01'), at('02-01'))).toBeUndefined()
})

test('a period without a start, an empty period and a future period have no previous period', () => {
  expect(periodBefore({ from: '-infinity', to: at('03-01') }, at('06-01'))).toBeUndefined()
  expect(periodBefore({ from: '-infinity', to: 'infinity' }, at('06-01'))).toBeUndefined()
  expect(periodBefore({ from: at('03-01'), to: at('03-01') }, at('06-01'))).toBeUndefined()
  expect(periodBefore({ from: at('03-01'), to: at('04-01') }, at('03-01'))).toBeUndefined()
  expect(periodBefore({ from: at('03-01'), to: 'infinity' }, at('02-01'))).toBeUndefined()
})
