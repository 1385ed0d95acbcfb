import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parseDecimal, toDecimal } from '#money/amount'
import { subtract } from '#money/money'
import { type Answer, aKey, aUser, PIN, TestUser } from '#tests/builders'
import { rounds } from '#tests/full-run'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const EXCHANGE = '/v2/wallet/exchange'

async function post(user: TestUser, amount: string, more: object = {}, key?: string): Promise<Answer> {
  const body = await user.exchangeBody(amount, 'USD', 'EUR')
  return user.post(EXCHANGE, { ...body, ...more }, { ...(key && { key }), language: 'en' })
}

/** Somebody who has exchanged all of a hundred dollars and back again: what is left of them is not free any more. */
async function whoHasExchangedAll(): Promise<TestUser> {
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  const euros = await anna.exchange('100.00', 'USD', 'EUR')
  await anna.exchange(euros, 'EUR', 'USD')
  return anna
}

test('the whole balance can be exchanged without the PIN, and no more than that in a day', async () => {
  const anna = await whoHasExchangedAll()
  expect(await post(anna, '10.00')).toMatchObject({
    http: 403,
    code: 'pin_required',
    field: 'pin',
    message: 'Today’s exchanges add up to a large amount. Confirm this one with your PIN',
  })
  const left = await anna.balance('USD')
  expect(await post(anna, '10.00', { pin: PIN })).toMatchObject({ status: 'ok' })
  const rest = subtract(parseDecimal(left, 'USD'), parseDecimal('10.00', 'USD'))
  expect(await anna.balance('USD')).toBe(toDecimal(rest))
  wallet.passSeconds(86_400)
  expect(await post(anna, '10.00')).toMatchObject({ status: 'ok' })
})

test('a large balance can be exchanged without the PIN up to the daily withdrawal limit of the level', async () => {
  const anna = await aUser(wallet, '10000.00 USD', '10000.00 USD', '1.00 EUR')
  expect(await post(anna, '10000.00')).toMatchObject({ status: 'ok' })
  expect(await post(anna, '1.00')).toMatchObject({ code: 'pin_required' })
})

test('a hundred exchanges at once take no more without the PIN than one after the other', async () => {
  const anna = await whoHasExchangedAll()
  const fresh = await aUser(wallet, '100.00 USD', '1.00 EUR')
  const bodies = [await anna.exchangeBody('1.00', 'USD', 'EUR'), await fresh.exchangeBody('1.00', 'USD', 'EUR')]
  const refused = await Promise.all(Array.from({ length: 9 }, () => anna.post(EXCHANGE, bodies[0])))
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['pin_required']))
  const back = await fresh.exchange('60.00', 'USD', 'EUR')
  await fresh.exchange(back, 'EUR', 'USD')
  const answers = await Promise.all(Array.from({ length: 100 }, () => fresh.post(EXCHANGE, bodies[1])))
  expect(answers.filter(({ status }) => status === 'ok').length).toBeLessThanOrEqual(40)
})

test('four exchanges at once over two processes take no more without the PIN than one after the other, in every round', async () => {
  const one = await startTestWallet()
  // With connections and batches of its own, as another process has.
  const other = await startTestWallet({}, { databaseUrl: one.databaseUrl })
  for (let round = 0; round < rounds(50); round += 1) {
    const anna = await aUser(one, '10000.00 USD', '10000.00 USD', '1.00 EUR')
    const elsewhere = new TestUser(other, anna.phone, anna.token)
    const body = await anna.exchangeBody('9000.00', 'USD', 'EUR')
    const answers = await Promise.all([anna, elsewhere, anna, elsewhere].map((person) => person.post(EXCHANGE, body)))
    expect(answers.map(({ code = 'ok' }) => code).sort()).toEqual(['ok', 'pin_required', 'pin_required', 'pin_required'])
  }
  await one.expectTrueBooks()
  await Promise.all([one.close(), other.close()])
})

test('a wrong PIN is counted, is the final answer of its key, and exchanges nothing', async () => {
  const anna = await whoHasExchangedAll()
  const before = await anna.balance('USD')
  const [key, body] = [aKey(), await anna.exchangeBody('10.00', 'USD', 'EUR')]
  const wrong = await anna.post(EXCHANGE, { ...body, pin: '0000' }, { key })
  expect(wrong).toMatchObject({ http: 403, code: 'pin_wrong', attempts_left: 4 })
  expect(await anna.post(EXCHANGE, { ...body, pin: '0000' }, { key })).toEqual(wrong)
  expect(await anna.withdraw('1.00', 'USD', { pin: '0000' })).toMatchObject({ attempts_left: 3 })
  expect(await anna.balance('USD')).toBe(before)
})

