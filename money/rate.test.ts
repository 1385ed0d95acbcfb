import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES, type Currency } from './currency.ts'
import { entryStep, money } from './money.ts'
import { convertDown, parseRate, type Rate } from './rate.ts'
import { debitUp, quantityOut } from './rate-quoted.ts'

function rate(from: Currency, to: Currency, out: string): Rate {
  const parsed = parseRate(from, to, '1', out)
  if (!parsed) throw new Error('No rate')
  return parsed
}

test('an amount given in "from" credits what it gives, rounded down to the cent [rate-1]', () => {
  expect(convertDown(money('RUB', 1_000_000n), rate('RUB', 'USD', '0.01087'))).toEqual(money('USD', 10_870n))
  expect(convertDown(money('IDR', 8_200n), rate('IDR', 'USD', '0.000061'))).toEqual(money('USD', 0n))
  expect(convertDown(money('USD', 100n), rate('USD', 'USDC', '0.999999'))).toEqual(money('USDC', 990_000n))
})

test('an amount given in "to" debits what it costs, rounded up to the cent', () => {
  expect(debitUp(money('USD', 1n), rate('RUB', 'USD', '0.01087'))).toEqual(money('RUB', 92n))
  expect(debitUp(money('RUB', 1n), rate('USD', 'RUB', '92'))).toEqual(money('USD', 1n))
})

test.each([
  ['2', '1.5'],
  ['0', '1.5'],
  ['1', '0'],
  ['1', '-1'],
  ['1', 'NaN'],
  ['1', ''],
  ['1.1', '1.5'],
])('a rate of %s in and %s out is no rate [rate-2]', (quantityIn, out) => {
  expect(parseRate('USD', 'EUR', quantityIn, out)).toBeUndefined()
})

test('a rate of 1.0 in is a rate [rate-3]', () => {
  expect(parseRate('USD', 'EUR', '1.0', '0.92')).toBeDefined()
})

test('the margin makes the customer’s rate worse than the mid rate, never better', () => {
  expect(quantityOut(rate('USD', 'RUB', '92'), 50n)).toBe('91.54')
  expect(quantityOut(rate('IDR', 'USD', '0.000061'), 50n)).toBe('0.000060695')
  expect(quantityOut(rate('USD', 'EUR', '0.92'), 0n)).toBe('0.92')
})

const currencies = fc.constantFrom(...(Object.keys(CURRENCIES) as Currency[]))
const outs = fc
  .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 1, max: 999_999_999 }))
  .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(9, '0')}`)

test('no chain of exchanges there and back ever gains [rate-4]', () => {
  fc.assert(
    fc.property(currencies, currencies, outs, fc.bigInt({ min: 1n, max: 10n ** 12n }), (from, to, out, units) => {
      fc.pre(from !== to)
      const there = rate(from, to, out)
      const back: Rate = { from: to, to: from, numerator: there.denominator, denominator: there.numerator }
      const start = money(from, units * entryStep(from))
      const end = convertDown(convertDown(start, there), back)
      expect(end.minor <= start.minor).toBe(true)
    }),
    { numRuns: 20_000 },
  )
})

test('paying for an amount and converting what was paid never gives less than the amount [rate-5]', () => {
  fc.assert(
    fc.property(currencies, currencies, outs, fc.bigInt({ min: 1n, max: 10n ** 12n }), (from, to, out, units) => {
      fc.pre(from !== to)
      const fixed = rate(from, to, out)
      const credit = money(to, units * entryStep(to))
      const debit = debitUp(credit, fixed)
      expect(convertDown(debit, fixed).minor >= credit.minor).toBe(true)
      const oneLess = money(from, debit.minor - entryStep(from))
      expect(convertDown(oneLess, fixed).minor < credit.minor).toBe(true)
    }),
    { numRuns: 20_000 },
  )
})
