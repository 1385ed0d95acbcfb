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

test('exchanges beyond the limit of simultaneous calls are refused at once; the others, and other calls, complete', async () => {
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

test('while one money call of a person is in progress, their further money calls are refused at once; other people are not', async () => {
  const strict = await startTestWallet({ KEYED_CALLS_PER_PERSON: '1' })
  const [hasty, other] = [await aUser(strict, '100.00 USD', '1.00 EUR'), await aUser(strict, '100.00 USD', '1.00 EUR')]
  const body = await hasty.exchangeBody('1.00', 'USD', 'EUR')
  const answers: Promise<Answer>[] = []
  await strict.database.inTransaction(async (tx) => {
    const text = 'select from account where id = $1 for update'
    await tx.list({ name: 'test.hold_one', text }, [(await hasty.account('USD')).id])
    answers.push(...Array.from({ length: 4 }, () => hasty.post('/v2/wallet/exchange', body)))
    expect(await Promise.race(answers)).toMatchObject({ http: 409, code: 'idempotency_running', retry_after: 1 })
    expect(await hasty.get('/v2/wallet')).toMatchObject({ http: 200 })
    expect(await other.exchange('1.00', 'USD', 'EUR')).not.toBe('0.00')
  })
  expect((await Promise.all(answers)).map(({ http }) => http).sort()).toEqual([200, 409, 409, 409])
  expect(await hasty.balance('USD')).toBe('99.00')
  expect(await hasty.post('/v2/wallet/exchange', body)).toMatchObject({ http: 200 })
  await strict.expectTrueBooks()
  await strict.close()
})
