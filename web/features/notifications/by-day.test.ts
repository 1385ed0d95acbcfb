import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

const at = (id: string, created_at: string) => ({ id, created_at, message: id })
const dayHead = (instant: string) => instant.slice(0, 10)

test('notifications stand under their days, in their order', () => {
  const days = byDay([at('c', '2026-11-12T10:00:00Z'), at('b', '2026-11-12T09:00:00Z'), at('a', '2026-11-10T23:59:59Z')], dayHead)
  expect(days.map(({ head, notices }) => [head, notices.map(({ id }) => id)])).toEqual([
    ['2026-11-12', ['c', 'b']],
    ['2026-11-10', ['a']],
  ])
})

test('of none there is no day', () => {
  expect(byDay([], dayHead)).toEqual([])
})
