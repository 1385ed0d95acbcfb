import { describe, expect, test } from 'vitest'
import { type DateRange, wholeDays } from './period.ts'
import { draftOf, finish, leaveEdge, type PeriodDraft, pressDay, rangeIn, stepEdge, typeEdge } from './period-draft.ts'

const TODAY = { now: new Date(2026, 2, 4, 15, 30), weekStart: 1 } as const
const ALL = draftOf('all', TODAY)

function typed(start: string, end: string, from: PeriodDraft = ALL): PeriodDraft {
  return typeEdge(typeEdge(from, 'start', start), 'end', end)
}

function chosen(draft: PeriodDraft): DateRange | string {
  const finished = finish(draft)
  return 'period' in finished ? finished.period : 'faulty'
}

describe('a draft begins with', () => {
  test('nothing for all days', () => {
    expect(ALL).toMatchObject({ choice: 'all', start: '', end: '' })
    expect(chosen(ALL)).toBe('all')
  })

  test('the days of a preset, and stays that preset', () => {
    const draft = draftOf('this_week', TODAY)
    expect(draft).toMatchObject({ choice: 'this_week', start: '02/03/2026 00:00', end: '08/03/2026 23:59' })
    expect(chosen(draft)).toBe('this_week')
  })

  test('a custom range', () => {
    const range = wholeDays(new Date(2026, 1, 1), new Date(2026, 1, 3))
    expect(draftOf(range, TODAY)).toMatchObject({ choice: 'own', start: '01/02/2026 00:00', end: '03/02/2026 23:59' })
    expect(chosen(draftOf(range, TODAY))).toEqual(range)
  })
})

describe('typing', () => {
  test('makes a custom range', () => {
    expect(chosen(typed('01/02/2026 09:00', '03/02/2026 18:30'))).toEqual({
      start: new Date(2026, 1, 1, 9),
      end: new Date(2026, 1, 3, 18, 30),
    })
  })

  test('a reversed range is swapped; days without times stay whole', () => {
    expect(chosen(typed('07/03/2026', '01/03/2026'))).toEqual(wholeDays(new Date(2026, 2, 1), new Date(2026, 2, 7)))
    expect(chosen(typed('07/03/2026 10:00', '01/03/2026 12:00'))).toEqual({
      start: new Date(2026, 2, 1, 12),
      end: new Date(2026, 2, 7, 10),
    })
  })

  test('two empty ends mean all days', () => {
    expect(typed('', '', draftOf('today', TODAY)).choice).toBe('all')
  })

  test('an error is shown when the field is left, and goes as soon as the date is valid', () => {
    const wrong = typeEdge(ALL, 'start', '31/02/2026')
    expect(wrong.faults.start).toBe(false)
    const told = leaveEdge(wrong, 'start')
    expect(told.faults).toEqual({ start: true, end: false })
    expect(typeEdge(told, 'start', '3/02/202').faults.start).toBe(true)
    expect(typeEdge(told, 'start', '3/02/2026').faults.start).toBe(false)
    expect(typeEdge(told, 'start', '').faults.start).toBe(false)
  })

  test('an empty field is an error only when the period is applied', () => {
    const half = leaveEdge(typeEdge(ALL, 'start', '01/03/2026'), 'end')
    expect(half.faults).toEqual({ start: false, end: false })
    expect(finish(half)).toMatchObject({ draft: { faults: { start: false, end: true } } })
  })
})

describe('in the calendar', () => {
  test('the first press starts a range with one day, the second ends it, in either order', () => {
    const first = pressDay(ALL, new Date(2026, 2, 7))
    expect(first).toMatchObject({ choice: 'own', isHalf: true, start: '07/03/2026 00:00', end: '07/03/2026 23:59' })
    const second = pressDay(first, new Date(2026, 2, 1))
    expect(second).toMatchObject({ isHalf: false, start: '01/03/2026 00:00', end: '07/03/2026 23:59' })
    expect(pressDay(second, new Date(2026, 2, 3))).toMatchObject({ isHalf: true, start: '03/03/2026 00:00' })
  })

  test('two presses on the same day select that day', () => {
    const day = new Date(2026, 2, 7)
    expect(chosen(pressDay(pressDay(ALL, day), day))).toEqual(wholeDays(day, day))
  })

  test('typing after the first press ends the choice in the calendar', () => {
    const draft = typeEdge(pressDay(ALL, new Date(2026, 2, 7)), 'end', '09/03/2026')
    expect(pressDay(draft, new Date(2026, 2, 1)).isHalf).toBe(true)
  })

  test('the calendar shows typed dates as far as they are a range', () => {
    expect(rangeIn(typed('01/03/2026', '0'))).toBeUndefined()
    expect(rangeIn(typed('07/03/2026', '01/03/2026'))).toEqual(wholeDays(new Date(2026, 2, 1), new Date(2026, 2, 7)))
  })
})

test('a step moves an end by an hour and leaves an invalid date unchanged [period-draft-1]', () => {
  const draft = draftOf('today', TODAY)
  expect(stepEdge(draft, 'start', 1)).toMatchObject({ choice: 'own', start: '04/03/2026 01:00' })
  expect(stepEdge(draft, 'end', -2)).toMatchObject({ end: '04/03/2026 21:59' })
  expect(stepEdge(ALL, 'start', 1)).toBe(ALL)
})
