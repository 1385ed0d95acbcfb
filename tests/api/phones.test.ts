import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ask, aUser, freshPhone, readCode, readMessages } from '#tests/builders'
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

  test.each(['79123456701', '+79123456702', '+7 (912) 345-67-03', '74951234567', '78001234567'])(
    'refuses %s, chosen as Kazakhstan or not, and sends nothing [phones-1]',
    async (phone) => {
      expect(await register(wallet, phone)).toMatchObject({ http: 422, code: 'phone_unsupported', field: 'phone' })
      expect(await readMessages(wallet, digitsOf(phone))).toEqual([])
    },
  )

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

  test.each([
    '+7 000 000 00 00',
    '+1 000 000 0000',
    '+1 114 851 2345',
    '+7 104 851 23 45',
    '+62 111 111 111',
    '62628123456789',
    '4343664123456',
  ])('sends nothing to %s, which nobody can have', async (phone) => {
    const refused = { http: 400, code: 'invalid_field', field: 'phone' }
    expect(await register(wallet, phone)).toMatchObject(refused)
    expect(await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })).toMatchObject(refused)
    expect(await readMessages(wallet, digitsOf(phone))).toEqual([])
    const anna = await aUser(wallet)
    expect(await anna.post('/v2/wallet/transfer/recipient', { phone })).toMatchObject({ ...refused, http: 400 })
  })

  test('whoever has a wallet signs in by its number, though no number is like it any more', async () => {
    const anna = await aUser(wallet)
    await wallet.database.run({ name: 'test.number_of_old', text: 'update wallet_user set phone = $2 where phone = $1' }, [
      `+${anna.phone}`,
      '+70001234567',
    ])
    expect(await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone: '70001234567' } })).toMatchObject({
      status: 'ok',
    })
    const body = { phone: '70001234567', confirm_code: await readCode(wallet, '70001234567') }
    expect(await ask(wallet, 'POST', '/v2/wallet/auth/login', { body })).toMatchObject({ status: 'ok' })
  })
})