test('a request for the PIN is no final answer: the same key can be sent again with the PIN, and exchanges once', async () => {
  const anna = await whoHasExchangedAll()
  const [key, body] = [aKey(), await anna.exchangeBody('10.00', 'USD', 'EUR')]
  expect(await anna.post(EXCHANGE, body, { key })).toMatchObject({ code: 'pin_required' })
  const withPin = { ...body, pin: PIN }
  const done = await anna.post(EXCHANGE, withPin, { key })
  expect(done).toMatchObject({ status: 'ok' })
  expect(await anna.post(EXCHANGE, withPin, { key })).toEqual(done)
})

test('an exchange with the PIN keeps its answer under its key, even after the PIN was changed', async () => {
  const anna = await whoHasExchangedAll()
  const [key, body] = [aKey(), { ...(await anna.exchangeBody('10.00', 'USD', 'EUR')), pin: PIN }]
  const done = await anna.post(EXCHANGE, body, { key })
  expect(done).toMatchObject({ status: 'ok' })
  await anna.post('/v2/wallet/auth/pin/change', { pin_code: PIN, new_pin_code: '7293' })
  expect(await anna.post(EXCHANGE, body, { key })).toEqual(done)
  expect(await anna.withdraw('1.00', 'USD', { pin: '0000' })).toMatchObject({ attempts_left: 4 })
})

test('an impossible exchange is refused before the PIN is checked', async () => {
  const anna = await whoHasExchangedAll()
  for (const pin of [PIN, '0000']) expect(await post(anna, '1000.00', { pin })).toMatchObject({ code: 'insufficient_funds' })
  expect(await anna.withdraw('1.00', 'USD', { pin: '0000' })).toMatchObject({ attempts_left: 4 })
})

test('a person who gives the PIN each time is never stopped, however often they are asked for it in an hour', async () => {
  const anna = await whoHasExchangedAll()
  for (let ask = 0; ask < 12; ask += 1) {
    const [key, body] = [aKey(), await anna.exchangeBody('1.00', 'USD', 'EUR')]
    expect([ask, await anna.post(EXCHANGE, body, { key })]).toMatchObject([ask, { code: 'pin_required' }])
    expect([ask, await anna.post(EXCHANGE, { ...body, pin: PIN }, { key })]).toMatchObject([ask, { status: 'ok' }])
  }
  expect(await anna.told()).not.toContain('exchange is paused')
})

test('after too many exchanges without the PIN, exchanges are stopped for an hour even with it, and the owner is told once', async () => {
  const anna = await whoHasExchangedAll()
  for (let ask = 0; ask < 10; ask += 1) expect(await post(anna, '1.00')).toMatchObject({ code: 'pin_required' })
  expect(await anna.told()).not.toContain('exchange is paused')
  expect(await post(anna, '1.00')).toMatchObject({ code: 'pin_required' })
  expect(await post(anna, '1.00', { pin: PIN })).toMatchObject({
    http: 403,
    code: 'exchange_stopped',
    retry_after: expect.any(Number),
  })
  expect(await post(anna, '1.00')).toMatchObject({ code: 'exchange_stopped' })
  expect((await anna.told()).split('exchange is paused')).toHaveLength(2)
  wallet.passSeconds(3601)
  expect(await post(anna, '1.00', { pin: PIN })).toMatchObject({ status: 'ok' })
})

test('an earlier exchange keeps its answer under its key after exchanges are stopped', async () => {
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  const [key, body] = [aKey(), await anna.exchangeBody('100.00', 'USD', 'EUR')]
  const done = await anna.post(EXCHANGE, body, { key })
  await anna.topUp('100.00', 'USD')
  await anna.exchange('100.00', 'USD', 'EUR')
  await anna.exchange('50.00', 'EUR', 'USD')
  for (let ask = 0; ask < 11; ask += 1) await post(anna, '1.00')
  expect(await post(anna, '1.00')).toMatchObject({ code: 'exchange_stopped' })
  expect(await anna.post(EXCHANGE, body, { key })).toEqual(done)
})
