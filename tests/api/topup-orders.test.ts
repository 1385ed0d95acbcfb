import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, aKey, aUser, decidePayment, type TestUser, until } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const OPEN_MAX = 3
let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ TOPUP_ORDERS_OPEN_MAX: String(OPEN_MAX) })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

function order(person: TestUser, currency_code: string, options: { key?: string; language?: string } = {}): Promise<Answer> {
  return person.post('/v2/wallet/top-up', { amount: '100.00', currency_code }, options)
}

test('of many top-ups ordered at once in several currencies only so many are open, and the others are refused in words', async () => {
  const anna = await aUser(wallet, '100.00 RUB', '10.00 USD')
  const answers = await Promise.all(Array.from({ length: 12 }, (_, place) => order(anna, place % 2 === 0 ? 'RUB' : 'USD')))
  const refused = answers.filter(({ http }) => http !== 200)
  expect(answers.length - refused.length).toBe(OPEN_MAX)
  for (const answer of refused) expect(answer).toMatchObject({ http: 409, code: 'topup_orders_max', max: OPEN_MAX })
  expect(refused[0]?.message).toMatch(/^У\sвас слишком много неоплаченных пополнений/)
  expect((await order(anna, 'RUB', { language: 'en' })).message).toMatch(/^You have too many unpaid top-ups/)
  expect(await order(await aUser(wallet, '100.00 RUB'), 'RUB')).toMatchObject({ http: 200 })
})

test('an order that is paid or declined makes room for another, and what was refused may be asked again under its key', async () => {
  const anna = await aUser(wallet, '100.00 RUB')
  const key = aKey()
  const orders: string[] = []
  for (let count = 0; count < OPEN_MAX; count += 1) orders.push(String((await order(anna, 'RUB')).order))
  expect(await order(anna, 'RUB', { key })).toMatchObject({ code: 'topup_orders_max' })
  await decidePayment(wallet, orders[0] ?? '', 'pay')
  await until(async () => (await order(anna, 'RUB', { key })).http === 200)
  expect(await order(anna, 'RUB')).toMatchObject({ code: 'topup_orders_max' })
  await decidePayment(wallet, orders[1] ?? '', 'decline')
  await until(async () => (await order(anna, 'RUB', { key: aKey() })).http === 200)
  // The answer of a key is kept, whatever is open by now.
  expect(await order(anna, 'RUB', { key })).toMatchObject({ http: 200 })
})

test('cancelled orders make room for others on the next day only', async () => {
  const anna = await aUser(wallet)
  for (let count = 0; count < OPEN_MAX; count += 1) {
    const { order: made } = await order(anna, 'RUB')
    expect(await anna.post('/v2/wallet/top-up/cancel', { order: made })).toMatchObject({ http: 200 })
  }
  expect(await order(anna, 'RUB')).toMatchObject({ code: 'topup_orders_max' })
  wallet.passSeconds(86_400)
  expect(await order(anna, 'RUB')).toMatchObject({ http: 200 })
})

test('an order is described by its method, and without one as a top-up of the account; an unknown method is refused', async () => {
  const anna = await aUser(wallet)
  const described = async (method?: unknown): Promise<unknown> => {
    const made = await anna.post('/v2/wallet/top-up', {
      amount: '100.00',
      currency_code: 'RUB',
      ...(method !== undefined && { method }),
    })
    if (made.http !== 200) return made
    return ((await anna.get('/v2/wallet/transaction', 'ru')).results as { description: string }[])[0]?.description
  }
  expect([await described(), await described('sbp'), await described('card')]).toEqual(['Пополнение счета', 'СБП', 'Карта'])
  expect(await described('cash')).toMatchObject({ http: 400, code: 'invalid_field', field: 'method' })
})
