import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CALLS } from '#contract/calls'
import { openDatabase } from '#server/db/pool'
import { type Answer, aKey, ask, aUser, PIN, type TestUser, until } from '#tests/builders'
import { operate } from '#tests/operator'
import { aShopOrder, quoteOf } from '#tests/shop'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

// Requests of an address within a minute: more than are made here, and so few that they are soon made.
const REQUESTS_MANY = 4000
const REQUESTS_FEW = 20
const PAN = '2200123456784821'
const NEW_PIN = '7293'

let wallet: TestWallet
/** Another process on the same database, which lets an address ask less often. */
let stricter: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ REQUESTS_PER_MINUTE: String(REQUESTS_MANY) })
  const settings = { REQUESTS_PER_MINUTE: String(REQUESTS_FEW), TRUSTED_PROXIES: '1' }
  stricter = await startTestWallet(settings, { databaseUrl: wallet.databaseUrl })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => Promise.all([stricter.close(), wallet.close()]))

type Body = Readonly<Record<string, unknown>>

interface KeyedCall {
  /** Its feature flag, if it has one. */
  readonly feature?: string
  /** A request that succeeds, by somebody with 100.00 USD and an EUR account. */
  readonly right: (anna: TestUser) => Promise<Body>
  /** One that a rule refuses. */
  readonly refused: (anna: TestUser) => Promise<Body>
  readonly malformed: Body
  /** One with a PIN that is wrong, where it takes one. */
  readonly wrongPin?: (anna: TestUser) => Promise<Body>
  /** Whose account is locked, where it is not the person’s own. */
  readonly payer?: () => string
  /** The sandbox’s table without which its provider is away, where it needs one. */
  readonly vendorTable?: string
}

/** A payment of so much to a seller. */
async function aPaymentOf(anna: TestUser, amount: string, pin = PIN): Promise<Body> {
  const { code } = await aShopOrder(wallet, { format: 'pix', amount })
  return { quote_id: (await quoteOf(anna, code)).quote_id, account_id: (await anna.account('USD')).id, pin }
}

/** What waits for somebody with a protection code, 4711, and who has sent it. */
async function waitingFor(anna: TestUser): Promise<{ transaction_id: string; sender: TestUser }> {
  const sender = await aUser(wallet, '10.00 USD')
  const sent = await sender.send('1.00', 'USD', { phone: anna.phone }, { protection_code: '4711' })
  return { transaction_id: String(sent.transaction_id), sender }
}
/** Who has sent, or asked for, what was declined last. */
let payer = ''

/** A request of somebody for money, of another or by a link. */
async function aRequestOf(maker: TestUser, of?: TestUser): Promise<{ request_id: string }> {
  const terms = { account_id: (await maker.account('USD')).id, ...(of && { to: { phone: of.phone } }) }
  return { request_id: ((await maker.post('/v2/wallet/request', terms)).request as { id: string }).id }
}

/** A transfer of so much to somebody. */
async function aTransferOf(anna: TestUser, amount: string, pin = PIN): Promise<Body> {
  const { phone } = await aUser(wallet)
  return { from_account_id: (await anna.account('USD')).id, to: { phone }, amount, pin }
}

