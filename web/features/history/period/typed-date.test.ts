import { describe, expect, test } from 'vitest'
import { readTyped, stepTyped, typedText } from './typed-date.ts'

describe('a typed date is read', () => {
  test.each([
    ['01/03/2026 14:05', new Date(2026, 2, 1, 14, 5)],
    ['1/3/2026 9:05', new Date(2026, 2, 1, 9, 5)],
    ['  29/02/2024 00:00 ', new Date(2024, 1, 29)],
    ['31.12.2025 23:59', new Date(2025, 11, 31, 23, 59)],
    ['31-12-2025', new Date(2025, 11, 31)],
  ])('%j', (text, date) => {
    expect(readTyped(text, 'start')).toEqual(date)
  })

  test('without a time as its first minute for a start and its last for an end', () => {
    expect(readTyped('07/03/2026', 'start')).toEqual(new Date(2026, 2, 7, 0, 0))
    expect(readTyped('07/03/2026', 'end')).toEqual(new Date(2026, 2, 7, 23, 59))
  })
})

test.each([
  '',
  ' ',
  'вчера',
  '2026-03-01',
  '03/01/26',
  '29/02/2026',
  '31/04/2026',
  '32/01/2026',
  '00/01/2026',
  '01/13/2026',
  '01/00/2026',
  '01/03/2026 24:00',
  '01/03/2026 12:60',
  '01/03/2026 12',
  '01/03/2026 12:5',
  '01/03/0099',
  '01/03/20266',
])('%j is no date', (text) => {
  expect(readTyped(text, 'start')).toBeUndefined()
  expect(stepTyped(text, 'start', 60)).toBeUndefined()
})

test('a formatted date is parsed to the same moment', () => {
  expect(typedText(new Date(2026, 2, 1, 4, 5))).toBe('01/03/2026 04:05')
  for (let hour = 0; hour < 24 * 366; hour += 1) {
    const text = typedText(new Date(2026, 0, 1, hour))
    expect(typedText(readTyped(text, 'start') ?? new Date(0))).toBe(text)
  }
})

describe('a step of an hour', () => {
  test.each([
    ['01/03/2026 00:00', 60, '01/03/2026 01:00'],
    ['01/03/2026 00:30', -60, '28/02/2026 23:30'],
    ['31/12/2025 23:59', 60, '01/01/2026 00:59'],
    ['29/03/2026 03:30', -60, '29/03/2026 02:30'],
  ])('from %s by %s minutes is %s', (text, minutes, moved) => {
    expect(stepTyped(text, 'start', minutes)).toBe(moved)
  })

  test('starts at the day’s end when the date has no time', () => {
    expect(stepTyped('07/03/2026', 'end', -60)).toBe('07/03/2026 22:59')
  })
})
