import { expect, test } from 'vitest'
import { decideStanding } from './people.ts'

const BEFORE = { level: 'basic', topup: 'on', withdrawal: 'off' } as const

test('what is not named stays', () => {
  expect(decideStanding(BEFORE, { topup: 'off' }, undefined)).toEqual({ ...BEFORE, topup: 'off' })
})

test('a level brings the flags it gives, unless the update says otherwise', () => {
  const level = { topup: 'on', withdrawal: 'on' } as const
  expect(decideStanding(BEFORE, { level: 'full' }, level)).toEqual({ level: 'full', topup: 'on', withdrawal: 'on' })
  expect(decideStanding(BEFORE, { level: 'full', withdrawal: 'off' }, level)).toEqual({
    level: 'full',
    topup: 'on',
    withdrawal: 'off',
  })
})
