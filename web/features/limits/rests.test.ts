import { expect, test } from 'vitest'
import { money } from '#money/money'
import type { LevelsAndRooms } from '#web/lib/config/rooms.ts'
import { percentLeft, restsOfToday } from './rests.ts'

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

const counted = [
  { movement: 'withdrawal', label: 'levels.withdrawal' },
  { movement: 'sending', label: 'levels.sending' },
] as const
const cap = (per: 'operation' | 'day' | 'first_day', rest: string) => ({ per, most: '600.00', rest })
const none = { at_once: '0.00', caps: [] }
const withdrawal = { at_once: '10.00', caps: [cap('operation', '1.00'), cap('day', '500.00'), cap('first_day', '10.00')] }

function roomsOf(sending: { readonly at_once: string; readonly caps: ReturnType<typeof cap>[] }): LevelsAndRooms {
  const room = { currency_code: 'RUB' as const, topup: none, withdrawal, payment: none, sending, receiving: none }
  return { status: 'ok', levels: [], rooms: [room] }
}

test('of a day and a first day the one that leaves less is told; what one operation may be is none of them', () => {
  const data = roomsOf(none)
  const least = { per: 'first_day', most: rub(60_000n), rest: rub(1000n) }
  expect(restsOfToday(data, counted, 'RUB')).toEqual([{ label: 'levels.withdrawal', cap: least }])
  expect(restsOfToday(data, counted, 'USD')).toEqual([])
})

test('movements that share the limit of the first day have one rest', () => {
  const data = roomsOf({ at_once: '10.00', caps: [cap('day', '500.00'), cap('first_day', '10.00')] })
  expect(restsOfToday(data, counted, 'RUB').map(({ label }) => label)).toEqual(['levels.together'])
})

test.each([
  ['a first day’s limit of its own', [cap('first_day', '9.00')]],
  ['the limit of a day, which each has for itself', [cap('day', '10.00')]],
])('with %s each movement has a rest of its own', (_words, caps) => {
  const rests = restsOfToday(roomsOf({ at_once: '10.00', caps }), counted, 'RUB')
  expect(rests.map(({ label }) => label)).toEqual(['levels.withdrawal', 'levels.sending'])
})
