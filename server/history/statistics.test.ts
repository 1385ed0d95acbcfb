import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { parseRate } from '#money/rate'
import { type FindRate, summarize, type Total } from './statistics.ts'

const findRate: FindRate = (from, to) => (from === 'USD' && to === 'RUB' ? parseRate('USD', 'RUB', '1', '92.5') : undefined)

function total(category: Total['category'], decimal: string, currency: Currency): Total {
  return { category, isTurnover: category === 'exchange', amount: parseDecimal(decimal, currency) }
}

test('totals of one category are put together in the display currency, the greatest first, whatever its sign', () => {
  const totals = [
    total('topup', '100.00', 'RUB'),
    total('topup', '1.00', 'USD'),
    total('withdrawal', '-10.01', 'USD'),
    total('exchange', '50.00', 'RUB'),
  ]
  expect(summarize(totals, 'RUB', findRate)).toEqual({
    currency: 'RUB',
    rows: [
      { category: 'withdrawal', isTurnover: false, amount: parseDecimal('-925.92', 'RUB'), percent: 79.2 },
      { category: 'topup', isTurnover: false, amount: parseDecimal('192.50', 'RUB'), percent: 16.5 },
      { category: 'exchange', isTurnover: true, amount: parseDecimal('50.00', 'RUB'), percent: 4.3 },
    ],
    missing: [],
  })
})

test('a currency without a rate is left out and named once; a kind that has no other is not there', () => {
  const totals = [total('topup', '5.00', 'IDR'), total('withdrawal', '-5.00', 'IDR'), total('topup', '7.00', 'RUB')]
  expect(summarize(totals, 'RUB', findRate)).toEqual({
    currency: 'RUB',
    rows: [{ category: 'topup', isTurnover: false, amount: parseDecimal('7.00', 'RUB'), percent: 100 }],
    missing: ['IDR'],
  })
})

test('what is worth nothing has no rows', () => {
  expect(summarize([], 'RUB', findRate).rows).toEqual([])
  const tiny: FindRate = () => parseRate('IDR', 'RUB', '1', '0.000001')
  expect(summarize([total('topup', '0.01', 'IDR')], 'RUB', tiny).rows).toEqual([])
})
