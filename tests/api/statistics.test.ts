import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transactions } from '#contract/history'
import { statistics } from '#contract/statistics'
import { parseDecimal, toDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { convertDown, parseRate } from '#money/rate'
import { readPeriod } from '#server/history/period'
import { statisticsOf } from '#server/history/statistics'
import { listPaid } from '#server/history/top-recipients'
import { Unavailable } from '#server/providers/outage'
import { aKey, aUser, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

interface Line {
  readonly id: string
  readonly account_id: string
  readonly kind: string
  readonly state: string
  readonly amount: string
  readonly currency_code: string
  readonly created_at: string
}

async function lines(person: TestUser, query = ''): Promise<Line[]> {
  return (await person.get(`${transactions.path}${query}`)).results as Line[]
}

function stat(person: TestUser, query = '') {
  return person.get(`${statistics.path}${query}`)
}

test('complete operations are summed by kind, with shares that add up to 100.0; what failed or waits is not in them [api-statistics-1]', async () => {
  const anna = await aUser(wallet, '900.00 RUB')
  await anna.withdraw('250.00', 'RUB')
  await anna.exchange('100.00', 'RUB', 'USD')
  await anna.withdraw('40.00', 'RUB', { pan: '2200123456780002' })
  await anna.topUp('70.00', 'RUB', 'decline')
  await anna.post('/v2/wallet/top-up', { amount: '33.00', currency_code: 'RUB' })
  expect(await stat(anna)).toMatchObject({
    http: 200,
    status: 'ok',
    currency_code: 'RUB',
    results: [
      { wallet_transaction_type: 'topup', amount: '900.00', percent: 72 },
      { wallet_transaction_type: 'withdrawal', amount: '-250.00', percent: 20 },
      { wallet_transaction_type: 'exchange', amount: '100.00', percent: 8 },
    ],
    missing: [],
  })
})

test('a user without operations has no rows', async () => {
  const anna = await aUser(wallet)
  expect(await stat(anna)).toMatchObject({ status: 'ok', currency_code: 'RUB', results: [], missing: [] })
})

test('a period begins with its first instant and ends before its last; turned round it is the same period', async () => {
  const anna = await aUser(wallet, '10.00 USD', '20.00 USD')
  await anna.withdraw('5.00', 'USD')
  await anna.topUp('40.00', 'USD')
  const [last, , first] = (await lines(anna)).map(({ created_at }) => created_at)
  for (const period of [`from=${first}&to=${last}`, `from=${last}&to=${first}`]) {
    expect(await lines(anna, `?${period}`)).toMatchObject([
      { kind: 'withdrawal', amount: '-5.00' },
      { kind: 'topup', amount: '20.00' },
    ])
    expect(await stat(anna, `?${period}&display_currency=USD`)).toMatchObject({
      currency_code: 'USD',
      results: [
        { wallet_transaction_type: 'topup', amount: '20.00', percent: 80 },
        { wallet_transaction_type: 'withdrawal', amount: '-5.00', percent: 20 },
      ],
    })
  }
  expect((await lines(anna, `?from=${first}`)).map(({ amount }) => amount)).toEqual(['40.00', '-5.00', '20.00'])
  expect((await lines(anna, `?to=${first}`)).map(({ amount }) => amount)).toEqual(['10.00'])
  expect(await lines(anna, `?from=${first}&to=${first}`)).toEqual([])
  expect(await stat(anna, `?to=${first}&display_currency=USD`)).toMatchObject({ results: [{ amount: '10.00', percent: 100 }] })
  expect(await stat(anna, `?from=${first}&to=${first}`)).toMatchObject({ results: [] })
})

test('one account has its own currency, and its exchanges count by what came to it or left it', async () => {
  const anna = await aUser(wallet, '1000.00 RUB', '50.00 USD')
  const credited = await anna.exchange('400.00', 'RUB', 'USD')
  const [rub, usd] = [(await anna.account('RUB')).id, (await anna.account('USD')).id]
  expect(await stat(anna, `?account_id=${rub}`)).toMatchObject({
    currency_code: 'RUB',
    results: [
      { wallet_transaction_type: 'topup', amount: '1000.00', percent: 71.4 },
      { wallet_transaction_type: 'exchange', amount: '400.00', percent: 28.6 },
    ],
  })
  expect(await stat(anna, `?account_id=${usd}`)).toMatchObject({
    currency_code: 'USD',
    results: [
      { wallet_transaction_type: 'topup', amount: '50.00' },
      { wallet_transaction_type: 'exchange', amount: credited },
    ],
  })
  expect(await stat(anna, `?account_id=${usd}&display_currency=RUB`)).toMatchObject({ currency_code: 'RUB', missing: [] })
})

test('sums of each account are those of its transaction list', async () => {
  const anna = await aUser(wallet, '1000.00 RUB', '50.00 USD', '30.00 EUR')
  await anna.exchange('123.45', 'RUB', 'USD')
  await anna.exchange('7.77', 'EUR', 'RUB')
  await anna.withdraw('11.11', 'USD')
  for (const { id, currency_code: code } of await anna.accounts()) {
    if (!isCurrency(code)) throw new Error(code)
    const sums = new Map<string, bigint>()
    for (const { kind, state, amount } of await lines(anna, `?account_id=${id}`)) {
      const { minor } = parseDecimal(amount, code)
      const counted = kind === 'exchange' && minor < 0n ? -minor : minor
      if (state === 'complete') sums.set(kind, (sums.get(kind) ?? 0n) + counted)
    }
    const { results } = await stat(anna, `?account_id=${id}`)
    const told = (results as { wallet_transaction_type: string; amount: string }[]).map((row) => [
      row.wallet_transaction_type,
      parseDecimal(row.amount, code).minor,
    ])
    expect(new Map(told as [string, bigint][])).toEqual(sums)
  }
})

test('many currencies are converted by the present rates; what has none is left out and named', async () => {
  const anna = await aUser(wallet, '1000.00 RUB', '50.00 USD', '500000.00 IDR')
  const sheet = (await anna.post('/v2/wallet/exchange/rates')).rates as Record<string, string>[]
  const worth = (decimal: string, from: 'USD' | 'IDR'): bigint => {
    const out = sheet.find((rate) => rate.from_currency_code === from && rate.to_currency_code === 'RUB')?.quantity_out ?? ''
    const rate = parseRate(from, 'RUB', '1', out)
    return rate ? convertDown(parseDecimal(decimal, from), rate).minor : 0n
  }
  const { results, currency_code, missing } = await stat(anna)
  expect([currency_code, missing]).toEqual(['RUB', []])
  const [row] = results as { amount: string; percent: number }[]
  expect(parseDecimal(row?.amount ?? '', 'RUB').minor).toBe(100_000n + worth('50.00', 'USD') + worth('500000.00', 'IDR'))
  expect(row?.percent).toBe(100)

  const { database } = wallet
  const readsOf = () => database
  const rateless = { database, readsOf, displayCurrency: 'JPY' as const, presentRates: async () => () => undefined }
  const userId = await userIdOf(anna)
  expect(await statisticsOf(rateless, { userId, period: readPeriod({}) }, new Date())).toMatchObject({
    currency: 'JPY',
    rows: [],
    in: { amount: parseDecimal('0', 'JPY'), rows: [] },
    missing: ['IDR', 'RUB', 'USD'],
  })
})

test('without rates it still answers where nothing has to be converted, and otherwise says that it cannot', async () => {
  const anna = await aUser(wallet, '100.00 RUB', '5.00 USD')
  const userId = await userIdOf(anna)
  const deps = {
    database: wallet.database,
    readsOf: () => wallet.database,
    displayCurrency: 'RUB' as const,
    presentRates: () => Promise.reject(new Unavailable('rates')),
  }
  const now = new Date()
  const accountId = (await anna.account('USD')).id
  expect(await statisticsOf(deps, { userId, period: readPeriod({}), accountId }, now)).toMatchObject({
    currency: 'USD',
    rows: [{ category: 'topup', amount: parseDecimal('5.00', 'USD'), percent: 100 }],
  })
  await expect(statisticsOf(deps, { userId, period: readPeriod({}) }, now)).rejects.toThrow(Unavailable)
})

test('a statement of one kind, one account and one period comes in pages that together are the whole', async () => {
  const anna = await aUser(wallet, '1000.00 RUB', '50.00 USD')
  for (const amount of ['10.00', '20.00', '30.00']) await anna.exchange(amount, 'RUB', 'USD')
  await anna.withdraw('100.00', 'RUB')
  await anna.exchange('40.00', 'RUB', 'USD')
  const start = (await lines(anna)).find(({ amount }) => amount === '-10.00')?.created_at
  const end = (await lines(anna)).find(({ amount }) => amount === '-40.00')?.created_at
  const { id } = await anna.account('RUB')
  for (const part of ['kind=exchange', `kind=exchange&account_id=${id}`, `account_id=${id}`, 'ordering=-created_at']) {
    const query = `from=${start}&to=${end}&${part}`
    const whole = await lines(anna, `?${query}`)
    const paged: Line[] = []
    let cursor = ''
    do {
      const page = await anna.get(`${transactions.path}?${query}&limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...(page.results as Line[]))
      cursor = (page.next_cursor as string | null) ?? ''
    } while (cursor)
    expect(paged).toEqual(whole)
  }
  expect(await lines(anna, `?kind=exchange&from=${start}&to=${end}`)).toHaveLength(6)
  expect((await lines(anna, `?kind=exchange&account_id=${id}`)).map(({ amount }) => amount)).toEqual([
    '-40.00',
    '-30.00',
    '-20.00',
    '-10.00',
  ])
  expect((await lines(anna, '?kind=withdrawal')).map(({ amount }) => amount)).toEqual(['-100.00'])
})

test('somebody else’s account is like one that is not there', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet, '700.00 RUB')]
  for (const id of [(await anna.account('USD')).id, aKey()]) {
    expect(await stat(boris, `?account_id=${id}`)).toMatchObject({ http: 200, currency_code: 'RUB', results: [], missing: [] })
    expect(await lines(boris, `?account_id=${id}`)).toEqual([])
  }
})

test.each([
  ['from=yesterday', 'from'],
  ['from=2026-03-01', 'from'],
  ['to=2026-03-01T00:00', 'to'],
  ['to=2026-13-01T00:00:00Z', 'to'],
  ['from=2026-02-30T00:00:00Z', 'from'],
  ['to=2026-04-31T12:00:00%2B03:00', 'to'],
  ['from=', 'from'],
  ['from=2026-03-01T00:00:00Z&from=2026-03-02T00:00:00Z', 'from'],
  ['account_id=1', 'account_id'],
  ["account_id='", 'account_id'],
])('%s is refused by its name, in the statement and in the statistics', async (query, field) => {
  const anna = await aUser(wallet)
  for (const path of [transactions.path, statistics.path]) {
    expect(await anna.get(`${path}?${query}`)).toMatchObject({ http: 400, code: 'invalid_field', field })
  }
})

test('the last day of a February is one, in a leap year the 29th', async () => {
  const anna = await aUser(wallet)
  for (const day of ['2026-02-28', '2024-02-29']) {
    expect(await anna.get(`${transactions.path}?from=${day}T23:59:59.999Z`)).toMatchObject({ http: 200 })
  }
  expect(await anna.get(`${transactions.path}?from=2026-02-29T00:00Z`)).toMatchObject({ http: 400, field: 'from' })
})

test('a kind or a currency that there is not is refused by its name', async () => {
  const anna = await aUser(wallet)
  expect(await anna.get(`${transactions.path}?kind=gift`)).toMatchObject({ http: 400, code: 'invalid_field', field: 'kind' })
  expect(await stat(anna, '?display_currency=usd')).toMatchObject({ http: 400, code: 'invalid_field', field: 'display_currency' })
  expect(await stat(anna, '?display_currency=XAU')).toMatchObject({
    http: 422,
    code: 'currency_unsupported',
    field: 'display_currency',
  })
})

test('what went out and what came in are told apart, exchanges beside them; each person sees their own', async () => {
  const [anna, boris] = [await aUser(wallet, '900.00 RUB'), await aUser(wallet, '50.00 RUB')]
  await anna.withdraw('250.00', 'RUB')
  await anna.exchange('100.00', 'RUB', 'USD')
  expect(await anna.send('50.00', 'RUB', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  await anna.withdraw('40.00', 'RUB', { pan: '2200123456780002' })
  const none = { previous_amount: null, change_percent: null }
  expect(await stat(anna, '?display_currency=RUB')).toMatchObject({
    compared_with: null,
    out: {
      ...none,
      amount: '300.00',
      by_type: [
        { wallet_transaction_type: 'withdrawal', name: 'Вывод', amount: '250.00', percent: 83.3 },
        { wallet_transaction_type: 'sent', amount: '50.00', percent: 16.7 },
      ],
    },
    in: { ...none, amount: '900.00', by_type: [{ wallet_transaction_type: 'topup', amount: '900.00', percent: 100 }] },
    own: { ...none, amount: '100.00', by_type: [{ wallet_transaction_type: 'exchange', amount: '100.00', percent: 100 }] },
  })
  expect(await stat(boris)).toMatchObject({
    out: { amount: '0.00', by_type: [] },
    in: {
      amount: '100.00',
      by_type: [
        { wallet_transaction_type: 'topup', amount: '50.00', percent: 50 },
        { wallet_transaction_type: 'received', amount: '50.00', percent: 50 },
      ],
    },
    own: { amount: '0.00', by_type: [] },
    by_recipient: { top: [], rest_amount: '0.00', is_whole: true },
  })
})

test('who got most: people by name, cards by their end, what failed and other accounts left out', async () => {
  const [anna, boris] = [await aUser(wallet, '900.00 RUB', '20.00 USD'), await aUser(wallet)]
  await anna.withdraw('100.00', 'RUB')
  await anna.withdraw('150.00', 'RUB')
  await anna.withdraw('40.00', 'RUB', { pan: '2200123456780002' })
  await anna.withdraw('5.00', 'USD')
  await anna.send('60.00', 'RUB', { phone: boris.phone })
  const { id } = await anna.account('RUB')
  const { by_recipient: by } = await stat(anna, `?account_id=${id}`)
  expect(by).toEqual({
    top: [
      { kind: 'card', name: expect.stringMatching(/^Карта\s••\s[0-9]{4}$/), amount: '250.00' },
      { kind: 'person', name: expect.stringMatching(/^\p{L}+ \p{L}\.$/u), amount: '60.00' },
    ],
    rest_amount: '0.00',
    is_whole: true,
  })
  const [last] = await lines(anna)
  expect((await stat(anna, `?to=${last?.created_at}&account_id=${id}`)).by_recipient).toMatchObject({
    top: [{ amount: '250.00' }],
  })
  expect((await stat(boris)).by_recipient).toMatchObject({ top: [] })
  expect((await stat(boris, `?account_id=${id}`)).by_recipient).toMatchObject({ top: [] })
})

test('of a period with more transactions than are looked at the latest tell who got most, and it says so', async () => {
  const anna = await aUser(wallet, '900.00 RUB')
  await anna.withdraw('100.00', 'RUB')
  await anna.withdraw('17.00', 'RUB')
  const whose = { userId: await userIdOf(anna), period: readPeriod({}) }
  const sums = async (legsMax: number) => {
    const { groups, isWhole } = await listPaid(wallet.database, whose, legsMax)
    return [groups.map(({ amount }) => toDecimal(amount)), isWhole]
  }
  expect(await sums(3)).toEqual([['117.00'], true])
  expect(await sums(1)).toEqual([['117.00'], false])
  expect(await sums(0)).toEqual([['17.00'], false])
})

test('a period is beside the one before it, which is as long', async () => {
  const anna = await aUser(wallet, '200.00 RUB', '10.00 RUB')
  await anna.withdraw('18.00', 'RUB')
  await anna.topUp('250.00', 'RUB')
  const [last] = await lines(anna)
  const from = last?.created_at ?? ''
  const { database } = wallet
  const deps = { database, readsOf: () => database, displayCurrency: 'RUB' as const, presentRates: async () => () => undefined }
  const tomorrow = new Date(Date.parse(from) + 86_400_000)
  const found = await statisticsOf(deps, { userId: await userIdOf(anna), period: readPeriod({ from }) }, tomorrow)
  expect(found).toMatchObject({
    before: { from: new Date(Date.parse(from) - 86_400_000), to: new Date(from) },
    in: { amount: parseDecimal('250.00', 'RUB'), previous: parseDecimal('210.00', 'RUB'), change: 19 },
    out: { amount: parseDecimal('0.00', 'RUB'), previous: parseDecimal('18.00', 'RUB'), change: -100 },
    own: { amount: parseDecimal('0.00', 'RUB'), previous: parseDecimal('0.00', 'RUB'), change: undefined },
  })
  const to = new Date(Date.parse(from) + 3_600_000).toISOString()
  expect(await stat(anna, `?from=${from}&to=${to}`)).toMatchObject({
    compared_with: { from: new Date(Date.parse(from) - 3_600_000).toISOString() },
    in: { amount: '250.00', previous_amount: '0.00', change_percent: null },
  })
})

test('where the period before begins can be told; told at or after the start of the period it is refused by its name', async () => {
  const anna = await aUser(wallet, '200.00 RUB', '10.00 RUB')
  await anna.topUp('250.00', 'RUB')
  const [last, middle, first] = await lines(anna)
  const [from, earlier] = [last?.created_at ?? '', middle?.created_at ?? '']
  const to = new Date(Date.parse(from) + 86_400_000).toISOString()
  expect(await stat(anna, `?from=${from}&previous_from=${earlier}`)).toMatchObject({
    compared_with: { from: earlier },
    in: { amount: '250.00' },
  })
  expect(await stat(anna, `?to=${from}&previous_from=${earlier}`)).toMatchObject({ compared_with: null })
  const whole = await stat(anna, `?from=${earlier}&to=${from}&previous_from=${first?.created_at}`)
  expect(whole).toMatchObject({
    compared_with: { from: first?.created_at, to: earlier },
    in: { amount: '10.00', previous_amount: '200.00', change_percent: -95 },
  })
  for (const late of [from, to]) {
    expect(await stat(anna, `?from=${from}&to=${to}&previous_from=${late}`)).toMatchObject({
      http: 400,
      code: 'invalid_field',
      field: 'previous_from',
    })
  }
  expect(await stat(anna, '?previous_from=yesterday')).toMatchObject({ http: 400, field: 'previous_from' })
})

async function userIdOf({ phone }: TestUser): Promise<string> {
  const text = 'select id from wallet_user where phone = $1'
  const user = await wallet.database.find<{ id: string }>({ name: 'test.user_of_phone', text }, [`+${phone}`])
  return user?.id ?? ''
}
