import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, aKey, aUser, type TestUser } from '#tests/builders'
import {
  type Body,
  expectToldAsRunning,
  KEYED,
  KEYED_IN_CONTRACT,
  type KeyedCall,
  sendKeyed,
  stateOf,
  whileAccountsAreHeld,
  whileProviderIsAway,
  whileWrongPinsAreNotWritten,
} from '#tests/keyed-calls'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

// Of each call that takes a key what goes wrong most easily, by one person; idempotency.full.test.ts has every fact of each.

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ PROVIDER_TIMEOUT_MS: '6000' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const MISMATCH = { http: 422, code: 'idempotency_mismatch' }

test('every call that takes a key is tested here', () => {
  expect(new Set(Object.keys(KEYED))).toEqual(new Set(KEYED_IN_CONTRACT))
})

describe.each(Object.keys(KEYED) as KeyedCall[])('%s', (name) => {
  const { needs = [], right, refused, malformed } = KEYED[name]

  test('a request sent again, at once or later, has one effect and one answer; its key refuses another body or call [api-idempotency-1]', async () => {
    const anna = await aUser(wallet, ...needs)
    const [body, key] = [await right(anna, wallet), aKey()]
    const send = (): Promise<Answer> => sendKeyed(name, anna, body, key)
    // What was malformed leaves the key as it was.
    expect(await sendKeyed(name, anna, malformed, key)).toMatchObject({ http: 400 })
    const [first, ...others] = await Promise.all([send(), send(), send()])
    expect(first).toMatchObject({ http: 200, status: 'ok' })
    const done = await stateOf(anna)
    expect([...others, await send()]).toEqual([first, first, first])
    expect(await sendKeyed(name, anna, await refused(anna, wallet), key)).toMatchObject(MISMATCH)
    const [other, otherBody] =
      name === 'topup'
        ? (['openAccount', { currency_code: 'JPY' }] as const)
        : (['topup', { amount: '6.00', currency_code: 'USD' }] as const)
    expect(await sendKeyed(other, anna, otherBody, key)).toMatchObject(MISMATCH)
    expect(await stateOf(anna)).toEqual(done)
  })
})

test('of several bodies at once under one key one has an effect, and the others are refused', async () => {
  const anna = await aUser(wallet)
  const key = aKey()
  const open = (currency_code: string) => anna.post('/v2/wallet/accounts', { currency_code }, { key })
  const answers = await Promise.all([open('GBP'), open('IDR'), open('EUR')])
  expect(answers.map(({ code, status }) => code ?? status).sort()).toEqual(['idempotency_mismatch', 'idempotency_mismatch', 'ok'])
  expect(await anna.accounts()).toHaveLength(3)
})

test('a withdrawal sent again while its first request runs waits for it, and is then answered as running', () =>
  expectToldAsRunning(wallet, 'withdrawal'))

describe('for a withdrawal', () => {
  const { right, refused } = KEYED.withdrawal
  const send = (anna: TestUser, body: Body, key: string): Promise<Answer> => sendKeyed('withdrawal', anna, body, key)

  test('a refusal by a rule is kept, even if the facts have changed since', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const [body, key] = [await refused(anna, wallet), aKey()]
    const first = await send(anna, body, key)
    expect(first).toMatchObject({ http: 422, code: 'insufficient_funds' })
    await anna.topUp('50.00', 'USD')
    expect(await send(anna, body, key)).toEqual(first)
  })

  test('an outage of the provider or the database is not kept: the next try has its effect once', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const [body, key] = [await right(anna, wallet), aKey()]
    await whileProviderIsAway(wallet, 'destination', async () =>
      expect(await send(anna, body, key)).toMatchObject({ http: 503, code: 'unavailable' }),
    )
    await whileAccountsAreHeld(wallet, async () =>
      expect(await send(anna, body, key)).toMatchObject({ http: 503, code: 'busy', retry_after: 1 }),
    )
    const done = await send(anna, body, key)
    expect(done).toMatchObject({ status: 'ok' })
    expect(await send(anna, body, key)).toEqual(done)
    expect(await anna.balance('USD')).toBe('90.00')
  })

  test('a wrong PIN that could not be stored is not kept, and costs no try', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const [body, key] = [{ ...(await right(anna, wallet)), pin: '0000' }, aKey()]
    await whileWrongPinsAreNotWritten(wallet, async () =>
      expect(await send(anna, body, key)).toMatchObject({ http: 503, code: 'busy', retry_after: 1 }),
    )
    const wrong = await send(anna, body, key)
    expect(wrong).toMatchObject({ http: 403, code: 'pin_wrong', attempts_left: 4 })
    expect(await send(anna, body, key)).toEqual(wrong)
  })
})
