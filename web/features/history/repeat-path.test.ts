import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { repeatPath } from './repeat-path.ts'

test.each([
  ['topup', '500.00', '0.00', '/wallet/topup?currencyCode=USD&amount=500.00'],
  ['withdrawal', '-100.00', '0.00', '/wallet/withdrawal?currencyCode=USD&amount=100.00'],
  ['withdrawal', '-101.50', '1.50', '/wallet/withdrawal?currencyCode=USD&amount=100.00'],
  ['exchange', '-10.00', '0.00', '/exchange?currencyCode=USD&amount=10.00'],
  ['exchange', '10.00', '0.00', '/exchange'],
  [null, '10.00', '0.00', undefined],
] as const)('a %s of %s with a fee of %s is made again at %s', (repeat, amount, fee, path) => {
  expect(repeatPath({ repeat, amount: parseDecimal(amount, 'USD'), fee: parseDecimal(fee, 'USD') })).toBe(path)
})
