import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { instantsOf, isWholeDays, type Preset, rangeOf, rangeOfPreset, startBefore, type WeekStart, wholeDays } from './period.ts'
import { typedText } from './typed-date.ts'

function textsOf(preset: Preset, now: Date, weekStart: WeekStart = 0): readonly string[] {
  const { start, end } = rangeOfPreset(preset, { now, weekStart })
  return [typedText(start), typedText(end)]
}

// A Wednesday.
const NOW = new Date(2026, 2, 4, 15, 30)

describe('a preset consists of whole days', () => {
  test.each([
    ['today', '04/03/2026 00:00', '04/03/2026 23:59'],
    ['yesterday', '03/03/2026 00:00', '03/03/2026 23:59'],
    ['this_week', '01/03/2026 00:00', '07/03/2026 23:59'],
    ['last_week', '22/02/2026 00:00', '28/02/2026 23:59'],
    ['this_month', '01/03/2026 00:00', '31/03/2026 23:59'],
    ['last_month', '01/02/2026 00:00', '28/02/2026 23:59'],
    ['this_year', '01/01/2026 00:00', '31/12/2026 23:59'],
    ['last_year', '01/01/2025 00:00', '31/12/2025 23:59'],
  ] as const)('%s', (preset, start, end) => {
    expect(textsOf(preset, NOW)).toEqual([start, end])
  })
})

describe('a week begins on Sunday, or on Monday when that is set', () => {
  const sunday = new Date(2026, 2, 1, 0, 0)
  const monday = new Date(2026, 2, 2, 23, 59)
  test.each([
    [sunday, 0, '01/03/2026', '07/03/2026'],
    [sunday, 1, '23/02/2026', '01/03/2026'],
    [monday, 0, '01/03/2026', '07/03/2026'],
    [monday, 1, '02/03/2026', '08/03/2026'],
  ] as const)('%s, %s', (now, weekStart, start, end) => {
    expect(textsOf('this_week', now, weekStart)).toEqual([`${start} 00:00`, `${end} 23:59`])
  })
})

test('months and years end at their calendar ends [web-period-1]', () => {
  expect(textsOf('last_month', new Date(2024, 2, 31))).toEqual(['01/02/2024 00:00', '29/02/2024 23:59'])
  expect(textsOf('last_month', new Date(2026, 0, 31))).toEqual(['01/12/2025 00:00', '31/12/2025 23:59'])
  expect(textsOf('yesterday', new Date(2026, 0, 1))).toEqual(['31/12/2025 00:00', '31/12/2025 23:59'])
  expect(textsOf('this_week', new Date(2025, 11, 31), 1)).toEqual(['29/12/2025 00:00', '04/01/2026 23:59'])
  expect(textsOf('last_week', new Date(2026, 0, 1), 1)).toEqual(['22/12/2025 00:00', '28/12/2025 23:59'])
})

test('all days have no range, a custom range is its own range', () => {
  const range = wholeDays(NOW, NOW)
  expect(rangeOf('all', { now: NOW, weekStart: 0 })).toBeUndefined()
  expect(rangeOf(range, { now: NOW, weekStart: 0 })).toBe(range)
})

test('days run from their first minute to their last, in either order of the ends', () => {
  const range = wholeDays(new Date(2026, 2, 7, 12), new Date(2026, 2, 1, 18))
  expect([typedText(range.start), typedText(range.end)]).toEqual(['01/03/2026 00:00', '07/03/2026 23:59'])
  expect(isWholeDays(range)).toBe(true)
  expect(isWholeDays({ ...range, end: new Date(2026, 2, 7, 23, 58) })).toBe(false)
  expect(isWholeDays({ ...range, start: new Date(2026, 2, 1, 1) })).toBe(false)
})

describe('the period before begins', () => {
  test.each([
    ['today', '03/03/2026'],
    ['yesterday', '02/03/2026'],
    ['this_week', '22/02/2026'],
    ['last_week', '15/02/2026'],
    ['this_month', '01/02/2026'],
    ['last_month', '01/01/2026'],
    ['this_year', '01/01/2025'],
    ['last_year', '01/01/2024'],
  ] as const)('of %s on %s', (preset, day) => {
    const start = startBefore(rangeOfPreset(preset, { now: NOW, weekStart: 0 }))
    expect(start && typedText(start)).toBe(`${day} 00:00`)
  })

  test('of a custom range of days as many days earlier, of months as many months', () => {
    expect(startBefore(wholeDays(new Date(2026, 2, 4), new Date(2026, 2, 6)))).toEqual(new Date(2026, 2, 1))
    expect(startBefore(wholeDays(new Date(2026, 2, 1), new Date(2026, 3, 30)))).toEqual(new Date(2026, 0, 1))
  })

  test('at no calendar date when the range has times', () => {
    expect(startBefore({ start: new Date(2026, 2, 1, 9), end: new Date(2026, 2, 31, 23, 59) })).toBeUndefined()
  })
})

test('the API is asked from the first minute to the minute after the last', () => {
  const { from, to } = instantsOf(wholeDays(new Date(2026, 1, 28), new Date(2026, 1, 28)))
  expect(from).toBe(new Date(2026, 1, 28).toISOString())
  expect(to).toBe(new Date(2026, 2, 1).toISOString())
})

// In São Paulo and Beirut the clocks went forward at midnight: those days have no first minute.
describe.each(['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Beirut', 'Australia/Lord_Howe', 'UTC'])('in %s', (zone) => {
  beforeAll(() => {
    vi.stubEnv('TZ', zone)
  })
  afterAll(() => {
    vi.unstubAllEnvs()
  })

  test('every day, even a short or a long day, begins when the day before it ended', () => {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    for (let day = 1; day <= 365; day += 1) {
      const today = rangeOfPreset('today', { now: new Date(2018, 0, day, 12), weekStart: 0 })
      const tomorrow = rangeOfPreset('today', { now: new Date(2018, 0, day + 1, 12), weekStart: 0 })
      expect(instantsOf(today).to).toBe(instantsOf(tomorrow).from)
      expect(isWholeDays(today)).toBe(true)
    }
  })
})
