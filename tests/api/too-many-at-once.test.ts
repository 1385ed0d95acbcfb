import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, aUser, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
beforeAll(async () => {
  wallet = await startTestWallet({ CALLS_AT_ONCE: '2' })
  anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

test('more exchanges than there are places are refused at once, other calls go on, and what had a place is done', async () => {
  const body = await anna.exchangeBody('1.00', 'USD', 'EUR')
  const answers: Promise<Answer>[] = []
  await wallet.database.inTransaction(async (tx) => {
    await tx.list({ name: 'test.hold', text: "select from account where currency = 'USD' and role = 'user' for update" })
    answers.push(...Array.from({ length: 3 }, () => anna.post('/v2/wallet/exchange', body)))
    expect(await Promise.race(answers)).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
    expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  })
  expect((await Promise.all(answers)).map(({ http }) => http).sort()).toEqual([200, 200, 503])
  expect(await anna.balance('USD')).toBe('98.00')
  expect(await anna.post('/v2/wallet/exchange', body)).toMatchObject({ http: 200 })
})
