import { expect, test } from 'vitest'
import { periodOf } from './accounting.ts'

const at = (text: string) => new Date(text)
const settled = (text: string) => ({ now: at(text), isSettled: true })

test('a month runs from its first instant in UTC to the first of the next', () => {
  expect(periodOf('2026-10', settled('2026-11-20T12:00:00Z'))).toEqual({
    from: at('2026-10-01T00:00:00Z'),
    until: at('2026-11-01T00:00:00Z'),
    isOver: true,
  })
  expect(periodOf('2025-12', settled('2026-11-20T12:00:00Z')).until).toEqual(at('2026-01-01T00:00:00Z'))
})

test('a month that is not over ends now; a month that has just ended may still get entries', () => {
  const now = at('2026-11-20T12:00:00Z')
  expect(periodOf('2026-11', { now, isSettled: true })).toEqual({ from: at('2026-11-01T00:00:00Z'), until: now, isOver: false })
  const end = at('2026-11-01T00:00:00Z')
  expect(periodOf('2026-10', settled('2026-11-01T00:59:59Z'))).toMatchObject({ until: end, isOver: false })
  expect(periodOf('2026-10', settled('2026-11-01T01:00:00Z'))).toMatchObject({ until: end, isOver: true })
  const unsettled = { now: at('2026-11-20T12:00:00Z'), isSettled: false }
  expect(periodOf('2026-10', unsettled)).toMatchObject({ until: end, isOver: false })
})

test.each([
  ['2026-13', 'is no month'],
  ['2026-1', 'is no month'],
  ['', 'is no month'],
  ['2026-12', 'has not begun'],
])('%s is refused', (month, complaint) => {
  expect(() => periodOf(month, settled('2026-11-20T12:00:00Z'))).toThrow(complaint)
})
