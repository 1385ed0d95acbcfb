import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDecimal } from './amount.ts'
import { CURRENCY_CODES, entryScale } from './currency.ts'
import { entryStep, money } from './money.ts'
import { parseAmount } from './parse-amount.ts'

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

test('an amount has no more decimals than its currency, or than somebody takes of it', () => {
  expect(parseAmount('1.001', 'RUB')).toEqual({ ok: false, fault: 'scale' })
  expect(parseAmount('23545.50', 'IDR', 0)).toEqual({ ok: false, fault: 'scale' })
  expect(parseAmount('23545.00', 'IDR', 0)).toEqual({ ok: true, money: money('IDR', 2_354_500n) })
})

test('yen have no decimals, and USDC is entered with two though booked with six [amount-1]', () => {
  expect(parseAmount('1.50', 'JPY')).toEqual({ ok: false, fault: 'scale' })
  expect(parseAmount('1.5', 'USDC')).toEqual({ ok: true, money: money('USDC', 1_500_000n) })
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
