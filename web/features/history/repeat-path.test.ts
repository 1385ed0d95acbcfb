import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { repeatPath } from './repeat-path.ts'

test.each([
  ['topup', '500.00', '0.00', '/wallet/topup?currencyCode=USD&amount=500.00'],
  ['withdrawal', '-100.00', '0.00', '/wallet/withdrawal?currencyCode=USD&amount=100.00&to=o1'],
  ['withdrawal', '-101.50', '1.50', '/wallet/withdrawal?currencyCode=USD&amount=100.00&to=o1'],
  ['exchange', '-10.00', '0.00', '/exchange?currencyCode=USD&amount=10.00'],
  ['exchange', '10.00', '0.00', '/exchange'],
  [null, '10.00', '0.00', undefined],
] as const)('a %s of %s with a fee of %s is made again at %s', (repeat, amount, fee, path) => {
  const own = { kind: repeat ?? 'chargeback', direction: 'own', operationId: 'o1' } as const
  expect(repeatPath({ ...own, repeat, amount: parseDecimal(amount, 'USD'), fee: parseDecimal(fee, 'USD') })).toBe(path)
})

test('a sent transfer is made again to the same person, a received one is not', () => {
  const sent = { kind: 'p2p', repeat: null, operationId: 'o1', fee: parseDecimal('0.00', 'USD') } as const
  expect(repeatPath({ ...sent, direction: 'out', amount: parseDecimal('-10.00', 'USD') })).toBe(
    '/wallet/send?to=o1&currencyCode=USD&amount=10.00',
  )
  expect(repeatPath({ ...sent, direction: 'in', amount: parseDecimal('10.00', 'USD') })).toBeUndefined()
})
