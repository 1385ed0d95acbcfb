import { expect, test } from 'vitest'
import { withTakenDecimals } from './amount-text.ts'

test.each([
  ['25000.00', 0, '25000'],
  ['25000.50', 1, '25000.5'],
  ['25000.50', 0, '25000.50'],
  ['25000', 0, '25000'],
  ['25000.00', undefined, '25000.00'],
  ['25,5', 0, '25,5'],
  ['', 0, ''],
] as const)('an amount of %s in a field of %s decimals is typed as %s', (plain, decimals, typed) => {
  expect(withTakenDecimals(plain, decimals)).toBe(typed)
})
