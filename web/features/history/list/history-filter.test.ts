import { expect, test } from 'vitest'
import { wholeDays } from '#web/features/history/period/period.ts'
import { type HistoryFilter, NO_FILTERS, readFilter, statementSearchOf, writeFilter } from './history-filter.ts'

const ID = '0199f2b4-7a5e-7c1d-8f3a-2b1c0d9e8f7a'
const NOTHING: HistoryFilter = { period: 'all', accountId: undefined, ...NO_FILTERS }

test.each<[string, HistoryFilter]>([
  ['', NOTHING],
  ['period=last_month', { ...NOTHING, period: 'last_month' }],
  [`account=${ID}&kind=exchange`, { ...NOTHING, accountId: ID, kind: 'exchange' }],
  [
    'from=2026-03-01T00%3A00&to=2026-03-07T23%3A59&kind=topup',
    { ...NOTHING, period: wholeDays(new Date(2026, 2, 1), new Date(2026, 2, 7)), kind: 'topup' },
  ],
  [
    'q=%D0%BA%D0%BE%D1%84%D0%B5+250&state=failed&direction=out&currency=EUR&min=10&max=1000.50',
    { ...NOTHING, q: 'кофе 250', state: 'failed', direction: 'out', currency: 'EUR', min: '10', max: '1000.50' },
  ],
])('the address %j is parsed to a filter and written back unchanged', (address, filter) => {
  expect(readFilter(new URLSearchParams(address))).toEqual(filter)
  expect(writeFilter(filter).toString()).toBe(address)
})

test('an invalid value in an address counts as left out', () => {
  for (const address of [
    'period=next_week',
    'period=all',
    'account=1',
    'account=',
    'kind=',
    'kind=Gift!',
    'q=',
    'q=+',
    'q=a%00b',
    `q=${'a'.repeat(101)}`,
    'state=lost',
    'direction=up',
    'currency=XAU',
    'currency=eur',
    'min=1%2C5',
    'max=-1',
    'min=1e3',
    'from=2026-03-01T00:00',
    'from=yesterday&to=today',
    'from=2026-13-01T00:00&to=2026-03-07T23:59',
    'from=2026-03-01T00:00Z&to=2026-03-07T23:59Z',
  ]) {
    expect(readFilter(new URLSearchParams(address))).toEqual(NOTHING)
  }
})

test('a reversed range in an address is swapped', () => {
  expect(readFilter(new URLSearchParams('from=2026-03-07T23:59&to=2026-03-01T00:00')).period).toEqual(
    wholeDays(new Date(2026, 2, 1), new Date(2026, 2, 7)),
  )
})

test('beside account, period and type, the filters become search parameters of the statement', () => {
  expect(statementSearchOf({ ...NOTHING, kind: 'topup', accountId: ID, period: 'today' })).toBeUndefined()
  expect(statementSearchOf({ ...NOTHING, currency: 'EUR', min: '10' })).toMatchObject({ currency_code: 'EUR', amount_min: '10' })
})
