// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest'
import { loadBrand } from '#web/lib/brand/brand.ts'
import { chosenMethod, methodsFor } from './methods.ts'

beforeAll(() => loadBrand())

test('the instant payment system and cash are offered for roubles alone', () => {
  expect([methodsFor('topup', 'RUB'), methodsFor('withdrawal', 'RUB')]).toEqual([
    ['sbp', 'cash'],
    ['card', 'sbp', 'cash'],
  ])
  for (const currency of ['USD', 'EUR', 'IDR', 'USDC'] as const)
    expect([methodsFor('topup', currency), methodsFor('withdrawal', currency)]).toEqual([['card'], ['card']])
})

test('a way that the currency has not gives way to its first', () => {
  expect(chosenMethod(['card', 'sbp'], 'sbp')).toBe('sbp')
  expect(chosenMethod(['card'], 'cash')).toBe('card')
})
