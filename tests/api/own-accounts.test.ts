import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accountNumber, isAccountNumber } from '#contract/account-number'
import { type Answer, aKey, aUser, giveMoney, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PATH = '/v2/wallet/accounts'

interface Listed {
  readonly id: string
  readonly currency_code: string
  readonly balance: string
  readonly number: string
  readonly own_name: string | null
  readonly color: string | null
  readonly is_hidden: boolean
}

async function list(user: TestUser): Promise<Listed[]> {
  const { results } = (await user.get('/v2/wallet')) as Answer & { results: [{ accounts: Listed[] }] }
  // What is absent is nothing.
  return results[0].accounts.map((account) => ({ ...account, own_name: account.own_name ?? null, color: account.color ?? null }))
}
const codes = async (user: TestUser): Promise<string[]> => (await list(user)).map(({ currency_code }) => currency_code)
const get = async (user: TestUser, currency: string): Promise<Listed> => {
  const account = (await list(user)).find(({ currency_code }) => currency_code === currency)
  if (!account) throw new Error(`There is no account in ${currency}`)
  return account
}
const save = async (user: TestUser, currency: string, change: object): Promise<Answer> =>
  user.post(`${PATH}/save`, { account_id: (await get(user, currency)).id, ...change })
const order = (user: TestUser, account_ids: unknown): Promise<Answer> => user.post(`${PATH}/order`, { account_ids })

test('an account has a name and a colour of its owner’s own, and what is left out stays', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  expect(await get(anna, 'USD')).toMatchObject({ balance: '10.00', own_name: null, color: null, is_hidden: false })
  expect(await save(anna, 'USD', { own_name: '  Отпуск 🏖 ', color: 'teal' })).toMatchObject({ status: 'ok' })
  expect(await get(anna, 'USD')).toMatchObject({ balance: '10.00', own_name: 'Отпуск 🏖', color: 'teal' })
  await save(anna, 'USD', { color: 'rose' })
  expect(await get(anna, 'USD')).toMatchObject({ own_name: 'Отпуск 🏖', color: 'rose' })
})

test.each([
  ['an empty name', { own_name: '' }],
  ['a name of spaces', { own_name: '   ' }],
  ['null', { own_name: null }],
])('%s takes the name away', async (_what, change) => {
  const anna = await aUser(wallet)
  await save(anna, 'RUB', { own_name: 'Savings', color: 'blue' })
  expect(await save(anna, 'RUB', change)).toMatchObject({ status: 'ok' })
  expect(await get(anna, 'RUB')).toMatchObject({ own_name: null, color: 'blue' })
})

test.each([
  ['own_name', 'x'.repeat(41), 'too_long'],
  ['own_name', 'a\u0007b', 'invalid_field'],
  ['own_name', '\ud83c', 'invalid_field'],
  ['own_name', 'a\u202eb', 'invalid_field'],
  ['color', 'crimson', 'invalid_field'],
  ['is_hidden', 'yes', 'invalid_field'],
])('%s: %j is refused and changes nothing', async (field, value, code) => {
  const anna = await aUser(wallet)
  await save(anna, 'RUB', { own_name: 'Savings' })
  expect(await save(anna, 'RUB', { [field]: value })).toMatchObject({ status: 'error', code, field })
  expect(await get(anna, 'RUB')).toMatchObject({ own_name: 'Savings', color: null, is_hidden: false })
})

test('an account of somebody else is unknown, and stays as it is', async () => {
  const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
  const { id } = await get(boris, 'RUB')
  const unknown = { status: 'error', code: 'account_unknown' }
  expect(await anna.post(`${PATH}/save`, { account_id: id, own_name: 'Mine' })).toMatchObject(unknown)
  expect(await order(anna, [id])).toMatchObject(unknown)
  expect(await get(boris, 'RUB')).toMatchObject({ own_name: null })
})

