import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aKey, ask, aUser, decidePayment, freshPhone, PIN, readCode, readMessages, until } from '#tests/builders'
import { fullTest } from '#tests/full-run'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

test('a person signs up, tops up, exchanges and withdraws, and every balance is right to the cent [api-journey-1]', async () => {
  const anna = await aUser(wallet, '1000.00 RUB')
  expect(await anna.accounts()).toMatchObject([
    { currency_code: 'RUB', balance: '1000.00' },
    { currency_code: 'USD', balance: '0.00' },
  ])

  const rate = await anna.rate('RUB', 'USD')
  const credited = convert('400.00', rate.quantity_out)
  const exchanged = await anna.post('/v2/wallet/exchange', {
    from_account_id: (await anna.account('RUB')).id,
    to_account_id: (await anna.account('USD')).id,
    from_amount: '400.00',
    to_amount: credited,
    rate_id: rate.id,
  })
  expect(exchanged).toMatchObject({ http: 200, status: 'ok', message: 'Обмен успешно выполнен!', to_amount: credited })

  expect(await anna.withdraw('250.00', 'RUB')).toMatchObject({ http: 200, status: 'ok' })
  expect(await anna.balance('RUB')).toBe('350.00')
  expect(await anna.balance('USD')).toBe(credited)

  const { results } = await anna.get('/v2/wallet/transaction?ordering=-created_at')
  expect(results).toMatchObject([
    { kind: 'withdrawal', amount: '-250.00', currency_code: 'RUB', state: 'complete', description: 'Карта ••\u00a04821' },
    { kind: 'exchange', amount: credited, currency_code: 'USD', state: 'complete', description: 'Обмен RUB на USD' },
    { kind: 'exchange', amount: '-400.00', currency_code: 'RUB', state: 'complete' },
    { kind: 'topup', amount: '1000.00', currency_code: 'RUB', state: 'complete' },
  ])
  const told = (await anna.get('/v2/wallet/user/notification')).results as { message: string }[]
  expect(told).toHaveLength(4)
})

fullTest('a timed-out payout keeps the money held and ends as the provider says, once [api-journey-2]', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const late = await anna.withdraw('40.00', 'USD', { pan: '2200123456780119' })
  const lost = await anna.withdraw('30.00', 'USD', { pan: '2200123456780127' })
  expect([late, lost]).toMatchObject([
    { status: 'pending', http: 200 },
    { status: 'pending', http: 200 },
  ])
  expect(await anna.balance('USD')).toBe('30.00')
  await wallet.expectTrueBooks()
  wallet.passSeconds(20)
  await until(async () => (await anna.balance('USD')) === '60.00')
  await until(async () => {
    const { results } = await anna.get('/v2/wallet/transaction')
    return (results as { state: string }[]).every(({ state }) => state !== 'pending')
  })
})

test('a declined payout gives everything back and says so', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const answer = await anna.withdraw('40.00', 'USD', { pan: '2200123456780002' })
  expect(answer).toMatchObject({ http: 422, status: 'error', code: 'payout_declined' })
  expect(await anna.balance('USD')).toBe('100.00')
})

test('a declined payment credits nothing', async () => {
  const anna = await aUser(wallet)
  const order = await anna.topUp('500.00', 'RUB', 'decline')
  expect(await anna.get(`/v2/wallet/top-up/status?order=${order}`)).toMatchObject({ status: 'failed', amount: '500.00' })
  expect(await anna.balance('RUB')).toBe('0.00')
})

test('forty withdrawals of 10 at once from 100 give exactly ten', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const answers = await Promise.all(Array.from({ length: 40 }, () => anna.withdraw('10.00', 'USD')))
  const codes = answers.map(({ status, code }) => code ?? status)
  expect(codes.filter((code) => code === 'ok')).toHaveLength(10)
  expect(codes.filter((code) => code === 'insufficient_funds')).toHaveLength(30)
  expect(await anna.balance('USD')).toBe('0.00')
})

