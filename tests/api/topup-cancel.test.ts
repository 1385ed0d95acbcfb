import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, aKey, ask, aUser, decidePayment, type TestUser, until } from '#tests/builders'
import { rounds } from '#tests/full-run'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const LIFETIME_SECONDS = 600

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ TOPUP_LIFETIME_SECONDS: String(LIFETIME_SECONDS) })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

async function anOrder(person: TestUser): Promise<string> {
  return String((await person.post('/v2/wallet/top-up', { amount: '500.00', currency_code: 'RUB' })).order)
}

function cancel(person: TestUser, order: string, options: { key?: string; language?: string } = {}): Promise<Answer> {
  return person.post('/v2/wallet/top-up/cancel', { order }, options)
}

async function waiting(person: TestUser): Promise<{ order: string; url?: string }[]> {
  return (await person.get('/v2/wallet/top-up/waiting')).results as { order: string; url?: string }[]
}

async function newest(person: TestUser, language = 'ru'): Promise<unknown> {
  return ((await person.get('/v2/wallet/transaction', language)).results as unknown[])[0]
}

test('unpaid orders are listed with their page until they are paid, cancelled or too old, and only to their person', async () => {
  const anna = await aUser(wallet)
  const made = await anna.post('/v2/wallet/top-up', { amount: '500.00', currency_code: 'RUB' })
  const order = String(made.order)
  const [listed, ...others] = (await anna.get('/v2/wallet/top-up/waiting')).results as Record<string, string>[]
  const { id: account_id } = await anna.account('RUB')
  expect(others).toEqual([])
  expect(listed).toMatchObject({
    transaction_id: order,
    order,
    account_id,
    amount: '500.00',
    currency_code: 'RUB',
    url: made.url,
  })
  expect(Date.parse(listed?.expires_at ?? '') - Date.parse(listed?.created_at ?? '')).toBe(LIFETIME_SECONDS * 1000)
  expect(await waiting(await aUser(wallet))).toEqual([])
  expect(await ask(wallet, 'GET', '/v2/wallet/top-up/waiting')).toMatchObject({ http: 401 })
  const [paid, cancelled] = [await anOrder(anna), await anOrder(anna)]
  expect((await waiting(anna)).map((each) => each.order)).toEqual([cancelled, paid, order])
  await decidePayment(wallet, paid, 'pay')
  await cancel(anna, cancelled)
  await until(async () => (await waiting(anna)).length === 1)
  expect((await waiting(anna))[0]?.order).toBe(order)
  wallet.passSeconds(LIFETIME_SECONDS + 1)
  expect(await waiting(anna)).toEqual([])
})

test('a cancelled order has failed, and says so in the person’s language', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  expect(await cancel(anna, order)).toMatchObject({ http: 200, status: 'ok', message: 'Пополнение отменено', order })
  const status = `/v2/wallet/top-up/status?order=${order}`
  expect(await anna.get(status)).toMatchObject({ status: 'failed', message: 'Пополнение отменено', is_cancelled: true })
  expect(await newest(anna)).toMatchObject({ state: 'failed', status: 'отменено', in_balance: false })
  expect(await newest(anna, 'en')).toMatchObject({ state: 'failed', status: 'cancelled' })
  const { operation } = await anna.get(`/v2/wallet/operation?id=${order}`)
  expect((operation as { timeline: { step: string }[] }).timeline.map(({ step }) => step)).toEqual(['asked', 'cancelled'])
  expect(await anna.told()).toMatch(/^Your ₽500\.00 top-up was cancelled/)
})

test('an order is cancelled once: again under its key is the same answer, under another key a refusal', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  const key = aKey()
  const first = await cancel(anna, order, { key })
  expect(await cancel(anna, order, { key })).toEqual(first)
  expect(await cancel(anna, order)).toMatchObject({ http: 409, code: 'order_ended' })
})

test('an order is not cancelled after its time to pay; a cancelled order that is sent again is refused', async () => {
  const anna = await aUser(wallet)
  const old = await anOrder(anna)
  wallet.passSeconds(LIFETIME_SECONDS)
  expect(await cancel(anna, old)).toMatchObject({ http: 409, code: 'order_ended', state: 'expired' })
  const [key, body] = [aKey(), { amount: '500.00', currency_code: 'RUB' }]
  const { order } = await anna.post('/v2/wallet/top-up', body, { key })
  await cancel(anna, String(order))
  expect(await anna.post('/v2/wallet/top-up', body, { key })).toMatchObject({ http: 409, code: 'order_ended' })
})

test('an order that is cancelled while its payment page is being opened leads nobody to that page', async () => {
  const anna = await aUser(wallet)
  // Which is first is left to chance: once is enough.
  for (let tries = 0; tries < 20; tries += 1) {
    const making = anna.post('/v2/wallet/top-up', { amount: '500.00', currency_code: 'RUB' })
    let found: Awaited<ReturnType<typeof waiting>>[number] | undefined
    while (!found) [found] = await waiting(anna)
    expect(await cancel(anna, found.order)).toMatchObject({ http: 200 })
    const made = await making
    if (made.code === 'order_ended') return
    expect(made).toMatchObject({ http: 200 })
    wallet.passSeconds(86_400)
  }
  throw new Error('No order was cancelled while its page was being opened')
})

test('an order of somebody else is unknown and stays open; one that was paid is not cancelled [api-topup-cancel-2]', async () => {
  const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
  const order = await anOrder(anna)
  expect(await cancel(boris, order)).toMatchObject({ http: 404, code: 'order_unknown', field: 'order' })
  expect(await anna.state(order)).toBe('waiting')
  await decidePayment(wallet, order, 'pay')
  await until(async () => (await anna.state(order)) === 'complete')
  const refused = await cancel(anna, order, { language: 'en' })
  expect(refused).toMatchObject({ http: 409, code: 'order_ended', state: 'paid' })
  expect(refused.message).toBe("This top-up has already been paid and can't be cancelled")
  expect(await anna.balance('RUB')).toBe('500.00')
})

test('money that is paid for a cancelled order is credited, once [api-topup-cancel-1]', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  await cancel(anna, order)
  await decidePayment(wallet, order, 'pay')
  await until(async () => (await anna.state(order)) === 'complete')
  await decidePayment(wallet, order, 'pay')
  expect(await anna.balance('RUB')).toBe('500.00')
  expect(await newest(anna)).toMatchObject({ state: 'complete', status: 'выполнено' })
  expect(await cancel(anna, order)).toMatchObject({ code: 'order_ended', state: 'paid' })
})

test('a cancelled order that the provider then declines stays cancelled, and is asked about no more', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  await cancel(anna, order)
  await decidePayment(wallet, order, 'decline')
  const text = 'select next_check_at is null as is_over from topup where operation_id = $1'
  const isOver = async () => (await wallet.database.find<{ is_over: boolean }>({ name: 'test.over', text }, [order]))?.is_over
  await until(async () => (await isOver()) === true)
  expect(await newest(anna)).toMatchObject({ status: 'отменено' })
})

test('an order that is cancelled while it is paid is credited, whichever is first', async () => {
  const anna = await aUser(wallet)
  const count = rounds(50)
  for (let round = 1; round <= count; round += 1) {
    const order = await anOrder(anna)
    const [answer] = await Promise.all([cancel(anna, order), decidePayment(wallet, order, 'pay')])
    expect(answer.http === 200 || answer.code === 'order_ended', JSON.stringify(answer)).toBe(true)
    await until(async () => (await anna.state(order)) === 'complete')
    expect(await anna.balance('RUB')).toBe(`${500 * round}.00`)
  }
})