/** Every call that takes an Idempotency-Key. */
const KEYED: Readonly<Record<string, KeyedCall>> = {
  exchange: {
    feature: 'exchange',
    right: (anna) => anna.exchangeBody('10.00', 'USD', 'EUR'),
    refused: (anna) => anna.exchangeBody('100.01', 'USD', 'EUR'),
    malformed: { from_amount: 1 },
    wrongPin: async (anna) => ({ ...(await anna.exchangeBody('10.00', 'USD', 'EUR')), pin: '0000' }),
  },
  topup: {
    feature: 'topup',
    right: () => Promise.resolve({ amount: '5.00', currency_code: 'USD' }),
    refused: () => Promise.resolve({ amount: '0.01', currency_code: 'USD' }),
    malformed: { amount: '5.00' },
    vendorTable: 'payment',
  },
  withdrawal: {
    feature: 'withdrawal',
    right: () => Promise.resolve({ amount: '10.00', currency_code: 'USD', pin: PIN, pan: PAN }),
    refused: () => Promise.resolve({ amount: '100.01', currency_code: 'USD', pin: PIN, pan: PAN }),
    malformed: { amount: '10.00', currency_code: 'USD', pin: PIN, pan: PAN, address: '0x' },
    wrongPin: () => Promise.resolve({ amount: '10.00', currency_code: 'USD', pin: '0000', pan: PAN }),
    vendorTable: 'destination',
  },
  // Its provider is asked after the money is held.
  payment: {
    feature: 'qr_payment',
    right: (anna) => aPaymentOf(anna, '10.00'),
    refused: (anna) => aPaymentOf(anna, '100.01'),
    malformed: { quote_id: 1 },
    wrongPin: (anna) => aPaymentOf(anna, '10.00', '0000'),
  },
  transfer: {
    feature: 'p2p',
    right: (anna) => aTransferOf(anna, '10.00'),
    refused: (anna) => aTransferOf(anna, '100.01'),
    malformed: { amount: 1 },
    wrongPin: (anna) => aTransferOf(anna, '10.00', '0000'),
  },
  receiveTransfer: {
    right: async (anna) => ({ transaction_id: (await waitingFor(anna)).transaction_id, protection_code: '4711' }),
    refused: () => Promise.resolve({ transaction_id: aKey() }),
    malformed: { transaction_id: 1 },
  },
  declineTransfer: {
    async right(anna) {
      const { transaction_id, sender } = await waitingFor(anna)
      payer = sender.phone
      return { transaction_id }
    },
    refused: () => Promise.resolve({ transaction_id: aKey() }),
    malformed: { transaction_id: 1 },
    payer: () => payer,
  },
  takeBackTransfer: {
    async right(anna) {
      const sent = await anna.send('1.00', 'USD', { phone: (await aUser(wallet)).phone }, { protection_code: '4711' })
      return { transaction_id: sent.transaction_id }
    },
    refused: () => Promise.resolve({ transaction_id: aKey() }),
    malformed: { transaction_id: 1 },
  },
  makeRequest: {
    feature: 'p2p',
    right: async (anna) => ({ account_id: (await anna.account('USD')).id, amount: '10.00' }),
    refused: async (anna) => ({ account_id: (await anna.account('USD')).id, amount: '0.01' }),
    malformed: { account_id: 1 },
  },
  withdrawRequest: {
    right: (anna) => aRequestOf(anna),
    refused: () => Promise.resolve({ request_id: aKey() }),
    malformed: { request_id: 1 },
  },
  declineRequest: {
    async right(anna) {
      const maker = await aUser(wallet, '10.00 USD')
      payer = maker.phone
      return aRequestOf(maker, anna)
    },
    refused: () => Promise.resolve({ request_id: aKey() }),
    malformed: { request_id: 1 },
    payer: () => payer,
  },
  openAccount: {
    feature: 'account_create',
    right: () => Promise.resolve({ currency_code: 'GBP' }),
    refused: () => Promise.resolve({ currency_code: 'USD' }),
    malformed: { currency_code: 1 },
  },
  setRateAlert: {
    right: () => Promise.resolve({ from_currency: 'USD', to_currency: 'RUB', rate: '60' }),
    refused: () => Promise.resolve({ from_currency: 'USD', to_currency: 'THB', rate: '60' }),
    malformed: { from_currency: 'USD', to_currency: 'RUB', rate: '-60' },
  },
  changePin: {
    right: () => Promise.resolve({ pin_code: PIN, new_pin_code: NEW_PIN }),
    refused: () => Promise.resolve({ pin_code: '0000', new_pin_code: NEW_PIN }),
    malformed: { pin_code: PIN },
    wrongPin: () => Promise.resolve({ pin_code: '0000', new_pin_code: NEW_PIN }),
  },
}

test('every call that takes a key is here', () => {
  const keyed = Object.entries(CALLS).flatMap(([name, call]) => ('idempotent' in call ? [name] : []))
  expect(new Set(Object.keys(KEYED))).toEqual(new Set(keyed))
})

const run = (text: string) => wallet.database.run({ name: `test.${text.slice(0, 50)}`, text })

/** What a person has and has done, as far as a call could change it. */
async function stateOf(anna: TestUser): Promise<unknown> {
  return [await anna.accounts(), (await anna.get('/v2/wallet/transaction')).results, await anna.told()]
}

