import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import {
  arcsOf,
  changeTextOf,
  coloursOf,
  firstWay,
  gatherOther,
  hasNothing,
  readStatistics,
  type Statistic,
  totalsOf,
} from './statistics.ts'

function part(name: Statistic['name'], decimal: string, percent: number): Statistic {
  return { name, label: name === 'other' ? '' : name, amount: parseDecimal(decimal, 'RUB'), percent }
}

const PARTS = [part('withdrawal', '625.00', 62.5), part('payment', '250.00', 25), part('sent', '125.00', 12.5)]

const NOTHING = { amount: '0.00', previous_amount: null, change_percent: null, by_type: [] }
const REPLY = {
  status: 'ok' as const,
  currency_code: 'USD',
  results: [],
  missing: ['IDR'],
  out: NOTHING,
  in: {
    amount: '5.00',
    previous_amount: '4.00',
    change_percent: 25,
    by_type: [{ wallet_transaction_type: 'gift', name: 'Подарки', amount: '5.00', percent: 100 }],
  },
  own: NOTHING,
  compared_with: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-20T00:00:00.000Z' },
  by_recipient: {
    top: [{ kind: 'card', name: 'Карта •• 4821', amount: '2.00' }],
    rest_amount: '0.00',
    is_whole: false,
  },
}

test('statistics are read in their currency, income and expenses apart', () => {
  expect(readStatistics(REPLY, '2026-02-01T00:00:00.000Z')).toEqual({
    sums: {
      flows: {
        out: { amount: parseDecimal('0.00', 'USD'), change: undefined, parts: [] },
        in: {
          amount: parseDecimal('5.00', 'USD'),
          change: 25,
          parts: [{ name: 'gift', label: 'Подарки', amount: parseDecimal('5.00', 'USD'), percent: 100 }],
        },
      },
      exchanges: [],
      isGoingOn: true,
      recipients: [{ type: 'card', name: 'Карта •• 4821', amount: parseDecimal('2.00', 'USD') }],
      rest: undefined,
      isWhole: false,
    },
    missing: ['IDR'],
  })
  expect(readStatistics(REPLY, '2026-01-20T00:00:00.000Z').sums?.isGoingOn).toBe(false)
  expect(readStatistics({ ...REPLY, compared_with: null }).sums?.isGoingOn).toBe(false)
  expect(readStatistics({ ...REPLY, currency_code: 'XAU' })).toEqual({ sums: undefined, missing: ['XAU'] })
})

test('the initial tab is that of the chosen category, else the one with operations', () => {
  const flow = (decimal: string, parts: readonly Statistic[]) => ({
    amount: parseDecimal(decimal, 'RUB'),
    change: undefined,
    parts,
  })
  const both = { out: flow('1000.00', PARTS), in: flow('10.00', [part('topup', '10.00', 100)]) }
  expect([undefined, 'exchange', 'topup', 'sent'].map((kind) => firstWay({ flows: both }, kind))).toEqual([
    'out',
    'out',
    'in',
    'out',
  ])
  const none = flow('0.00', [])
  expect(firstWay({ flows: { ...both, out: none } }, undefined)).toBe('in')
  expect(firstWay({ flows: { out: none, in: none } }, undefined)).toBe('out')
})

test('there is nothing to show only without expenses, income and exchanges', () => {
  const none = { amount: parseDecimal('0.00', 'RUB'), change: undefined, parts: [] }
  const flows = { out: none, in: none }
  expect(hasNothing({ flows, exchanges: [] })).toBe(true)
  expect(hasNothing({ flows, exchanges: PARTS })).toBe(false)
  expect(hasNothing({ flows: { ...flows, in: { ...none, parts: PARTS } }, exchanges: [] })).toBe(false)
})

test('a change is called less, the same or more', () => {
  expect([-12, 0, 3].map(changeTextOf)).toEqual(['less', 'same', 'more'])
})

test('the largest categories stay up to the limit; the others become one, with their sum and their share', () => {
  expect(gatherOther(PARTS, 3)).toEqual(PARTS)
  expect(gatherOther(PARTS, 2)).toEqual([PARTS[0], part('other', '375.00', 37.5)])
  expect(gatherOther([part('topup', '1.00', 33.4), part('exchange', '1.00', 33.3), part('other', '1.00', 33.3)], 2)).toEqual([
    part('topup', '1.00', 33.4),
    part('other', '2.00', 66.6),
  ])
  expect(gatherOther([], 6)).toEqual([])
})

test('no two slices of a ring share a colour, also with categories of a later server', () => {
  for (const names of [
    ['withdrawal', 'sent', 'payment'],
    ['topup', 'received'],
    ['gift', 'sent', 'refund', 'withdrawal', 'payment', 'other'],
    ['cashback', 'gift', 'refund', 'loan', 'fine', 'other'],
  ]) {
    const colours = [...coloursOf(names.map((name) => ({ name }))).values()]
    expect([names, new Set(colours).size]).toEqual([names, names.length])
    expect(colours.every((colour) => colour >= 1 && colour <= 6)).toBe(true)
  }
})

test('a known category always has its own colour, and an unknown category does not take it', () => {
  const of = (...names: string[]) => coloursOf(names.map((name) => ({ name })))
  expect(of('withdrawal').get('withdrawal')).toBe(of('gift', 'sent', 'withdrawal').get('withdrawal'))
  expect(of('gift', 'sent').get('sent')).toBe(of('sent').get('sent'))
  expect(of('gift', 'other').get('other')).toBe(6)
})

test('arcs follow one another with half a gap on either side', () => {
  expect(arcsOf(PARTS, 1)).toEqual([
    { name: 'withdrawal', start: 0.5, length: 61.5 },
    { name: 'payment', start: 63, length: 24 },
    { name: 'sent', start: 88, length: 11.5 },
  ])
})

test('a single category is a whole ring, a tiny share is still visible, a share of zero is not', () => {
  expect(arcsOf([part('topup', '1.00', 100)], 1)).toEqual([{ name: 'topup', start: 0, length: 100 }])
  expect(arcsOf([part('topup', '1.00', 99.9), part('exchange', '0.01', 0.1)], 1)[1]?.length).toBe(1)
  expect(arcsOf([part('topup', '1.00', 100), part('exchange', '0.01', 0)], 1)).toHaveLength(1)
})

test('the totals are those of both ways, or of the chosen category alone; a category without operations has no total', () => {
  const exchange = part('exchange', '400.00', 100)
  const flows = {
    out: { amount: parseDecimal('1000.00', 'RUB'), change: undefined, parts: PARTS },
    in: { amount: parseDecimal('50.00', 'RUB'), change: undefined, parts: [part('topup', '50.00', 100)] },
  }
  const totals = (kind: string | undefined) =>
    totalsOf({ flows, exchanges: [exchange] }, kind, (way) => way).map(({ label, amount }) => [label, amount.minor])
  expect(totals(undefined)).toEqual([
    ['out', 100_000n],
    ['in', 5000n],
  ])
  expect(totals('payment')).toEqual([['payment', 25_000n]])
  expect(totals('topup')).toEqual([['topup', 5000n]])
  expect(totals('exchange')).toEqual([['exchange', 40_000n]])
  expect(totals('received')).toEqual([])
})
