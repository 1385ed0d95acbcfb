import { expect, test } from 'vitest'
import { calledOf, readKind, sendPath } from './recipient.ts'

test('a recipient is called by the name that the user gave, else by what is shown', () => {
  expect(calledOf({ own_name: 'Мама', shown: 'Анна С.' })).toBe('Мама')
  expect(calledOf({ own_name: null, shown: 'Анна С.' })).toBe('Анна С.')
})

test('a person is sent to by the form of people, a card and an address by that of withdrawals, in the currency of the last time', () => {
  expect(sendPath({ id: 'o1', kind: 'person', currency_code: 'RUB' })).toBe('/wallet/send?to=o1&currencyCode=RUB')
  expect(sendPath({ id: 'o2', kind: 'card', currency_code: 'USD' })).toBe('/wallet/withdrawal?to=o2&currencyCode=USD')
  expect(sendPath({ id: 'o3', kind: 'address', currency_code: 'USDC' })).toBe('/wallet/withdrawal?to=o3&currencyCode=USDC')
})

test('of an address of the screen only a kind that there is counts', () => {
  expect([readKind('card'), readKind('cards'), readKind(null)]).toEqual(['card', undefined, undefined])
})
