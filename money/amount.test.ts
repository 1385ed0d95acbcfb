import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount, parseDecimal, toDecimal } from './amount.ts'
import { CURRENCY_CODES, entryScale } from './currency.ts'
import { entryStep, money } from './money.ts'
import { shareUp } from './round-up.ts'

test.each(['1', '0.01', '12', '1234.5', '999999999999.99'])('%s is an amount of roubles', (text) => {
  expect(parseAmount(text, 'RUB').ok).toBe(true)
})

test.each([
  '-1',
  '+1',
  '',
  ' 5',
  '5 ',
  '1e3',
  'NaN',
  'Infinity',
  '0x10',
  '1.001',
  '1,5',
  '٣',
  '１',
  '1_0',
  '.5',
  '5.',
  '00.5',
  '01',
  '1.2.3',
  '1'.repeat(13),
  '9'.repeat(309),
  '0.0.1',
  '1\n',
  '\u00001',
])('%j is no amount', (text) => {
  expect(parseAmount(text, 'RUB')).toEqual({ ok: false, fault: 'grammar' })
})

test.each(['0', '0.0', '0.00'])('%s is refused as nothing', (text) => {
  expect(parseAmount(text, 'USD')).toEqual({ ok: false, fault: 'zero' })
})

test('yen have no decimals, and USDC is entered with two though booked with six [amount-1]', () => {
  expect(parseAmount('1.50', 'JPY')).toEqual({ ok: false, fault: 'scale' })
  expect(parseAmount('1.5', 'USDC')).toEqual({ ok: true, money: money('USDC', 1_500_000n) })
})

test('every amount in minor units survives its wire form [amount-2]', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CURRENCY_CODES), fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (currency, minor) => {
      expect(parseDecimal(toDecimal(money(currency, minor)), currency)).toEqual(money(currency, minor))
    }),
    { numRuns: 5000 },
  )
})

test('whatever text comes, it is either refused or exactly the amount it spells [amount-3]', () => {
  const spelled = fc.stringMatching(/^[0-9.,+\-eE xX_٣１]{0,16}$/)
  fc.assert(
    fc.property(spelled, fc.constantFrom(...CURRENCY_CODES), (text, currency) => {
      const parsed = parseAmount(text, currency)
      if (!parsed.ok) return
      const [whole = '', fraction = ''] = text.split('.')
      expect(fraction.length).toBeLessThanOrEqual(entryScale(currency))
      expect(parsed.money.minor % entryStep(currency)).toBe(0n)
      expect(toDecimal(parsed.money)).toBe(entryScale(currency) === 0 ? whole : `${whole}.${fraction.padEnd(2, '0')}`)
    }),
    { numRuns: 20_000 },
  )
})

test('a fee rounds up to the cent, in favour of the operator', () => {
  expect(shareUp(money('USD', 1n), 50n)).toEqual(money('USD', 1n))
  expect(shareUp(money('USD', 10_000n), 50n)).toEqual(money('USD', 50n))
  expect(shareUp(money('USDC', 1_000_000n), 50n)).toEqual(money('USDC', 10_000n))
  expect(shareUp(money('USD', 10_000n), 0n)).toEqual(money('USD', 0n))
})
