import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, aUser, freshPhone, until } from '#tests/builders'
import { ServerProcess } from '#tests/server-process'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const NONE = {
  SMS_PROVIDER: 'none',
  EMAIL_PROVIDER: 'none',
  PAYMENT_PROVIDER: 'none',
  PAYOUT_PROVIDER: 'none',
  MERCHANT_PROVIDER: 'none',
  RATE_PROVIDER: 'none',
  IDENTITY_PROVIDER: 'none',
  PUSH_PROVIDER: 'none',
}

let wallet: TestWallet
let without: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
  without = await startTestWallet(NONE, { databaseUrl: wallet.databaseUrl })
})
afterAll(() => Promise.all([wallet.close(), without.close()]))

test('a wallet without any provider starts, and has no route, page or webhook of the sandbox', async () => {
  expect(await ask(without, 'GET', '/v2/wallet/config')).toMatchObject({ status: 'ok', sandbox: false })
  const routes = without.app.printRoutes({ commonPrefix: false })
  expect(routes).not.toMatch(/sandbox|webhooks/)
  expect(wallet.app.printRoutes({ commonPrefix: false })).toMatch(/sandbox/)
  for (const path of ['/sandbox', '/sandbox/sms', '/webhooks/payments']) {
    expect([path, (await fetch(`${without.url}${path}`)).status]).toEqual([path, 404])
  }
})

test('what needs a provider is told and refused as off, and nothing else', async () => {
  const { switches } = await ask(without, 'GET', '/v2/wallet/config')
  const off = { topup: false, withdrawal: false, exchange: false, kyc: false, qr_payment: false }
  expect(switches).toMatchObject({ ...off, account_create: true, p2p: true })
  const { token, phone } = await aUser(wallet, '10.00 USD')
  const post = (path: string, body?: unknown) => ask(without, 'POST', path, { token, ...(body !== undefined && { body }) })
  expect(await post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })).toMatchObject({ code: 'switched_off' })
  expect(await post('/v2/wallet/identification-level/upgrade')).toMatchObject({ code: 'switched_off' })
  expect(await post('/v2/wallet/accounts', { currency_code: 'EUR' })).toMatchObject({ status: 'ok' })
  expect(await ask(without, 'GET', '/v2/wallet', { token })).toMatchObject({ status: 'ok' })
  // Whoever it belongs to: nobody can be sent anything.
  for (const number of [phone, freshPhone()]) {
    const asked = await ask(without, 'POST', '/v2/wallet/auth/send_code', { body: { phone: number } })
    expect(asked).toMatchObject({ http: 503, code: 'unavailable' })
  }
})

test('one port can use the sandbox while another has nobody', async () => {
  const mixed = await startTestWallet({ PAYOUT_PROVIDER: 'none' }, { databaseUrl: wallet.databaseUrl })
  const { switches, sandbox } = await ask(mixed, 'GET', '/v2/wallet/config')
  expect([sandbox, switches]).toMatchObject([true, { topup: true, withdrawal: false }])
  expect(mixed.app.printRoutes({ commonPrefix: false })).not.toMatch(/webhooks\/payouts/)
  await mixed.close()
})

const ELSEWHERE = { SANDBOX_URL: 'http://127.0.0.1:9/sandbox' }

test('an address of a sandbox that no port uses leads nowhere, and is not told at the start', async () => {
  const server = await ServerProcess.start(wallet.databaseUrl, { ...NONE, ...ELSEWHERE })
  await until(async () => server.said.includes('No provider of'))
  const line = 'No provider of sms, email, payments, payouts, merchants, rates, push, identity: what needs one is off.\n'
  expect(server.said).toMatch(new RegExp(`${line}$`))
  expect(server.said).not.toMatch(/sandbox/i)
  const response = await fetch(`${server.url}/sandbox/sms`, { redirect: 'manual' })
  expect(response.status).toBe(404)
  await server.stop()
})

test('one that a port uses is told at the start, and led to', async () => {
  const server = await ServerProcess.start(wallet.databaseUrl, { ...NONE, ...ELSEWHERE, RATE_PROVIDER: 'sandbox' })
  await until(async () => server.said.includes('SMS inbox'))
  expect(server.said).toContain('Sandbox: no real money moves here.\nSMS inbox: http://127.0.0.1:9/sandbox/sms')
  const response = await fetch(`${server.url}/sandbox/sms`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([307, 'http://127.0.0.1:9/sandbox/sms'])
  await server.stop()
})
