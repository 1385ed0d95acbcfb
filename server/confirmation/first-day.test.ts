import { expect, test } from 'vitest'
import { firstDayOf } from './first-day.ts'

const limits = { percent: 20, seconds: 86_400 }
const now = new Date('2026-11-20T12:00:00Z')
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000)

test('a change counts as new for one day, and not longer', () => {
  const device = (seconds: number) => firstDayOf([{ reason: 'device', since: ago(seconds) }], limits, now)
  expect(device(0)).toEqual({ reason: 'device', until: new Date('2026-11-21T12:00:00Z') })
  expect(device(86_399)).toMatchObject({ reason: 'device' })
  expect(device(86_400)).toBeUndefined()
})

test('the newest of several changes decides when the first day ends', () => {
  const novelties = [
    { reason: 'device', since: ago(7200) },
    { reason: 'pin', since: ago(60) },
    { reason: 'recipient', since: ago(3600) },
  ] as const
  expect(firstDayOf(novelties, limits, now)).toMatchObject({ reason: 'pin' })
})

test('there is no first day without a change, and none when the operator has set 100 per cent', () => {
  expect(firstDayOf([], limits, now)).toBeUndefined()
  expect(firstDayOf([{ reason: 'device', since: now }], { ...limits, percent: 100 }, now)).toBeUndefined()
})