describe.each(Object.keys(KEYED))('%s', (name) => {
  const { feature, right, refused, malformed, wrongPin, vendorTable, payer: payerOf } = KEYED[name] as KeyedCall
  const { path } = Object.entries(CALLS).find(([known]) => known === name)?.[1] ?? { path: '' }
  const send = (anna: TestUser, body: Body, key: string): Promise<Answer> => anna.post(path, body, { key })
  const aPerson = () => aUser(wallet, '100.00 USD', '1.00 EUR')

  test('sent again, at once or later, it has one effect and one answer [api-idempotency-1]', async () => {
    const anna = await aPerson()
    const [body, key] = [await right(anna), aKey()]
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(anna, body, key)))
    expect(answers[0]).toMatchObject({ http: 200, status: 'ok' })
    const done = await stateOf(anna)
    answers.push(await send(anna, body, key))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await stateOf(anna)).toEqual(done)
  })

  test('with another body, or by another call, under the same key it is refused [api-idempotency-2]', async () => {
    const anna = await aPerson()
    const key = aKey()
    expect(await send(anna, await right(anna), key)).toMatchObject({ status: 'ok' })
    const done = await stateOf(anna)
    expect(await send(anna, await refused(anna), key)).toMatchObject({ http: 422, code: 'idempotency_mismatch' })
    const other = name === 'topup' ? '/v2/wallet/accounts' : '/v2/wallet/top-up'
    const body = name === 'topup' ? { currency_code: 'JPY' } : { amount: '6.00', currency_code: 'USD' }
    expect(await anna.post(other, body, { key })).toMatchObject({ http: 422, code: 'idempotency_mismatch' })
    expect(await stateOf(anna)).toEqual(done)
  })

  test('a rule’s refusal is kept, whatever has changed meanwhile', async () => {
    const anna = await aPerson()
    const [body, key] = [await refused(anna), aKey()]
    const first = await send(anna, body, key)
    expect(first).toMatchObject({
      status: 'error',
      code: expect.stringMatching(
        /^(insufficient_funds|amount_min|account_exists|currency_unsupported|pin_wrong|transfer_unknown|request_unknown)$/,
      ),
    })
    await anna.topUp('50.00', 'USD')
    expect(await send(anna, body, key)).toEqual(first)
    expect(await send(anna, await right(anna), key)).toMatchObject({ code: 'idempotency_mismatch' })
  })

  test('what was malformed is not kept', async () => {
    const anna = await aPerson()
    const key = aKey()
    expect(await send(anna, malformed, key)).toMatchObject({ http: 400 })
    expect(await send(anna, await right(anna), key)).toMatchObject({ status: 'ok' })
  })

  if (feature !== undefined) {
    test('nor that it was switched off', async () => {
      const anna = await aPerson()
      const [body, key] = [await right(anna), aKey()]
      const change = async (state: 'on' | 'off') => {
        const words = ['flags', state, feature, '--yes']
        expect(await operate({ DATABASE_URL: wallet.databaseUrl }, words)).toMatchObject({ code: 0 })
        const isOn = async () => ((await ask(wallet, 'GET', '/v2/wallet/config')).switches as Record<string, boolean>)[feature]
        await until(async () => (await isOn()) === (state === 'on'))
      }
      await change('off')
      expect(await send(anna, body, key)).toMatchObject({ http: 403, code: 'switched_off' })
      await change('on')
      expect(await send(anna, body, key)).toMatchObject({ status: 'ok' })
    })
  }

  test('nor that too much was asked for from an address', async () => {
    const anna = await aPerson()
    const [body, key] = [await right(anna), aKey()]
    const place = Object.keys(KEYED).indexOf(name)
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
    const [body, key] = [await right(anna), aKey()]
    const other = openDatabase({ connection: wallet.databaseUrl, connectionsMax: 1, onError: () => undefined })
    await other.inTransaction(async (tx) => {
      const text = 'select from account join wallet_user on wallet_user.id = user_id where phone = $1 for update'
      await tx.list({ name: 'test.lock', text }, [`+${payerOf?.() ?? anna.phone}`])
      expect(await send(anna, body, key)).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
    })
    await other.close()
    expect(await send(anna, body, key)).toMatchObject({ status: 'ok' })
  })

  if (wrongPin) {
    test('nor a wrong PIN that could not be written down, which costs no try', async () => {
      const anna = await aPerson()
      const [body, key] = [await wrongPin(anna), aKey()]
      await run(`create or replace function refuse_as_full() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file' using errcode = '53100'; end $$`)
      await run('create trigger full_disk before insert on pin_failure for each row execute function refuse_as_full()')
      expect(await send(anna, body, key)).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
      await run('drop trigger full_disk on pin_failure')
      const wrong = await send(anna, body, key)
      expect(wrong).toMatchObject({ http: 403, code: 'pin_wrong', attempts_left: 4 })
      expect(await send(anna, body, key)).toEqual(wrong)
    })
  }

  if (vendorTable !== undefined) {
    const whileAway = async (work: () => Promise<void>) => {
      await run(`alter table sandbox.${vendorTable} rename to ${vendorTable}_away`)
      await work()
      await run(`alter table sandbox.${vendorTable}_away rename to ${vendorTable}`)
    }

    test('nor that its provider was away: sent again it is done once', async () => {
      const anna = await aPerson()
      const [body, key] = [await right(anna), aKey()]
      await whileAway(async () => {
        for (const again of [1, 2])
          expect([again, await send(anna, body, key)]).toMatchObject([again, { http: 503, code: 'unavailable' }])
      })
      const done = await send(anna, body, key)
      expect(done).toMatchObject({ status: 'ok' })
      const after = await stateOf(anna)
      expect(await send(anna, body, key)).toEqual(done)
      expect(await stateOf(anna)).toEqual(after)
    })

    if (wrongPin) {
      test('nor a wrong PIN that was not looked at as its provider was away', async () => {
        const anna = await aPerson()
        const [body, key] = [await wrongPin(anna), aKey()]
        await whileAway(async () => expect(await send(anna, body, key)).toMatchObject({ http: 503, code: 'unavailable' }))
        expect(await send(anna, body, key)).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
      })
    }
  }
})

