import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dayKind, type FormatContext, formatDateTime, formatDay, formatTime } from './format.ts'
import {
  formatCountdown,
  formatFullDay,
  formatMonth,
  formatPercent,
  formatRange,
  formatWeekday,
  formatWeekdayAndDay,
} from './seldom-formats.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ru: FormatContext = { language: 'ru', now }
const en: FormatContext = { language: 'en', now }

// The device's zone.
beforeAll(() => {
  vi.stubEnv('TZ', 'Europe/Moscow')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

describe('dates', () => {
  test.each([
    ['2026-03-07T11:05:00Z', '7 марта, 14:05', '7 March, 14:05'],
    ['2024-03-07T11:05:00Z', '7 марта 2024, 14:05', '7 March 2024, 14:05'],
    ['2026-11-19T21:00:00Z', '20 ноября, 00:00', '20 November, 00:00'],
  ])('%s is %s and %s', (instant, russian, english) => {
    expect(formatDateTime(instant, ru)).toBe(russian)
    expect(formatDateTime(instant, en)).toBe(english)
  })

  test('the day of another year has its year, without "г."', () => {
    expect(formatDay('2024-03-07T11:05:00Z', ru)).toBe('7 марта 2024')
    expect(formatFullDay('2026-03-07T11:05:00Z', ru)).toBe('7 марта 2026')
    expect(formatFullDay('2026-03-07T11:05:00Z', en)).toBe('7 March 2026')
  })

  test('a calendar is headed by the month, and its days are told with their weekday', () => {
    const day = new Date('2026-03-07T11:05:00Z')
    expect([formatMonth(day, ru), formatMonth(day, en)]).toEqual(['март 2026', 'March 2026'])
    expect(formatWeekdayAndDay(day, ru)).toBe('суббота, 7 марта 2026')
    expect(formatWeekdayAndDay(day, en)).toBe('Saturday, 7 March 2026')
    expect([formatWeekday(day, ru, 'short'), formatWeekday(day, en, 'short')]).toEqual(['сб', 'Sat'])
    expect(formatWeekday(day, ru, 'long')).toBe('суббота')
  })

  test('the year is that of the reader’s zone', () => {
    const newYear = { ...ru, now: new Date('2026-12-31T22:00:00Z') }
    expect(formatDay('2026-12-31T21:30:00Z', newYear)).toBe('1 января')
  })

  test('a text that is no instant prints nothing', () => {
    expect(formatDateTime('soon', ru)).toBe('')
    expect(formatTime('')).toBe('')
    expect(dayKind('soon', ru)).toBe('other')
  })
})

test.each([
  ['2026-11-20T00:30:00Z', 'today'],
  ['2026-11-19T21:30:00Z', 'today'],
  ['2026-11-19T20:30:00Z', 'yesterday'],
  ['2026-11-18T12:00:00Z', 'other'],
  ['2026-11-21T12:00:00Z', 'other'],
] as const)('%s is of %s', (instant, kind) => {
  expect(dayKind(instant, ru)).toBe(kind)
})

describe('a range', () => {
  const first = new Date('2026-03-01T12:00:00Z')
  const last = new Date('2026-03-07T12:00:00Z')

  test('names both days', () => {
    expect(formatRange(first, last, ru)).toBe('1 марта – 7 марта')
    expect(formatRange(first, last, en)).toBe('1 March – 7 March')
  })

  test('given the wrong way round is turned', () => {
    expect(formatRange(last, first, ru)).toBe('1 марта – 7 марта')
  })

  test('of one day names it once', () => {
    expect(formatRange(first, first, ru)).toBe('1 марта')
  })
})

test.each([
  [42, '0:42'],
  [60, '1:00'],
  [605, '10:05'],
  [0.4, '0:01'],
  [-3, '0:00'],
])('%d seconds count down as %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})

test.each([
  [62.5, '62,5\u00a0%', '62.5%'],
  [100, '100,0\u00a0%', '100.0%'],
  [0, '0,0\u00a0%', '0.0%'],
  [33.3, '33,3\u00a0%', '33.3%'],
])('%s per cent are %s and %s', (percent, russian, english) => {
  expect(formatPercent(percent, ru)).toBe(russian)
  expect(formatPercent(percent, en)).toBe(english)
})
