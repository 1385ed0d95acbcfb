import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal, toDecimal } from '#money/amount'
import { add, money } from '#money/money'
import { type BalanceLine, balanceHistory, extremesOf } from './balance-history.ts'

const FROM = Date.parse('2026-11-01T00:00:00Z')

function line(day: number, amount: string, more: Partial<BalanceLine> = {}): BalanceLine {
  return {
    isInBalance: true,
    amount: parseDecimal(amount, 'RUB'),
    createdAt: new Date(FROM + day * 86_400_000).toISOString(),
    ...more,
  }
}

function balances(now: string, lines: readonly BalanceLine[]): string[] {
  return balanceHistory(parseDecimal(now, 'RUB'), lines, FROM).map(({ balance }) => toDecimal(balance))
}

test('the balance is computed backwards over the transactions that changed it', () => {
  const lines = [line(9, '-250.00'), line(4, '-400.00'), line(2, '1000.00')]
  expect(balances('350.00', lines)).toEqual(['0.00', '1000.00', '600.00', '350.00'])
  expect(balanceHistory(parseDecimal('350.00', 'RUB'), lines, FROM).map(({ at }) => (at - FROM) / 86_400_000)).toEqual([
    0, 2, 4, 9,
  ])
})

test('a transaction outside the balance does not change the history', () => {
  expect(balances('900.00', [line(3, '-100.00')])).toEqual(['1000.00', '900.00'])
  expect(balances('900.00', [line(3, '-100.00', { isInBalance: false })])).toEqual(['900.00'])
})

test('the balance before the period is its first point', () => {
  expect(balances('30.00', [line(1, '10.00'), line(-1, '20.00'), line(-40, '5.00')])).toEqual(['20.00', '30.00'])
})

test('amounts of any size are counted to the last unit', () => {
  const amounts = fc.array(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), { maxLength: 40 })
  fc.assert(
    fc.property(amounts, (minors) => {
      const lines = minors.map((minor, index) => ({ ...line(40 - index, '0.00'), amount: money('RUB', minor) }))
      const now = money('RUB', 10n ** 18n)
      const points = balanceHistory(now, lines, FROM)
      expect(points).toHaveLength(minors.length + 1)
      const [first] = points
      if (!first) throw new Error('A history begins somewhere')
      expect(minors.reduce((sum, minor) => add(sum, money('RUB', minor)), first.balance)).toEqual(now)
    }),
  )
})

test('the minimum and maximum are those of the balances, not of the amounts', () => {
  const points = balanceHistory(parseDecimal('350.00', 'RUB'), [line(4, '-650.00'), line(2, '1000.00')], FROM)
  expect(extremesOf(points)).toEqual({ least: parseDecimal('0.00', 'RUB'), most: parseDecimal('1000.00', 'RUB') })
  expect(extremesOf([])).toBeUndefined()
})
