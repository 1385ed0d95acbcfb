import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { repeatPath } from './repeat-path.ts'

test.each([
  ['topup', '500.00', '/wallet/topup?currencyCode=USD&amount=500.00'],
  ['withdrawal', '-101.50', '/wallet/withdrawal?currencyCode=USD'],
  ['exchange', '-10.00', '/exchange?currencyCode=USD'],
  ['exchange', '10.00', '/exchange'],
] as const)('a %s of %s is made again at %s', (kind, decimal, path) => {
  expect(repeatPath({ kind, amount: parseDecimal(decimal, 'USD') })).toBe(path)
})
