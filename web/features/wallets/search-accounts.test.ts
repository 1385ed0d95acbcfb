import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { searchAccounts } from './search-accounts.ts'

const ACCOUNTS = [
  { id: '1', balance: parseDecimal('21860.02', 'USD') },
  { id: '2', balance: parseDecimal('500.00', 'RUB') },
  { id: '3', balance: parseDecimal('0.5', 'USDC') },
]
const NAMES: Readonly<Record<string, string>> = { USD: 'Доллар США', RUB: 'Российский рубль', USDC: 'USD Coin' }

test.each([
  ['', ['1', '2', '3']],
  ['  ', ['1', '2', '3']],
  ['usd', ['1', '3']],
  ['рубль', ['2']],
  ['21 860', ['1']],
  ['21 860,02', ['1']],
  ['21860,02', ['1']],
  ['21,860.02', ['1']],
  ['USD 21\u00a0860,02', ['1']],
  ['usd 500', []],
  ['500', ['2']],
  ['7', []],
  ['eur', []],
])('a search for «%s» finds %j', (query, found) => {
  expect(searchAccounts(ACCOUNTS, query, ({ balance }) => NAMES[balance.currency] ?? '').map(({ id }) => id)).toEqual(found)
})
