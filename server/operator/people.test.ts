import { expect, test } from 'vitest'
import { decideStanding } from './people.ts'

const BEFORE = {
  level: 'basic',
  topup: 'on',
  withdrawal: 'off',
  exchange: 'on',
  account_create: 'on',
  p2p: 'on',
  qr_payment: 'on',
} as const

test('a fact that is not named stays', () => {
  expect(decideStanding(BEFORE, { topup: 'off' }, undefined)).toEqual({ ...BEFORE, topup: 'off' })
})

test('a level sets its flags, unless the update says otherwise', () => {
  const level = { topup: 'on', withdrawal: 'on' } as const
  expect(decideStanding(BEFORE, { level: 'full' }, level)).toEqual({ ...BEFORE, level: 'full', withdrawal: 'on' })
  expect(decideStanding(BEFORE, { level: 'full', withdrawal: 'off' }, level)).toEqual({ ...BEFORE, level: 'full' })
})

test('a level restores nothing that was stopped', () => {
  const stopped = { ...BEFORE, exchange: 'off' } as const
  const level = { topup: 'on', withdrawal: 'on' } as const
  expect(decideStanding(stopped, { level: 'full' }, level)).toMatchObject({ exchange: 'off', account_create: 'on', p2p: 'on' })
  expect(decideStanding(stopped, { exchange: 'on' }, undefined)).toEqual(BEFORE)
})
