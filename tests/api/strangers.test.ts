import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { money } from '#money/money'
import { confirmationBy } from '#server/confirmation/pin'
import { type MadeAs, postBy } from '#server/confirmation/post-confirmed'
import { freshIdempotencyKey } from '#server/idempotency/key'
import { userAccountsOf } from '#server/ledger/accounts'
import { type WithdrawalRead, withdrawalHold } from '#server/withdrawal/withdrawal'
import { aKey, aUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  // Whoever withdraws here is new, and so is everything about them.
  wallet = await startTestWallet({ FIRST_DAY_PERCENT: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

test('an exchange from or to the account of another person is refused', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet, '100.00 USD')]
  const rate = await boris.rate('USD', 'RUB')
  const terms = { from_amount: '1.00', to_amount: '1.00', rate_id: rate.id }
  const hers = { usd: (await anna.account('USD')).id, rub: (await anna.account('RUB')).id }
  const his = { usd: (await boris.account('USD')).id, rub: (await boris.account('RUB')).id }
  const theft = await boris.post('/v2/wallet/exchange', { ...terms, from_account_id: hers.usd, to_account_id: his.rub })
  const gift = await boris.post('/v2/wallet/exchange', { ...terms, from_account_id: his.usd, to_account_id: hers.rub })
  const nowhere = await boris.post('/v2/wallet/exchange', { ...terms, from_account_id: aKey(), to_account_id: his.rub })
  expect([theft, gift, nowhere]).toMatchObject([
    { http: 404, code: 'account_unknown', field: 'from_account_id' },
    { http: 404, code: 'account_unknown', field: 'to_account_id' },
    { http: 404, code: 'account_unknown', field: 'from_account_id' },
  ])
  expect(theft.message).toBe(nowhere.message)
})

test('a person cannot see the orders, transactions and notices of another [api-strangers-1]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet)]
  const { order } = await anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })
  expect(await boris.get(`/v2/wallet/top-up/status?order=${order}`)).toMatchObject({ http: 404, code: 'order_unknown' })
  expect(await boris.get(`/v2/wallet/top-up/status?order=${aKey()}`)).toMatchObject({ http: 404, code: 'order_unknown' })
  const hers = (await anna.account('USD')).id
  expect(await boris.get(`/v2/wallet/transaction?account_id=${hers}`)).toMatchObject({ results: [] })
  expect(await boris.get('/v2/wallet/transaction')).toMatchObject({ results: [] })
  expect((await boris.get('/v2/wallet/user/notification')).results).toHaveLength(1)
})

test('two people can use the same key without affecting each other', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet, '100.00 USD')]
  const key = aKey()
  expect(await anna.withdraw('10.00', 'USD', { key })).toMatchObject({ status: 'ok' })
  expect(await boris.withdraw('20.00', 'USD', { key })).toMatchObject({ status: 'ok' })
  expect([await anna.balance('USD'), await boris.balance('USD')]).toEqual(['90.00', '80.00'])
})

test('the server enforces limits, flags of a person and feature flags, whatever the page shows [api-strangers-2]', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  expect(await anna.post('/v2/wallet/top-up', { amount: '0.50', currency_code: 'USD' })).toMatchObject({
    http: 422,
    code: 'amount_min',
  })
  expect(await anna.post('/v2/wallet/top-up', { amount: '10000.01', currency_code: 'USD' })).toMatchObject({ code: 'amount_max' })
  expect(await anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'EUR' })).toMatchObject({
    http: 404,
    code: 'account_unknown',
  })
  await wallet.database.run(
    {
      name: 'test.forbid',
      text: 'update wallet_user set is_topup_allowed = false, is_withdrawal_allowed = false where phone = $1',
    },
    [`+${anna.phone}`],
  )
  expect(await anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })).toMatchObject({
    http: 403,
    code: 'topup_not_allowed',
  })
  expect(await anna.withdraw('5.00', 'USD')).toMatchObject({ http: 403, code: 'withdrawal_not_allowed' })
  expect(await anna.balance('USD')).toBe('100.00')
})

test('many small withdrawals at once do not exceed the daily limit', async () => {
  const anna = await aUser(wallet, '10000.00 USD', '10000.00 USD')
  const answers = await Promise.all(Array.from({ length: 12 }, () => anna.withdraw('1000.00', 'USD')))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(10)
  expect(answers.filter(({ code }) => code === 'limit_daily')).toHaveLength(2)
  wallet.passSeconds(86_400)
  expect(await anna.withdraw('1000.00', 'USD')).toMatchObject({ status: 'ok' })
})

test('many confirmed withdrawals at once in two processes do not exceed the daily limit [api-strangers-3]', async () => {
  const anna = await aUser(wallet, '10000.00 USD', '10000.00 USD')
  const other = await startTestWallet({}, { databaseUrl: wallet.databaseUrl })
  const text = 'select user_id, set_at from pin join wallet_user on wallet_user.id = user_id where phone = $1'
  const pin = await wallet.database.find<{ user_id: string; set_at: Date }>({ name: 'test.pin', text }, [`+${anna.phone}`])
  if (!pin) throw new Error('No PIN')
  const now = new Date()
  const user = { userId: pin.user_id, sessionId: pin.user_id }
  const confirmation = confirmationBy({ ...user, setAt: pin.set_at, now })
  const amount = money('USD', 100_000n)
  const own = await wallet.database.read(userAccountsOf(user.userId))
  const velocity = { recipientsPerHour: 0, outPercent: 0, outFloorPercent: 0, sendersPerDay: 0, newDays: 0 }
  const policy = {
    firstDay: { percent: 100, seconds: 1 },
    velocity: () => velocity,
    walletsPerCard: () => 0,
    // Nobody has to ask the provider about them.
    providerTimeoutMs: 365 * 86_400_000,
  }
  const held = { kind: 'withdrawal', post: (read: WithdrawalRead, as: MadeAs) => withdrawalHold(policy, read, as) } as const
  const destination = { kind: 'card', token: 'tok_test', masked: '220012******4821' } as const
  const holds = Array.from({ length: 14 }, (_, place) => {
    const caller = { user, idempotencyKey: freshIdempotencyKey(), clock: () => now }
    const read = { provider: 'nobody', amount, destination, own, user }
    return postBy(place % 2 === 0 ? wallet : other, held, read, { caller, confirmation })
  })
  const outcomes = await Promise.all(holds)
  expect(outcomes.filter(({ kind }) => kind === 'posted')).toHaveLength(10)
  expect(await anna.balance('USD')).toBe('10000.00')
  await other.close()
})

test('the fee of a level is held, shown and paid as an entry of its own, and given back with a failed payout [api-strangers-4]', async () => {
  await wallet.database.run({
    name: 'test.fee',
    text: "update level_limit set withdrawal_fee_basis_points = 150 where currency = 'EUR'",
  })
  const anna = await aUser(wallet, '100.00 EUR')
  expect(await anna.withdraw('10.00', 'EUR')).toMatchObject({ status: 'ok' })
  expect(await anna.balance('EUR')).toBe('89.85')
  expect(await anna.withdraw('10.00', 'EUR', { pan: '2200123456780002' })).toMatchObject({ code: 'payout_declined' })
  expect(await anna.balance('EUR')).toBe('89.85')
  const [failed, paid] = (await anna.get('/v2/wallet/transaction')).results as { amount: string; fee: string; state: string }[]
  expect([failed, paid]).toMatchObject([
    { amount: '-10.15', fee: '0.15', state: 'failed' },
    { amount: '-10.15', fee: '0.15', state: 'complete' },
  ])
})
