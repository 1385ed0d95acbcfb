import { describe, expect, test } from 'vitest'
import { parseDecimal, toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { parseRate } from '#money/rate'
import type { Account } from './accounts.ts'
import { type FindRate, hasTotalIn, totalIn } from './total.ts'

function account(decimal: string, currency: Currency): Account {
  return { id: currency, balance: parseDecimal(decimal, currency) }
}

const RATES: Readonly<Record<string, string>> = {
  'USD-RUB': '79.7287',
  'EUR-RUB': '93.1',
  'USDC-RUB': '79.3333',
  'RUB-USD': '0.0124',
}
const findRate: FindRate = (from, to) => parseRate(from, to, '1', RATES[`${from}-${to}`] ?? '')

test('the total of one account in its own currency is its balance', () => {
  expect(totalIn('RUB', [account('1234567.89', 'RUB')], findRate)).toEqual({
    amount: parseDecimal('1234567.89', 'RUB'),
    missing: [],
  })
})

test('accounts are added at their rates, each rounded down', () => {
  const { amount } = totalIn('RUB', [account('100.00', 'RUB'), account('4120.50', 'USD'), account('0.01', 'USDC')], findRate)
  // 4120.50 × 79.7287 = 328522.10835…, 0.01 × 79.3333 = 0.793333
  expect(toDecimal(amount)).toBe('328622.89')
})

test('an account without a rate is named and left out', () => {
  const total = totalIn('RUB', [account('5.00', 'RUB'), account('1000000.00', 'IDR')], findRate)
  expect(toDecimal(total.amount)).toBe('5.00')
  expect(total.missing).toEqual(['IDR'])
})

test('an empty account without a rate is missed by nobody', () => {
  expect(totalIn('RUB', [account('0.00', 'IDR')], findRate).missing).toEqual([])
})

test('no accounts are worth nothing', () => {
  expect(toDecimal(totalIn('USD', [], findRate).amount)).toBe('0.00')
})

test('a total beyond what a number can hold keeps its kopecks', () => {
  const { amount } = totalIn('RUB', [account('999999999999.99', 'RUB'), account('999999999999.99', 'USD')], findRate)
  expect(toDecimal(amount)).toBe('80728699999999.19')
})

describe('a total can be told', () => {
  const rub = account('5.00', 'RUB')
  const idr = account('1000000.00', 'IDR')
  const emptyIdr = account('0.00', 'IDR')

  test.each<[string, Currency, readonly Account[], boolean]>([
    ['in the currency of an account', 'RUB', [rub], true],
    ['where one of two accounts has a rate', 'USD', [rub, idr], true],
    ['of nothing', 'THB', [], true],
    ['of empty accounts with a rate', 'USD', [account('0.00', 'RUB'), emptyIdr], true],
    ['not where only an empty account has a rate', 'USD', [account('0.00', 'RUB'), idr], false],
    ['not where no account has a rate', 'THB', [rub, idr], false],
    ['not of empty accounts without a rate', 'THB', [emptyIdr], false],
  ])('%s', (_words, currency, accounts, isTold) => {
    expect(hasTotalIn(currency, accounts, findRate)).toBe(isTold)
  })
})
