import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal, toDecimal } from './amount.ts'
import { CURRENCY_CODES } from './currency.ts'
import { money } from './money.ts'

test('every amount in minor units survives its wire form [amount-2]', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CURRENCY_CODES), fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (currency, minor) => {
      expect(parseDecimal(toDecimal(money(currency, minor)), currency)).toEqual(money(currency, minor))
    }),
    { numRuns: 5000 },
  )
})
