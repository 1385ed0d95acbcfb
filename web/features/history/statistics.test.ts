import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { arcsOf, gatherOther, readStatistics, type Statistic } from './statistics.ts'

function part(name: Statistic['name'], decimal: string, percent: number): Statistic {
  return {
    name,
    label: name === 'other' ? '' : name,
    isTurnover: name === 'other',
    amount: parseDecimal(decimal, 'RUB'),
    percent,
  }
}

const PARTS = [part('withdrawal', '-625.00', 62.5), part('topup', '250.00', 25), part('exchange', '125.00', 12.5)]

test('statistics are read in their currency', () => {
  const results = [{ wallet_transaction_type: 'gift', name: 'Подарки', is_turnover: false, amount: '5.00', percent: 100 }]
  const answer = { status: 'ok' as const, currency_code: 'USD', results, missing: ['IDR'] }
  expect(readStatistics(answer)).toEqual({
    parts: [{ name: 'gift', label: 'Подарки', isTurnover: false, amount: parseDecimal('5.00', 'USD'), percent: 100 }],
    missing: ['IDR'],
  })
  expect(readStatistics({ ...answer, currency_code: 'XAU' })).toEqual({ parts: [], missing: ['XAU'] })
})

test('as many parts as there is room for stay; the rest is one, with their sum and their share', () => {
  expect(gatherOther(PARTS, 3)).toEqual(PARTS)
  expect(gatherOther(PARTS, 2)).toEqual([PARTS[0], part('other', '375.00', 37.5)])
  expect(gatherOther([part('topup', '1.00', 33.4), part('exchange', '1.00', 33.3), part('other', '1.00', 33.3)], 2)).toEqual([
    part('topup', '1.00', 33.4),
    part('other', '2.00', 66.6),
  ])
  expect(gatherOther([], 6)).toEqual([])
})

test('arcs follow one another with half a gap on either side', () => {
  expect(arcsOf(PARTS, 1)).toEqual([
    { name: 'withdrawal', start: 0.5, length: 61.5 },
    { name: 'topup', start: 63, length: 24 },
    { name: 'exchange', start: 88, length: 11.5 },
  ])
})

test('one part is a whole ring, one that is hardly there still shows, one of nothing does not', () => {
  expect(arcsOf([part('topup', '1.00', 100)], 1)).toEqual([{ name: 'topup', start: 0, length: 100 }])
  expect(arcsOf([part('topup', '1.00', 99.9), part('exchange', '0.01', 0.1)], 1)[1]?.length).toBe(1)
  expect(arcsOf([part('topup', '1.00', 100), part('exchange', '0.01', 0)], 1)).toHaveLength(1)
})
