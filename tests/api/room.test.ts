import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser } from '#tests/builders'
import { operate } from '#tests/operator'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const MOST = '999999999999.00'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
  const words = ['limits', 'set', 'basic', 'USD', '--topup-max', MOST, '--yes']
  expect(await operate({ DATABASE_URL: wallet.databaseUrl }, words)).toMatchObject({ code: 0, complaint: '' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

test('an account that is full takes neither a top-up nor an exchange, and what it has may go out [room-1]', async () => {
  const anna = await aUser(wallet, `${MOST} USD`, '1000.00 RUB')
  const FULL = { http: 422, code: 'balance_max' }
  expect(await anna.post('/v2/wallet/top-up', { amount: '2.00', currency_code: 'USD' })).toMatchObject({
    ...FULL,
    field: 'amount',
  })
  expect(await anna.post('/v2/wallet/exchange', await anna.exchangeBody('500.00', 'RUB', 'USD'))).toMatchObject(FULL)
  expect([await anna.balance('USD'), await anna.balance('RUB')]).toEqual([MOST, '1000.00'])
  expect(await anna.withdraw('10.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await anna.post('/v2/wallet/top-up', { amount: '2.00', currency_code: 'USD' })).toMatchObject({ status: 'ok' })
})
