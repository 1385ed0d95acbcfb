import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ask, freshPhone, readMessages } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const PERSON = { first_name: 'Anna', last_name: 'Smith', email: 'anna@mail.example' }
const ADDRESS = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
const digitsOf = (phone: string): string => phone.replaceAll(/[^0-9]/g, '')

function register(wallet: TestWallet, phone: string): Promise<Answer> {
  return ask(wallet, 'POST', '/v2/wallet/auth/register', { body: { ...PERSON, ...ADDRESS, phone } })
}

describe('a brand that takes no numbers of Russia', () => {
  let wallet: TestWallet
  beforeAll(async () => {
    wallet = await startTestWallet({ BRAND: 'grok' })
  })
  afterEach(() => wallet.expectTrueBooks())
  afterAll(() => wallet.close())

  test.each([
    '79123456701',
    '+79123456702',
    '+7 (912) 345-67-03',
    '74951234567',
    '78001234567',
    // No country has it; it could be Russia's.
    '71234567890',
  ])('refuses %s, chosen as Kazakhstan or not, and sends nothing [phones-1]', async (phone) => {
    expect(await register(wallet, phone)).toMatchObject({ http: 422, code: 'phone_unsupported', field: 'phone' })
    expect(await readMessages(wallet, digitsOf(phone))).toEqual([])
  })

  test.each(['77012345678', '+7 701 234-56-79', '447911123456', '44791112345', '12125550123'])('takes %s', async (phone) => {
    expect(await register(wallet, phone)).toMatchObject({ status: 'ok' })
    expect(await readMessages(wallet, digitsOf(phone))).toHaveLength(1)
  })
})

describe('a brand that takes every country', () => {
  let wallet: TestWallet
  beforeAll(async () => {
    wallet = await startTestWallet()
  })
  afterEach(() => wallet.expectTrueBooks())
  afterAll(() => wallet.close())

  test('takes numbers of Russia and of Kazakhstan', async () => {
    expect(await register(wallet, freshPhone())).toMatchObject({ status: 'ok' })
    expect(await register(wallet, '77012345678')).toMatchObject({ status: 'ok' })
  })

  test.each(['881612345678', '449098790123', '18005550199'])(
    'sends nothing to %s, at a premium, by satellite or a service’s',
    async (phone) => {
      expect(await register(wallet, phone)).toMatchObject({ http: 422, code: 'phone_unsupported', field: 'phone' })
      expect(await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })).toMatchObject({ status: 'ok' })
      expect(await readMessages(wallet, phone)).toEqual([])
    },
  )

  test.each(['7912345', '7912345678901', '4479111234', '0', 'phone', '+44 7911 12345a', '٧٩١٢٣٤٥٦٧٨٩'])(
    'looks behind the mask: %s is no number [phones-2]',
    async (phone) => {
      expect(await register(wallet, phone)).toMatchObject({ http: 400, code: 'invalid_field', field: 'phone' })
    },
  )
})
