import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CALLS } from '#contract/calls'
import { aKey, ask, aUser, until } from '#tests/builders'
import {
  expectToldAsRunning,
  KEYED,
  type KeyedCall,
  sendKeyed,
  stateOf,
  whileAccountsAreHeld,
  whileProviderIsAway,
  whileWrongPinsAreNotWritten,
} from '#tests/keyed-calls'
import { operate } from '#tests/operator'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

// Every fact about every call that takes a key, each by a person of its own; idempotency.test.ts has of each call what goes wrong most easily.

// Requests of an address within a minute: more than are made here, and so few that they are soon made.
const REQUESTS_MANY = 4000
const REQUESTS_FEW = 20

let wallet: TestWallet
/** Another process on the same database, which lets an address ask less often. */
let stricter: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ REQUESTS_PER_MINUTE: String(REQUESTS_MANY), PROVIDER_TIMEOUT_MS: '6000' })
  const settings = { REQUESTS_PER_MINUTE: String(REQUESTS_FEW), TRUSTED_PROXIES: '1' }
  stricter = await startTestWallet(settings, { databaseUrl: wallet.databaseUrl })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => Promise.all([stricter.close(), wallet.close()]))

const NAMES = Object.keys(KEYED) as KeyedCall[]

describe.each(NAMES)('%s', (name) => {
  const { feature, right, refused, malformed, wrongPin, vendorTable } = KEYED[name]
  const { path } = CALLS[name]
  const aPerson = () => aUser(wallet, '100.00 USD', '1.00 EUR')

  test('sent again, at once or later, it has one effect and one answer', async () => {
    const anna = await aPerson()
    const [body, key] = [await right(anna, wallet), aKey()]
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => sendKeyed(name, anna, body, key)))
    expect(answers[0]).toMatchObject({ http: 200, status: 'ok' })
    const done = await stateOf(anna)
    answers.push(await sendKeyed(name, anna, body, key))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await stateOf(anna)).toEqual(done)
  })

  test('with another body, or by another call, under the same key it is refused', async () => {
    const anna = await aPerson()
    const key = aKey()
    expect(await sendKeyed(name, anna, await right(anna, wallet), key)).toMatchObject({ status: 'ok' })
    const done = await stateOf(anna)
    expect(await sendKeyed(name, anna, await refused(anna, wallet), key)).toMatchObject({
      http: 422,
      code: 'idempotency_mismatch',
    })
    const other = name === 'topup' ? '/v2/wallet/accounts' : '/v2/wallet/top-up'
    const body = name === 'topup' ? { currency_code: 'JPY' } : { amount: '6.00', currency_code: 'USD' }
    expect(await anna.post(other, body, { key })).toMatchObject({ http: 422, code: 'idempotency_mismatch' })
    expect(await stateOf(anna)).toEqual(done)
  })

  test('a rule’s refusal is kept, whatever has changed meanwhile', async () => {
    const anna = await aPerson()
    const [body, key] = [await refused(anna, wallet), aKey()]
    const first = await sendKeyed(name, anna, body, key)
    expect(first).toMatchObject({
      status: 'error',
      code: expect.stringMatching(
        /^(insufficient_funds|amount_min|account_exists|currency_unsupported|pin_wrong|transfer_unknown|request_unknown|order_unknown)$/,
      ),
    })
    await anna.topUp('50.00', 'USD')
    expect(await sendKeyed(name, anna, body, key)).toEqual(first)
    expect(await sendKeyed(name, anna, await right(anna, wallet), key)).toMatchObject({ code: 'idempotency_mismatch' })
  })

  test('what was malformed is not kept', async () => {
    const anna = await aPerson()
    const key = aKey()
    expect(await sendKeyed(name, anna, malformed, key)).toMatchObject({ http: 400 })
    expect(await sendKeyed(name, anna, await right(anna, wallet), key)).toMatchObject({ status: 'ok' })
  })

  if (feature !== undefined) {
    test('nor that it was switched off', async () => {
      const anna = await aPerson()
      const [body, key] = [await right(anna, wallet), aKey()]
      const change = async (state: 'on' | 'off') => {
        const words = ['flags', state, feature, '--yes']
        expect(await operate({ DATABASE_URL: wallet.databaseUrl }, words)).toMatchObject({ code: 0 })
        const isOn = async () => ((await ask(wallet, 'GET', '/v2/wallet/config')).switches as Record<string, boolean>)[feature]
        await until(async () => (await isOn()) === (state === 'on'))
      }
      await change('off')
      expect(await sendKeyed(name, anna, body, key)).toMatchObject({ http: 403, code: 'switched_off' })
      await change('on')
      expect(await sendKeyed(name, anna, body, key)).toMatchObject({ status: 'ok' })
    })
  }

  test('nor that too much was asked for from an address', async () => {
    const anna = await aPerson()
    const [body, key] = [await right(anna, wallet), aKey()]
    const place = NAMES.indexOf(name)
    const from = (address: string) =>
      ask(stricter, 'POST', path, { body, key, token: anna.token, headers: { 'x-forwarded-for': address } })
    const busy = `10.0.0.${place}`
    const ping = () =>
      fetch(`${stricter.url}/v2/wallet/config`, { headers: { 'x-forwarded-for': busy } }).then(({ status }) => status)
    expect(new Set(await Promise.all(Array.from({ length: REQUESTS_FEW }, ping)))).toEqual(new Set([200]))
    expect(await from(busy)).toMatchObject({ http: 429, code: 'too_many_requests' })
    expect(await from(`10.0.1.${place}`)).toMatchObject({ status: 'ok' })
  })

  test('nor that the database did not answer in time', async () => {
    const anna = await aPerson()
    const [body, key] = [await right(anna, wallet), aKey()]
    await whileAccountsAreHeld(wallet, async () =>
      expect(await sendKeyed(name, anna, body, key)).toMatchObject({ http: 503, code: 'busy', retry_after: 1 }),
    )
    expect(await sendKeyed(name, anna, body, key)).toMatchObject({ status: 'ok' })
  })

  if (wrongPin) {
    test('nor a wrong PIN that could not be written down, which costs no try', async () => {
      const anna = await aPerson()
      const [body, key] = [await wrongPin(anna, wallet), aKey()]
      await whileWrongPinsAreNotWritten(wallet, async () =>
        expect(await sendKeyed(name, anna, body, key)).toMatchObject({ http: 503, code: 'busy', retry_after: 1 }),
      )
      const wrong = await sendKeyed(name, anna, body, key)
      expect(wrong).toMatchObject({ http: 403, code: 'pin_wrong', attempts_left: 4 })
      expect(await sendKeyed(name, anna, body, key)).toEqual(wrong)
    })
  }

  if (vendorTable !== undefined) {
    test('nor that its provider was away: sent again it is done once', async () => {
      const anna = await aPerson()
      const [body, key] = [await right(anna, wallet), aKey()]
      await whileProviderIsAway(wallet, vendorTable, async () => {
        for (const again of [1, 2])
          expect([again, await sendKeyed(name, anna, body, key)]).toMatchObject([again, { http: 503, code: 'unavailable' }])
      })
      const done = await sendKeyed(name, anna, body, key)
      expect(done).toMatchObject({ status: 'ok' })
      const after = await stateOf(anna)
      expect(await sendKeyed(name, anna, body, key)).toEqual(done)
      expect(await stateOf(anna)).toEqual(after)
    })

    if (wrongPin) {
      test('nor a wrong PIN that was not looked at as its provider was away', async () => {
        const anna = await aPerson()
        const [body, key] = [await wrongPin(anna, wallet), aKey()]
        await whileProviderIsAway(wallet, vendorTable, async () =>
          expect(await sendKeyed(name, anna, body, key)).toMatchObject({ http: 503, code: 'unavailable' }),
        )
        expect(await sendKeyed(name, anna, body, key)).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
      })
    }
  }
})

test('a payment that is still under way when it is sent again is waited for, then told as running', () =>
  expectToldAsRunning(wallet, 'payment'))
