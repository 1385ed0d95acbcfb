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
] as const)('a %s of %s with a fee of %s is repeated at %s', (repeat, amount, fee, path) => {
  const own = { kind: repeat ?? 'chargeback', direction: 'own', operationId: 'o1' } as const
  expect(repeatPath({ ...own, repeat, amount: parseDecimal(amount, 'USD'), fee: parseDecimal(fee, 'USD') })).toBe(path)
})

test('an exchange with both legs known is repeated with the amount given', () => {
  const leg = {
    kind: 'exchange',
    repeat: 'exchange',
    direction: 'own',
    operationId: 'o1',
    fee: parseDecimal('0.00', 'USD'),
  } as const
  const given = {
    ...leg,
    amount: parseDecimal('-10.00', 'USD'),
    id: 'o1',
    accountId: 'a',
    isInBalance: true,
    status: '',
  } as const
  const joined = {
    ...leg,
    amount: parseDecimal('9.00', 'EUR'),
    given: { ...given, state: 'complete', description: '', createdAt: '' },
  } as const
  expect(repeatPath(joined)).toMatch(/^\/exchange\?currencyCode=USD&amount=10.00&toCurrencyCode=/)
})

test('a sent transfer is repeated to the same person, a received transfer is not', () => {
  const sent = { kind: 'p2p', repeat: null, operationId: 'o1', fee: parseDecimal('0.00', 'USD') } as const
  expect(repeatPath({ ...sent, direction: 'out', amount: parseDecimal('-10.00', 'USD') })).toBe(
    '/wallet/send?to=o1&currencyCode=USD&amount=10.00',
  )
  expect(repeatPath({ ...sent, direction: 'in', amount: parseDecimal('10.00', 'USD') })).toBeUndefined()
})

test('an exchange is repeated into the same currency, at a unique address', () => {
  const given = { kind: 'exchange', repeat: 'exchange', direction: 'own', operationId: 'o1' } as const
  const amounts = { amount: parseDecimal('-10.00', 'USD'), fee: parseDecimal('0.00', 'USD') }
  expect(repeatPath({ ...given, ...amounts }, 'EUR')).toBe('/exchange?currencyCode=USD&amount=10.00&toCurrencyCode=EUR&again=o1')
})
