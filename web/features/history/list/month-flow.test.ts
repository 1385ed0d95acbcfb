import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import type { Statistic, Sums } from '#web/features/history/statistics/statistics.ts'
import { monthFlow } from './month-flow.ts'

function flow(decimal: string, parts: readonly Statistic[] = []) {
  return { amount: parseDecimal(decimal, 'RUB'), change: undefined, parts }
}

function sums(out: string, came: string): Sums {
  const exchanges = [{ name: 'exchange', label: 'exchange', amount: parseDecimal('70.00', 'RUB'), percent: 100 }]
  const flows = { out: flow(out), in: flow(came) }
  return { flows, exchanges, isGoingOn: false, recipients: [], rest: undefined, isWhole: true }
}

test('income and expenses are apart, expenses below zero; exchanges are in neither', () => {
  expect(monthFlow({ sums: sums('125.00', '520.50') }, 'RUB')).toEqual({
    in: parseDecimal('520.50', 'RUB'),
    out: parseDecimal('-125.00', 'RUB'),
  })
})

test('a month without operations, or in another currency, has sums of zero', () => {
  const nothing = (currency: 'RUB' | 'USD') => parseDecimal('0.00', currency)
  expect(monthFlow({ sums: undefined }, 'RUB')).toEqual({ in: nothing('RUB'), out: nothing('RUB') })
  expect(monthFlow({ sums: sums('125.00', '520.50') }, 'USD')).toEqual({ in: nothing('USD'), out: nothing('USD') })
})