test('of two bodies at once under one key one is served, and nothing is done for the other', async () => {
  const anna = await aUser(wallet)
  const key = aKey()
  const open = (currency_code: string) => anna.post('/v2/wallet/accounts', { currency_code }, { key })
  const answers = await Promise.all([open('GBP'), open('IDR'), open('EUR')])
  expect(answers.map(({ code, status }) => code ?? status).sort()).toEqual(['idempotency_mismatch', 'idempotency_mismatch', 'ok'])
  expect(await anna.accounts()).toHaveLength(3)
})

/** A request whose provider is silent about it, once the money is held. */
const SILENT: Readonly<Record<'withdrawal' | 'payment', (anna: TestUser) => Promise<Body>>> = {
  withdrawal: () => Promise.resolve({ amount: '10.00', currency_code: 'USD', pin: PIN, pan: '2200123456780119' }),
  async payment(anna) {
    const { code } = await aShopOrder(wallet, { format: 'pix', amount: '10.00', course: 'slow_paid' })
    return { quote_id: (await quoteOf(anna, code)).quote_id, account_id: (await anna.account('USD')).id, pin: PIN }
  },
}

test.each(['withdrawal', 'payment'] as const)(
  'a %s that is still under way when it is sent again is waited for, then told as running',
  async (call) => {
    const anna = await aUser(wallet, '100.00 USD')
    const { path } = CALLS[call]
    const slow = await startTestWallet({ PROVIDER_TIMEOUT_MS: '6000' }, { databaseUrl: wallet.databaseUrl })
    const hasty = await startTestWallet({ PROVIDER_TIMEOUT_MS: '200' }, { databaseUrl: wallet.databaseUrl })
    const options = { body: await SILENT[call](anna), key: aKey(), token: anna.token }
    const first = ask(slow, 'POST', path, options)
    await until(async () => (await anna.balance('USD')) === '90.00')
    const again = await ask(hasty, 'POST', path, options)
    expect(again).toMatchObject({ http: 409, code: 'idempotency_running', retry_after: 1 })
    const told = await first
    expect(told).toMatchObject({ http: 200, status: expect.stringMatching(/^(ok|pending)$/) })
    expect(await ask(hasty, 'POST', path, options)).toMatchObject({ transaction_id: told.transaction_id })
    expect(await anna.balance('USD')).toBe('90.00')
    await Promise.all([slow.close(), hasty.close()])
  },
)