test('an empty account is hidden and stands last; money that comes to it shows it in its place', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const [first] = await codes(anna)
  expect(first).toBe('RUB')
  expect(await save(anna, 'RUB', { is_hidden: true })).toMatchObject({ status: 'ok' })
  const hidden = await list(anna)
  expect(hidden.at(-1)).toMatchObject({ currency_code: 'RUB', is_hidden: true })
  expect(hidden.filter(({ is_hidden }) => is_hidden)).toHaveLength(1)
  await anna.exchange('5.00', 'USD', 'RUB')
  expect((await list(anna))[0]).toMatchObject({ currency_code: 'RUB', is_hidden: false })
})

test('an account with money cannot be hidden', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  expect(await save(anna, 'USD', { is_hidden: true, own_name: 'Dollars' })).toMatchObject({
    code: 'account_not_empty',
    field: 'is_hidden',
  })
  expect(await get(anna, 'USD')).toMatchObject({ is_hidden: false, own_name: null })
  // To say that it is not hidden is no hiding.
  expect(await save(anna, 'USD', { is_hidden: false })).toMatchObject({ status: 'ok' })
})

test('accounts stand in the order that they were put in; one that is opened later comes after them', async () => {
  const anna = await aUser(wallet)
  const opened = await list(anna)
  const upsideDown = opened.toReversed()
  expect(
    await order(
      anna,
      upsideDown.map(({ id }) => id),
    ),
  ).toMatchObject({ status: 'ok' })
  expect((await list(anna)).map(({ id }) => id)).toEqual(upsideDown.map(({ id }) => id))
  await anna.post('/v2/wallet/accounts', { currency_code: 'EUR' }, { key: aKey() })
  expect((await codes(anna)).at(-1)).toBe('EUR')
  const { id } = await get(anna, 'EUR')
  await order(anna, [id])
  expect(await codes(anna)).toEqual(['EUR', ...upsideDown.map(({ currency_code }) => currency_code)])
  expect(await order(anna, [id, id])).toMatchObject({ code: 'account_unknown' })
  for (const wrong of [[], id, [1], Array.from({ length: 101 }, () => id)]) {
    expect(await order(anna, wrong)).toMatchObject({ code: 'invalid_field' })
  }
})

test('the list tells a number that is made of the id and checks itself', async () => {
  const anna = await aUser(wallet)
  const accounts = await list(anna)
  for (const { id, number } of accounts) {
    expect(number).toBe(accountNumber(id))
    expect(isAccountNumber(number)).toBe(true)
  }
  expect(new Set(accounts.map(({ number }) => number)).size).toBe(accounts.length)
})

const DAY = 86_400

/** The balances of thirty days ago, by currency. */
async function before(user: TestUser): Promise<Record<string, string>> {
  const { results } = await user.get(`${PATH}/change`)
  const known = results as { currency_code: string; balance_30_days_ago: string }[]
  return Object.fromEntries(known.map((each) => [each.currency_code, each.balance_30_days_ago]))
}

test('the balances of thirty days ago are exact to the instant; a younger wallet has none', async () => {
  const own = await startTestWallet({ SESSION_IDLE_SECONDS: String(90 * DAY), SESSION_ABSOLUTE_SECONDS: String(90 * DAY) })
  try {
    const anna = await aUser(own, '1000.00 RUB', '10.00 USD')
    expect(await before(anna)).toEqual({})
    own.passSeconds(10 * DAY)
    await giveMoney(anna, ['200.00 RUB'])
    // In the same day, which is then cut between the two.
    own.passSeconds(3600)
    await giveMoney(anna, ['30.00 RUB'])
    await anna.post('/v2/wallet/top-up', { amount: '5000.00', currency_code: 'RUB' })
    await anna.post(PATH, { currency_code: 'GBP' })
    own.passSeconds(20 * DAY - 3600)
    expect(await before(anna)).toMatchObject({ RUB: '1000.00', USD: '10.00', GBP: '0.00' })
    own.passSeconds(10 * DAY + 1800)
    expect(await before(anna)).toMatchObject({ RUB: '1200.00', USD: '10.00' })
    own.passSeconds(3600)
    expect(await before(anna)).toMatchObject({ RUB: '1230.00' })
    await anna.withdraw('100.00', 'RUB')
    expect(await before(anna)).toMatchObject({ RUB: '1230.00' })
    expect(await before(await aUser(own))).toEqual({})
    await own.expectTrueBooks()
  } finally {
    await own.close()
  }
})
