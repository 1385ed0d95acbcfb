import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aKey, aUser } from '#tests/builders'
import { type MessageVendor, startMessageVendor } from '#tests/message-vendor'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const ORDERS = '/payments/api/payments'
const REQUISITES = '/payments/api/requisites'
const CHECKS = '/identity/api/checks'
const TOPUP = { amount: '10.00', currency_code: 'USD' }

let log = ''
const lines = (level: 'warn' | 'error'): string[] =>
  log.split('\n').filter((line) => line.includes(`"level":${level === 'warn' ? 40 : 50}`) && line.includes('"msg":"Refused"'))

describe('what a provider does not take', () => {
  let vendor: MessageVendor
  let wallet: TestWallet
  beforeAll(async () => {
    vendor = await startMessageVendor()
    const logTo = {
      write(line: string) {
        log += line
      },
    }
    wallet = await startTestWallet({ SANDBOX_URL: vendor.url, TOPUP_ORDERS_OPEN_MAX: '1' }, { logTo })
  })
  afterEach(async () => {
    vendor.failing.clear()
    log = ''
    await wallet.expectTrueBooks()
  })
  afterAll(async () => {
    await wallet.close()
    await vendor.close()
  })

  test.each([400, 402, 422])(
    'of a top-up (%i) is told by name, has ended the order, and the next may be made at once',
    async (status) => {
      const anna = await aUser(wallet)
      await anna.post('/v2/wallet/accounts', { currency_code: 'USD' })
      vendor.failing.set(ORDERS, status)
      const key = aKey()
      const refused = {
        http: 422,
        code: 'topup_refused',
        field: 'amount',
        message: "Our payment partner didn't accept this top-up. Enter another amount or contact support",
      }
      expect(await anna.post('/v2/wallet/top-up', TOPUP, { key, language: 'en' })).toMatchObject(refused)
      expect([lines('warn').length, lines('error')]).toEqual([1, []])
      expect(await anna.newest()).toMatchObject({ kind: 'topup', state: 'failed', amount: '10.00' })
      // Under its key nobody is asked again, and no open order counts.
      vendor.failing.set(ORDERS, 503)
      expect(await anna.post('/v2/wallet/top-up', TOPUP, { key, language: 'en' })).toMatchObject(refused)
      expect(await anna.post('/v2/wallet/top-up', TOPUP)).toMatchObject({ http: 503, code: 'unavailable' })
    },
  )

  test('of requisites is told by name', async () => {
    const anna = await aUser(wallet)
    await anna.post('/v2/wallet/accounts', { currency_code: 'USD' })
    const { id } = await anna.account('USD')
    vendor.failing.set(REQUISITES, 400)
    const asked = `/v2/wallet/accounts/requisites?account_id=${id}`
    expect(await anna.get(asked)).toMatchObject({ http: 422, code: 'requisites_refused' })
    expect([lines('warn').length, lines('error')]).toEqual([1, []])
  })

  test('of a person to be identified is told by name, and may be asked again', async () => {
    const anna = await aUser(wallet)
    vendor.failing.set(CHECKS, 400)
    const upgrade = () => anna.post('/v2/wallet/identification-level/upgrade', {})
    for (const again of [1, 2]) expect([again, await upgrade()]).toMatchObject([again, { http: 422, code: 'identity_refused' }])
    expect([lines('warn').length, lines('error')]).toEqual([2, []])
    vendor.failing.clear()
    expect(await upgrade()).toMatchObject({ http: 503, code: 'unavailable' })
  })

  test.each([401, 403, 404, 405, 409])(
    'is another thing than that it does not take us (%i): that is unavailable, and a line at error',
    async (status) => {
      const anna = await aUser(wallet)
      await anna.post('/v2/wallet/accounts', { currency_code: 'USD' })
      vendor.failing.set(ORDERS, status)
      expect(await anna.post('/v2/wallet/top-up', TOPUP)).toMatchObject({ http: 503, code: 'unavailable' })
      expect(lines('error')).toHaveLength(1)
      expect(await anna.newest()).toMatchObject({ state: 'pending' })
    },
  )
})

describe('a number that the provider does not take', () => {
  let wallet: TestWallet
  beforeAll(async () => {
    wallet = await startTestWallet()
  })
  afterAll(() => wallet.close())

  test.each([
    ['USD', 'pan', '2200123456010143'],
    ['USDC', 'address', '0x2f0000000000000000000000000000000b0b0143'],
  ] as const)('is told at its field, and costs neither money nor a try of the PIN: %s', async (currency, field, number) => {
    const anna = await aUser(wallet, `50.00 ${currency}`)
    const told = await anna.withdraw('10.00', currency, { [field]: number })
    expect(told).toMatchObject({ http: 422, code: 'destination_refused', field })
    expect(await anna.balance(currency)).toBe('50.00')
    expect((await anna.newest())?.kind).toBe('topup')
  })
})
