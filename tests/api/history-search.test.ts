import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchedTransactions as transactions } from '#contract/history-search'
import { aUser, type TestUser } from '#tests/builders'
import { giveLines } from '#tests/long-statement'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
beforeAll(async () => {
  wallet = await startTestWallet()
  anna = await aUser(wallet, '3000.00 RUB')
  await anna.exchange('400.00', 'RUB', 'USD')
  await anna.withdraw('600.00', 'RUB')
  await anna.withdraw('40.00', 'RUB', { pan: '2200123456780002' })
  await anna.post('/v2/wallet/top-up', { amount: '33.00', currency_code: 'RUB' })
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

const path = (query: Record<string, string>) => `${transactions.path}?${new URLSearchParams(query)}`

async function search(person: TestUser, query: Record<string, string>, language = 'ru') {
  return v.parse(transactions.response, await person.get(path(query), language))
}

async function amounts(query: Record<string, string>, language = 'ru'): Promise<string[]> {
  return (await search(anna, query, language)).results.map(({ amount, currency_code }) => `${amount} ${currency_code}`)
}

test('the statement is searched by words and amounts, as its person reads them', async () => {
  const dollars = `${await anna.balance('USD')} USD`
  expect(await amounts({ q: '4821' })).toEqual(['-600.00 RUB'])
  expect(await amounts({ q: 'Карта 600' })).toEqual(['-600.00 RUB'])
  expect(await amounts({ q: 'карта', state: 'complete' })).toEqual(['-600.00 RUB'])
  expect(await amounts({ q: '3 000,00' })).toEqual(['3000.00 RUB'])
  expect(await amounts({ q: '3,000.00' }, 'en')).toEqual(['3000.00 RUB'])
  expect(await amounts({ q: 'обмен' })).toEqual([dollars, '-400.00 RUB'])
  expect(await amounts({ q: '400' })).toEqual([dollars, '-400.00 RUB'])
  expect([await amounts({ q: 'exchange' }), await amounts({ q: 'exchange' }, 'en')]).toEqual([[], [dollars, '-400.00 RUB']])
  expect(await amounts({ q: 'нет такого' })).toEqual([])
})

test('it is filtered by state, direction, currency and amount, and by all of them with account, type and period', async () => {
  const dollars = `${await anna.balance('USD')} USD`
  const { id } = await anna.account('RUB')
  expect(await amounts({ state: 'pending' })).toEqual(['33.00 RUB'])
  expect(await amounts({ state: 'failed' })).toEqual(['-40.00 RUB'])
  expect(await amounts({ direction: 'own' })).toEqual([dollars, '-400.00 RUB'])
  expect(await amounts({ direction: 'out' })).toEqual(['-40.00 RUB', '-600.00 RUB', '-400.00 RUB'])
  expect(await amounts({ direction: 'in', currency_code: 'USD' })).toEqual([dollars])
  expect(await amounts({ amount_min: '400', amount_max: '600.00' })).toEqual(['-600.00 RUB', '-400.00 RUB'])
  expect(await amounts({ amount_min: '600', amount_max: '400' })).toEqual(['-600.00 RUB', '-400.00 RUB'])
  expect(await amounts({ amount_min: '1', account_id: id, type: 'exchange' })).toEqual(['-400.00 RUB'])
  expect(await amounts({ amount_min: '1', kind: 'topup', from: '2020-01-01T00:00Z' })).toEqual(['33.00 RUB', '3000.00 RUB'])
  expect(await amounts({ amount_min: '1', to: '2020-01-01T00:00Z' })).toEqual([])
})

test.each([
  ['q', '%20', 400, 'invalid_field'],
  ['q', 'a'.repeat(101), 400, 'too_long'],
  ['state', 'lost', 400, 'invalid_field'],
  ['direction', 'up', 400, 'invalid_field'],
  ['currency_code', 'usd', 400, 'invalid_field'],
  ['currency_code', 'XAU', 422, 'currency_unsupported'],
  ['amount_min', '1,5', 400, 'invalid_field'],
  ['amount_min', '-1', 400, 'invalid_field'],
  ['amount_max', '1e3', 400, 'invalid_field'],
  ['amount_max', '0.1234567', 400, 'invalid_field'],
])('%s=%s is refused by its name', async (field, value, http, code) => {
  expect(await anna.get(`${transactions.path}?${field}=${value}`)).toMatchObject({ http, code, field })
})

test('nothing of other people is found, whatever is searched for', async () => {
  const boris = await aUser(wallet, '500.00 RUB')
  const { id } = await anna.account('RUB')
  expect((await search(boris, { q: '4821' })).results).toEqual([])
  expect((await search(boris, { amount_min: '0.01', account_id: id })).results).toEqual([])
  expect((await search(boris, { amount_min: '0.01' })).results).toHaveLength(1)
})

test('pages of a search are its lines once, and no page cuts an exchange in two', async () => {
  const boris = await aUser(wallet, '100.00 RUB')
  for (const amount of ['10.00', '20.00', '30.00']) await boris.exchange(amount, 'RUB', 'USD')
  const whole = (await search(boris, { q: 'обмен' })).results
  const found: typeof whole = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await search(boris, { q: 'обмен', limit: '3', ...(cursor && { cursor }) })
    expect(page.results.length % 2).toBe(0)
    found.push(...page.results)
    cursor = page.next_cursor
  }
  expect([found, found.length]).toEqual([whole, 6])
})

test('a search looks at a bounded number of lines, tells how far it came, and goes on from there to the end', async () => {
  const boris = await aUser(wallet, '777.77 RUB')
  await giveLines(wallet.database, boris, 12_000)
  const first = await search(boris, { q: 'нет такого' })
  expect([first.results, typeof first.next_cursor]).toEqual([[], 'string'])
  expect(Date.parse(first.searched_to ?? '')).toBeLessThan(Date.now() - 4000 * 7 * 60_000)
  // What is found on the way is told with how far was looked: too little for a page.
  const some = await search(boris, { q: '777,77', limit: '2' })
  expect([some.results.length, some.searched_to]).toEqual([1, first.searched_to])
  let questions = 1
  for (let cursor = first.next_cursor; cursor !== null; questions += 1) {
    const page: typeof first = await search(boris, { q: 'нет такого', cursor })
    expect(page.searched_to === undefined).toBe(page.next_cursor === null)
    cursor = page.next_cursor
  }
  expect(questions).toBe(3)
  // Full pages say nothing of it.
  const full = await search(boris, { state: 'failed', limit: '50' })
  expect([full.results.length, full.searched_to]).toEqual([50, undefined])
})
