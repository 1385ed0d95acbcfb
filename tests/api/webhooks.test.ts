import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser, type TestUser, until } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { type Forgery, type PaymentEventData, sendPaymentEvent } from '#tests/vendors'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const tell = (told: PaymentEventData, forge: Forgery = {}) => sendPaymentEvent(wallet, told, forge)

async function anOrder(amount = '70.00'): Promise<{ anna: TestUser; told: PaymentEventData }> {
  const anna = await aUser(wallet)
  const { order } = await anna.post('/v2/wallet/top-up', { amount, currency_code: 'USD' })
  return { anna, told: { order: String(order), status: 'complete', amount, currency: 'USD' } }
}

test('a webhook delivered ten times at once credits once, by the same event and by others [webhooks-1]', async () => {
  const { anna, told } = await anOrder()
  const same = { ...told, eventId: randomUUID() }
  const statuses = await Promise.all(Array.from({ length: 10 }, (_, place) => tell(place % 2 === 0 ? same : told)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await anna.balance('USD')).toBe('70.00')
  expect((await anna.get('/v2/wallet/user/notification')).results).toHaveLength(2)
})

test('a forged, changed, late or unsigned webhook is refused and credits nothing [webhooks-2]', async () => {
  const { anna, told } = await anOrder()
  const forgeries: Parameters<typeof tell>[1][] = [
    { secret: 'another secret' },
    { secondsOff: -301 },
    { secondsOff: 301 },
    { header: null },
    { header: '' },
    { header: 't=1,v1=00' },
    { header: `t=${Math.floor(Date.now() / 1000)},v1=` },
    { change: (body) => body.replace('70.00', '70.01') },
    { change: (body) => `${body} ` },
    { change: (body) => JSON.stringify(JSON.parse(body), null, 1) },
    { change: () => '' },
    { change: () => '{' },
  ]
  for (const forge of forgeries) expect(await tell(told, forge)).toBe(401)
  expect(await anna.state(told.order)).toBe('waiting')
  expect(await anna.balance('USD')).toBe('0.00')
})

test('whatever order the events come in, paid is paid [webhooks-3]', async () => {
  const sequences: PaymentEventData['status'][][] = [
    ['failed', 'complete'],
    ['complete', 'failed'],
    ['pending', 'complete', 'pending', 'failed'],
    ['failed', 'pending', 'failed', 'complete', 'complete'],
  ]
  for (const statuses of sequences) {
    const { anna, told } = await anOrder()
    for (const status of statuses) expect(await tell({ ...told, status })).toBe(200)
    expect([await anna.state(told.order), await anna.balance('USD')]).toEqual(['complete', '70.00'])
  }
})

test('an event that cannot be written down now is refused, so that it comes again [webhooks-4]', async () => {
  const { anna, told } = await anOrder()
  const text = 'select from account join wallet_user on wallet_user.id = user_id where phone = $1 for update'
  await wallet.database.inTransaction(async (tx) => {
    await tx.list({ name: 'test.lock', text }, [`+${anna.phone}`])
    expect(await tell(told)).toBe(503)
  })
  expect(await anna.balance('USD')).toBe('0.00')
  expect(await tell(told)).toBe(200)
  expect(await anna.balance('USD')).toBe('70.00')
})

test.each([
  ['another amount', { amount: '7000.00' }],
  ['a cent less', { amount: '69.99' }],
  ['another currency', { currency: 'EUR' }],
])('%s than ordered credits nobody and opens a case [webhooks-5]', async (_what, differing) => {
  const { anna, told } = await anOrder()
  expect(await tell({ ...told, ...differing })).toBe(200)
  expect(await anna.balance('USD')).toBe('0.00')
  const opened = await wallet.database.find<{ kind: string }>(
    { name: 'test.case', text: 'select kind from operator_case where operation_id = $1' },
    [told.order],
  )
  expect(opened?.kind).toBe('payment_amount_differs')
})

test('money for an order we do not know is credited to nobody and remembered [webhooks-6]', async () => {
  expect(await tell({ order: randomUUID(), status: 'complete', amount: '1.00', currency: 'USD' })).toBe(200)
  expect(await tell({ order: 'not one of ours', status: 'complete', amount: '1.00', currency: 'USD' })).toBe(200)
  const cases = await wallet.database.list({
    name: 'test.cases',
    text: "select id from operator_case where kind = 'payment_without_order'",
  })
  expect(cases).toHaveLength(2)
})

/** Has an order paid at the provider, whose webhooks are all lost. */
async function payUnheard({ order }: PaymentEventData): Promise<void> {
  const text = "update sandbox.payment set outcome = 'complete', decided_at = now() where reference = $1"
  expect(await wallet.database.run({ name: 'test.paid', text }, [order])).toBe(1)
}

test('without any webhook our own question to the provider credits, once', async () => {
  const { anna, told } = await anOrder()
  await payUnheard(told)
  expect(await anna.state(told.order)).toBe('waiting')
  wallet.passSeconds(16)
  await until(async () => (await anna.state(told.order)) === 'complete')
  expect(await anna.balance('USD')).toBe('70.00')
})

test('asking how an order stands never moves money [webhooks-7]', async () => {
  const { anna, told } = await anOrder()
  await payUnheard(told)
  for (let look = 0; look < 50; look += 1) expect(await anna.state(told.order)).toBe('waiting')
  expect(await anna.balance('USD')).toBe('0.00')
})

test('a payment page nobody pays fails after a day, and money that still comes is credited', async () => {
  const { anna, told } = await anOrder()
  wallet.passSeconds(25 * 3600)
  await until(async () => (await anna.state(told.order)) === 'failed')
  expect(await tell(told, { secondsOff: 25 * 3600 })).toBe(200)
  expect(await anna.balance('USD')).toBe('70.00')
})

test('a provider is heard whatever people ask from its address, and people whatever it sends; each has a limit', async () => {
  const limited = await startTestWallet({ REQUESTS_PER_MINUTE: '40', WEBHOOKS_PER_MINUTE: '60' })
  const boris = await aUser(limited)
  const { order } = await boris.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'USD' })
  const told = { order: String(order), status: 'complete', amount: '70.00', currency: 'USD' } as const
  await until(async () => (await boris.get('/v2/wallet/config')).http === 429)
  expect(await sendPaymentEvent(limited, told)).toBe(200)
  const forged = () => sendPaymentEvent(limited, told, { secret: 'another secret' })
  const statuses: number[] = []
  for (let count = 0; count < 70; count += 1) statuses.push(await forged())
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  const balance = 'select balance_minor::text as minor from account join wallet_user on user_id = wallet_user.id where phone = $1'
  const found = await limited.database.list({ name: 'test.balance', text: `${balance} and currency = 'USD'` }, [
    `+${boris.phone}`,
  ])
  expect(found).toEqual([{ minor: '7000' }])
  await limited.expectTrueBooks()
  await limited.close()
  const fresh = await startTestWallet({ WEBHOOKS_PER_MINUTE: '3' })
  for (const expected of [401, 401, 401, 429]) expect(await sendPaymentEvent(fresh, told, { secret: 'x' })).toBe(expected)
  expect(await (await aUser(fresh)).get('/v2/wallet')).toMatchObject({ http: 200 })
  await fresh.close()
})
