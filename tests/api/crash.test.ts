import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/pool'
import { verifyBooks } from '#server/ledger/verify'
import { aKey, aUser, decideIdentity, decidePayment, type TestUser, until } from '#tests/builders'
import { ServerProcess } from '#tests/server-process'
import { createDatabase } from '#tests/test-house'

let server: ServerProcess
let database: Database
beforeAll(async () => {
  const url = await createDatabase()
  server = await ServerProcess.start(url)
  database = openDatabase({ connection: url, connectionsMax: 2, onError: () => undefined })
})
afterEach(async () => {
  const findings = await database.inSnapshot(verifyBooks)
  expect(findings.filter(({ faults }) => faults.length > 0)).toEqual([])
})
afterAll(async () => {
  await server.kill()
  await database.close()
})

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function nothingOpen(user: TestUser): Promise<boolean> {
  const { results } = await user.get('/v2/wallet/transaction')
  return (results as { state: string }[]).every(({ state }) => state !== 'pending')
}

/** How many payouts the provider has for a user's withdrawals, by how they ended. */
async function paidOut(): Promise<number> {
  const row = await database.find<{ count: bigint }>({ name: 'test.paid_out', text: 'select count(*) from sandbox.payout' })
  return Number(row?.count ?? 0n)
}

test('killed while the provider is silent, the wallet keeps the hold and ends the withdrawal as the provider says', async () => {
  const anna = await aUser(server, '100.00 USD')
  const [key, payouts] = [aKey(), await paidOut()]
  const asked = anna.withdraw('40.00', 'USD', { pan: '2200123456780119', key }).catch(() => 'no answer')
  await until(async () => (await anna.balance('USD')) === '60.00')
  await server.kill()
  expect(await asked).toBe('no answer')
  await server.start()
  expect(await anna.balance('USD')).toBe('60.00')
  await until(() => nothingOpen(anna), 25)
  expect(await anna.balance('USD')).toBe('60.00')
  expect(await paidOut()).toBe(payouts + 1)
  expect(await anna.withdraw('40.00', 'USD', { pan: '2200123456780119', key })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('60.00')
}, 60_000)

test('killed at any moment of a withdrawal, nothing is lost and nothing happens twice', async () => {
  const anna = await aUser(server, '1000.00 USD')
  const payouts = await paidOut()
  const delays = [5, 20, 35, 50, 65, 80, 100, 130]
  for (const delay of delays) {
    const key = aKey()
    const asked = anna.withdraw('10.00', 'USD', { key }).catch(() => undefined)
    await pause(delay)
    await server.kill()
    await asked
    await server.start()
    const again = await anna.withdraw('10.00', 'USD', { key })
    expect(['ok', 'pending']).toContain(again.status)
  }
  await until(() => nothingOpen(anna), 20)
  expect(await anna.balance('USD')).toBe('920.00')
  expect(await paidOut()).toBe(payouts + delays.length)
}, 90_000)

test('killed at any moment of a withdrawal to a recipient of before, it is paid once', async () => {
  const anna = await aUser(server, '1000.00 USD')
  await anna.withdraw('10.00', 'USD')
  const [recipient] = await anna.recipients()
  const payouts = await paidOut()
  const delays = [5, 30, 60, 100]
  for (const delay of delays) {
    const [key, to] = [aKey(), { recipient: recipient?.id ?? '' }]
    const asked = anna.withdraw('10.00', 'USD', { key, ...to }).catch(() => undefined)
    await pause(delay)
    await server.kill()
    await asked
    await server.start()
    const again = await anna.withdraw('10.00', 'USD', { key, ...to })
    expect(['ok', 'pending']).toContain(again.status)
  }
  await until(() => nothingOpen(anna), 20)
  expect(await anna.balance('USD')).toBe('950.00')
  expect(await paidOut()).toBe(payouts + delays.length)
  expect(await anna.recipients()).toMatchObject([{ masked: '••\u00a04821' }])
}, 90_000)

test('killed at any moment of a top-up, a payment is credited once', async () => {
  const anna = await aUser(server)
  const delays = [3, 10, 20, 40]
  for (const delay of delays) {
    const key = aKey()
    const body = { amount: '10.00', currency_code: 'USD' }
    const asked = anna.post('/v2/wallet/top-up', body, { key }).catch(() => undefined)
    await pause(delay)
    await server.kill()
    await asked
    await server.start()
    const { order, status } = await anna.post('/v2/wallet/top-up', body, { key })
    expect(status).toBe('ok')
    const paid = decidePayment(server, String(order), 'pay').catch(() => undefined)
    await pause(delay)
    await server.kill()
    await paid
    await server.start()
    await decidePayment(server, String(order), 'pay')
    await until(async () => (await anna.state(String(order))) === 'complete', 20)
  }
  expect(await anna.balance('USD')).toBe('40.00')
  expect((await anna.get('/v2/wallet/transaction')).results).toHaveLength(delays.length)
}, 90_000)

test('killed at any moment of an upgrade, one identification is begun and its page works', async () => {
  const upgrade = '/v2/wallet/identification-level/upgrade'
  for (const delay of [2, 6, 12, 25]) {
    const anna = await aUser(server)
    const asked = anna.post(upgrade).catch(() => undefined)
    await pause(delay)
    await server.kill()
    await asked
    await server.start()
    const { verification_url } = await anna.post(upgrade)
    expect(await decideIdentity(verification_url, 'approve')).toBe(200)
    await until(async () => {
      const { identification_level } = await anna.get('/v2/wallet/auth/info', 'en')
      return (identification_level as { name: string }).name === 'full'
    }, 20)
  }
  const begun = await database.list<{ count: bigint }>({
    name: 'test.begun',
    text: 'select count(*) from identification group by user_id',
  })
  expect(begun.map(({ count }) => count)).toEqual([1n, 1n, 1n, 1n])
}, 90_000)

test('killed in the middle of an exchange, its key tells afterwards what became of it', async () => {
  const anna = await aUser(server, '100.00 USD')
  for (const delay of [1, 4, 8, 12]) {
    const rate = await anna.rate('USD', 'USDC')
    await anna.post('/v2/wallet/accounts', { currency_code: 'USDC' })
    const body = {
      from_account_id: (await anna.account('USD')).id,
      to_account_id: (await anna.account('USDC')).id,
      from_amount: '10.00',
      to_amount: cents(rate.quantity_out),
      rate_id: rate.id,
    }
    const key = aKey()
    const asked = anna.post('/v2/wallet/exchange', body, { key }).catch(() => undefined)
    await pause(delay)
    await server.kill()
    await asked
    await server.start()
    expect(await anna.post('/v2/wallet/exchange', body, { key })).toMatchObject({ status: 'ok' })
  }
  expect(await anna.balance('USD')).toBe('60.00')
}, 60_000)

/** What ten units give at a rate below ten, rounded down to the cent. */
function cents(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const digits = (BigInt(whole + fraction.padEnd(12, '0')) * 10n) / 10n ** 10n
  return `${digits / 100n}.${(digits % 100n).toString().padStart(2, '0')}`
}
