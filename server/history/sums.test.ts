import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { parseRate } from '#money/rate'
import { type FindRate, flowOf, summarize, type Total } from './sums.ts'

const findRate: FindRate = (from, to) => (from === 'USD' && to === 'RUB' ? parseRate('USD', 'RUB', '1', '92.5') : undefined)

function total(category: Total['category'], decimal: string, currency: Currency): Total {
  return { category, isTurnover: category === 'exchange', amount: parseDecimal(decimal, currency) }
}

test('totals of one category are added in the display currency, sorted by size without their sign', () => {
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

test('a currency without a rate is left out and named once; a kind with only such currencies has no row', () => {
  const totals = [total('topup', '5.00', 'IDR'), total('withdrawal', '-5.00', 'IDR'), total('topup', '7.00', 'RUB')]
  expect(summarize(totals, 'RUB', findRate)).toEqual({
    currency: 'RUB',
    rows: [{ category: 'topup', isTurnover: false, amount: parseDecimal('7.00', 'RUB'), percent: 100 }],
    missing: ['IDR'],
  })
})

test('a category worth zero has no row', () => {
  expect(summarize([], 'RUB', findRate).rows).toEqual([])
  const tiny: FindRate = () => parseRate('IDR', 'RUB', '1', '0.000001')
  expect(summarize([total('topup', '0.01', 'IDR')], 'RUB', tiny).rows).toEqual([])
})

const mixed = [
  total('topup', '100.00', 'RUB'),
  total('topup', '-30.00', 'RUB'),
  total('withdrawal', '-10.01', 'USD'),
  total('exchange', '50.00', 'RUB'),
]

test('income and expenses each have a sum without a sign, a charge-back is with the top-ups; exchanges are in neither', () => {
  const both = { totals: mixed, before: undefined }
  expect(flowOf('out', both, 'RUB', findRate)).toEqual({
    amount: parseDecimal('955.92', 'RUB'),
    previous: undefined,
    change: undefined,
    rows: [
      { category: 'withdrawal', isTurnover: false, amount: parseDecimal('925.92', 'RUB'), percent: 96.9 },
      { category: 'topup', isTurnover: false, amount: parseDecimal('30.00', 'RUB'), percent: 3.1 },
    ],
  })
  expect(flowOf('in', both, 'RUB', findRate)).toMatchObject({
    amount: parseDecimal('100.00', 'RUB'),
    rows: [{ category: 'topup', percent: 100 }],
  })
  expect(flowOf('own', both, 'RUB', findRate)).toMatchObject({
    amount: parseDecimal('50.00', 'RUB'),
    rows: [{ category: 'exchange', percent: 100 }],
  })
})

test('the previous period is compared for income and expenses apart; its currencies without a rate are not in its sum', () => {
  const before = [total('topup', '80.00', 'RUB'), total('topup', '9.00', 'IDR'), total('exchange', '500.00', 'RUB')]
  const both = { totals: mixed, before }
  expect(flowOf('in', both, 'RUB', findRate)).toMatchObject({ previous: parseDecimal('80.00', 'RUB'), change: 25 })
  expect(flowOf('out', both, 'RUB', findRate)).toMatchObject({ previous: parseDecimal('0.00', 'RUB'), change: undefined })
  expect(flowOf('own', both, 'RUB', findRate)).toMatchObject({ change: -90 })
})