test('one key sent ten times at once has one effect and ten equal answers [api-journey-3]', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const withdrawalKey = aKey()
  const withdrawals = await Promise.all(Array.from({ length: 10 }, () => anna.withdraw('10.00', 'USD', { key: withdrawalKey })))
  expect(new Set(withdrawals.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await anna.balance('USD')).toBe('90.00')

  const topupKey = aKey()
  const orders = await Promise.all(
    Array.from({ length: 10 }, () => anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' }, { key: topupKey })),
  )
  expect(new Set(orders.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(orders[0]?.status).toBe('ok')

  const rate = await anna.rate('USD', 'RUB')
  const terms = {
    from_account_id: (await anna.account('USD')).id,
    to_account_id: (await anna.account('RUB')).id,
    from_amount: '10.00',
    to_amount: convert('10.00', rate.quantity_out),
    rate_id: rate.id,
  }
  const exchangeKey = aKey()
  const exchanges = await Promise.all(
    Array.from({ length: 10 }, () => anna.post('/v2/wallet/exchange', terms, { key: exchangeKey })),
  )
  expect(new Set(exchanges.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(exchanges[0]?.status).toBe('ok')
  expect(await anna.balance('USD')).toBe('80.00')

  expect(await anna.withdraw('11.00', 'USD', { key: withdrawalKey })).toMatchObject({ http: 422, code: 'idempotency_mismatch' })
})

test('a sign-in needs the code that was sent, and ends with sign-out [api-journey-4]', async () => {
  const anna = await aUser(wallet)
  await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone: anna.phone } })
  const code = await readCode(wallet, anna.phone)
  const wrong = code === '0000' ? '0001' : '0000'
  const login = (confirm_code: string) =>
    ask(wallet, 'POST', '/v2/wallet/auth/login', { body: { phone: anna.phone, confirm_code } })
  expect(await login(wrong)).toMatchObject({ http: 422, status: 'error', code: 'code_wrong' })
  const signedIn = await login(code)
  expect(signedIn).toMatchObject({ status: 'ok', has_pin: true })
  expect(await login(code)).toMatchObject({ code: 'code_expired' })
  const token = String(signedIn.auth_token)
  expect(await ask(wallet, 'GET', '/v2/wallet/auth/info', { token })).toMatchObject({ first_name: 'Анна', phone: anna.phone })
  await ask(wallet, 'POST', '/v2/wallet/auth/logout', { token })
  expect(await ask(wallet, 'GET', '/v2/wallet/auth/info', { token })).toMatchObject({ http: 401, code: 'INVALID_TOKEN' })
})

test('a wrong PIN moves nothing and says how many tries are left; too many block it', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  expect(await anna.withdraw('10.00', 'USD', { pin: '0000' })).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
  for (let attempt = 0; attempt < 3; attempt += 1) await anna.withdraw('10.00', 'USD', { pin: '0000' })
  expect(await anna.withdraw('10.00', 'USD', { pin: '0000' })).toMatchObject({ http: 429, code: 'pin_blocked' })
  expect(await anna.withdraw('10.00', 'USD', { pin: PIN })).toMatchObject({ code: 'pin_blocked' })
  expect(await anna.balance('USD')).toBe('100.00')
  wallet.passSeconds(1801)
  expect(await anna.withdraw('10.00', 'USD')).toMatchObject({ status: 'ok' })
})

test('a code to an unknown phone is answered like any other; what is sent opens nothing', async () => {
  const phone = freshPhone()
  expect(await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })).toMatchObject({ http: 200, status: 'ok' })
  expect(await readMessages(wallet, phone)).toMatchObject([{ code: null }])
})

test('a payment that is paid twice over is credited once', async () => {
  const anna = await aUser(wallet)
  const { order } = await anna.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'USD' })
  await Promise.all(Array.from({ length: 5 }, () => decidePayment(wallet, String(order), 'pay')))
  await until(async () => (await anna.state(String(order))) === 'complete')
  expect(await anna.balance('USD')).toBe('70.00')
})

function convert(amount: string, rate: string): string {
  const scaled = (decimal: string): bigint => {
    const [whole = '0', fraction = ''] = decimal.split('.')
    return BigInt(whole + fraction.padEnd(12, '0').slice(0, 12))
  }
  const cents = (scaled(amount) * scaled(rate)) / 10n ** 22n
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}
