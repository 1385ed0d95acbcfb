import { expect, test } from 'vitest'
import { amountFromAddress } from './amount-from-address.ts'

test('an address gives the amount that a form begins with', () => {
  expect(amountFromAddress(new URLSearchParams('currencyCode=RUB&amount=500.00'), 'RUB')).toBe('500.00')
})

test.each([
  'currencyCode=RUB&amount=0',
  'currencyCode=RUB&amount=-5',
  'currencyCode=RUB&amount=1.005',
  'currencyCode=RUB&amount=1e3',
  'currencyCode=RUB&amount=<b>',
  'currencyCode=RUB&amount=',
  'currencyCode=RUB',
  'currencyCode=USD&amount=500.00',
  'amount=500.00',
  '',
])('«%s» gives no amount of roubles', (search) => {
  expect(amountFromAddress(new URLSearchParams(search), 'RUB')).toBe('')
})

test('a form without an account has no amount', () => {
  expect(amountFromAddress(new URLSearchParams('currencyCode=RUB&amount=500.00'), undefined)).toBe('')
})
