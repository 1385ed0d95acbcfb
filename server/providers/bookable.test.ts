import { expect, test } from 'vitest'
import { money } from '#money/money'
import { bookable, readMovedAmount, readVendorAmount } from './bookable.ts'

test.each([
  ['10', 'USD', 1000n],
  ['10.00000000', 'USD', 1000n],
  ['10.50', 'USD', 1050n],
  ['0.1', 'USD', 10n],
  ['1.123456', 'USDC', 1_123_456n],
  ['7.000', 'JPY', 7n],
] as const)('%s %s is booked exactly, with any number of trailing zeros', (decimal, currency, minor) => {
  expect(readVendorAmount(decimal, currency)).toEqual({ amount: money(currency, minor), exact: undefined })
  expect(bookable(decimal, currency)).toEqual(money(currency, minor))
})

test.each([
  ['1.12345678', 'USDC', 1_123_456n],
  ['10.005', 'USD', 1000n],
  ['0.00000001', 'USDC', 0n],
  ['7.5', 'JPY', 7n],
] as const)('%s %s is too fine for any account, and is reported as it was written', (decimal, currency, minor) => {
  expect(readVendorAmount(decimal, currency)).toEqual({ amount: money(currency, minor), exact: `${currency} ${decimal}` })
  expect(bookable(decimal, currency)).toBeUndefined()
})

test.each([
  ['', 'USD'],
  ['-1', 'USD'],
  ['1e3', 'USD'],
  ['1.', 'USD'],
  ['1,5', 'USD'],
  ['1', ''],
  ['1', 'x y'],
])('%j %j is not an amount', (decimal, currency) => {
  expect([readVendorAmount(decimal, currency), readMovedAmount(decimal, currency)]).toEqual([undefined, undefined])
})

test.each([
  ['12.50', 'BRL', 'USD'],
  ['9'.repeat(17), 'EUR', 'EUR'],
] as const)('%s %s does not fit the books: it is reported only as an amount received', (decimal, currency, nothingOf) => {
  expect([readVendorAmount(decimal, currency), bookable(decimal, currency)]).toEqual([undefined, undefined])
  expect(readMovedAmount(decimal, currency)).toEqual({ amount: money(nothingOf, 0n), exact: `${currency} ${decimal}` })
})
