// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { sessionStore } from '#web/lib/session/session.ts'
import { markSeen, newerThan } from './seen.ts'

const welcome = { id: '1', created_at: '2026-03-07T11:05:00.000Z', message: 'Добро пожаловать' }
const topup = { id: '2', created_at: '2026-03-07T11:06:00.000Z', message: 'Счет пополнен' }

test('everything is new to whoever has never opened the list', () => {
  expect(newerThan([topup, welcome], undefined)).toEqual([topup, welcome])
})

test('after an opening only later notifications are new, whichever order they come in', () => {
  markSeen([welcome])
  expect(newerThan([topup, welcome], sessionStore.getState().noticesSeenUntil)).toEqual([topup])
  markSeen([topup, welcome])
  expect(newerThan([topup, welcome], sessionStore.getState().noticesSeenUntil)).toEqual([])
})

test('an older list does not make seen ones new again', () => {
  markSeen([topup])
  markSeen([welcome])
  expect(newerThan([topup], sessionStore.getState().noticesSeenUntil)).toEqual([])
})

test('what was seen is remembered on the device', () => {
  markSeen([topup])
  expect(localStorage.getItem('wallet.notifications_seen')).toBe(topup.created_at)
})
