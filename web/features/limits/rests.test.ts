import { expect, test } from 'vitest'
import { money } from '#money/money'
import type { LevelsAndRooms } from '#web/lib/config/rooms.ts'
import { percentLeft, restOfToday } from './rests.ts'

const rub = (minor: bigint) => money('RUB', minor)

test.each([
  [100n, 100n, 100],
  [100n, 99n, 99],
  [1000n, 999n, 99],
  [100n, 0n, 0],
  [0n, 0n, 0],
])('of %i with %i left %i per cent are left', (most, rest, left) => {
  expect(percentLeft({ most: rub(most), rest: rub(rest) })).toBe(left)
})

test('of a day and a first day the one that leaves less is told; what one operation may be is none of them', () => {
  const cap = (per: 'operation' | 'day' | 'first_day', rest: string) => ({ per, most: '600.00', rest })
  const none = { at_once: '0.00', caps: [] }
  const withdrawal = { at_once: '10.00', caps: [cap('operation', '1.00'), cap('day', '500.00'), cap('first_day', '10.00')] }
  const data: LevelsAndRooms = {
    status: 'ok',
    levels: [],
    rooms: [{ currency_code: 'RUB', topup: none, withdrawal, payment: none, sending: none, receiving: none }],
  }
  expect(restOfToday(data, 'withdrawal', 'RUB')).toEqual({ per: 'first_day', most: rub(60_000n), rest: rub(1000n) })
  expect(restOfToday(data, 'sending', 'RUB')).toBeUndefined()
  expect(restOfToday(data, 'withdrawal', 'USD')).toBeUndefined()
})
