import { expect } from 'vitest'
import { CALLS } from '#contract/calls'
import type { RefusalCode } from '#contract/refusals'
import { money, negate } from '#money/money'
import { idAt } from '#server/db/ids'
import { freshIdempotencyKey } from '#server/idempotency/key'
import { mostOnAccount } from '#server/ledger/accounts'
import { type Answer, aKey, ask, aUser, PIN, TestUser, until } from '#tests/builders'
import { type Body, type BodyOf, type KeyedCall, waitingFor } from '#tests/keyed-calls'
import { operate } from '#tests/operator'
import { aShopOrder, payQuote, quoteOf, type ShopCourse } from '#tests/shop'
import type { TestWallet } from '#tests/test-wallet'

/** A request that is refused, by whom, and what has to be undone for the others afterwards. */
/** A request that is refused, by whom, and what has to be undone for the others afterwards. */
interface RefusedRequest {
  readonly by: TestUser
  readonly body: Body
  readonly undo?: () => Promise<unknown>
  /** It is refused by the process that takes neither card numbers nor popular PINs (STRICTER). */
  readonly isAtStricter?: true
}

type Scenario = (anna: TestUser, wallet: TestWallet) => Promise<RefusedRequest>

/** Settings of a wallet that refuses all of this but what STRICTER says. */
export const REFUSING = { TOPUP_ORDERS_OPEN_MAX: '1' }
/** Settings of another process on its database, which takes neither card numbers nor popular PINs. */
export const STRICTER = { CARD_NUMBERS: 'refused', SANDBOX_CARD_FIELD: 'on', PIN_POPULAR: 'refused' }

const PAN = '2200123456784821'
const WITHDRAWAL = { amount: '1.00', currency_code: 'USD', pin: PIN, pan: PAN }
const TOPUP = { amount: '1.00', currency_code: 'USD' }
const RATE_ALERT = { from_currency: 'USD', to_currency: 'RUB', rate: '60' }
const PIN_CHANGE = { pin_code: PIN, new_pin_code: '7293' }

const inRupiahs =
  (body: Body): Scenario =>
  async (anna) => {
    await anna.post('/v2/wallet/accounts', { currency_code: 'IDR' })
    return { by: anna, body: { ...body, currency_code: 'IDR' } }
  }

const update = (anna: TestUser, wallet: TestWallet, set: string) =>
  wallet.database.run({ name: `test.${set}`, text: `update wallet_user set ${set} where phone = $1` }, [`+${anna.phone}`])

async function flag(wallet: TestWallet, feature: string, state: 'on' | 'off'): Promise<void> {
  expect(await operate({ DATABASE_URL: wallet.databaseUrl }, ['flags', state, feature, '--yes'])).toMatchObject({ code: 0 })
  const isOn = async () => ((await ask(wallet, 'GET', '/v2/wallet/config')).switches as Record<string, boolean>)[feature]
  await until(async () => (await isOn()) === (state === 'on'))
}

const wrongPins = async (anna: TestUser, times: number) => {
  for (let time = 0; time < times; time += 1) await anna.withdraw('1.00', 'USD', { pin: '0000' })
}

/** What any call that moves money, or needs the PIN, can be refused for; `bodyOf` makes a right request of it. */
const frozen =
  (bodyOf: BodyOf): Scenario =>
  async (anna, wallet) => {
    const body = await bodyOf(anna, wallet)
    expect(await anna.post('/v2/wallet/auth/freeze', {})).toMatchObject({ status: 'ok' })
    return { by: anna, body }
  }
const off =
  (feature: string, bodyOf: BodyOf): Scenario =>
  async (anna, wallet) => {
    const body = await bodyOf(anna, wallet)
    await flag(wallet, feature, 'off')
    return { by: anna, body, undo: () => flag(wallet, feature, 'on') }
  }
/** The operator has stopped a feature for this person. */
const stopped =
  (feature: string, bodyOf: BodyOf): Scenario =>
  async (anna, wallet) => {
    const body = await bodyOf(anna, wallet)
    const set = (features: readonly string[]) =>
      wallet.database.run({ name: 'test.stop', text: 'update wallet_user set stopped_features = $2 where phone = $1' }, [
        `+${anna.phone}`,
        features,
      ])
    await set([feature])
    return { by: anna, body, undo: () => set([]) }
  }
const pins = (bodyOf: (anna: TestUser, wallet: TestWallet, pin: string) => Promise<Body>) =>
  ({
    pin_not_set: async (anna, wallet) => {
      const body = await bodyOf(anna, wallet, PIN)
      const text = 'delete from pin using wallet_user where wallet_user.id = user_id and phone = $1'
      await wallet.database.run({ name: 'test.delete_pin', text }, [`+${anna.phone}`])
      return { by: anna, body }
    },
    pin_wrong: async (anna, wallet) => ({ by: anna, body: await bodyOf(anna, wallet, '0000') }),
    pin_blocked: async (anna, wallet) => {
      const body = await bodyOf(anna, wallet, PIN)
      await wrongPins(anna, 5)
      return { by: anna, body }
    },
    pin_sign_in: async (anna, wallet) => {
      for (let round = 0; round < 3; round += 1) {
        await wrongPins(anna, 5)
        wallet.passSeconds(1801)
      }
      return { by: anna, body: await bodyOf(anna, wallet, PIN) }
    },
  }) satisfies Partial<Record<RefusalCode, Scenario>>

const inUsd = (amount: string) => (anna: TestUser) => anna.exchangeBody(amount, 'USD', 'EUR')
/** An exchange that is asked for the PIN: all there is was exchanged, there and back. */
async function whenNothingIsFree(anna: TestUser): Promise<Record<string, string>> {
  const all = await anna.exchange(await anna.balance('USD'), 'USD', 'EUR')
  await anna.exchange(all, 'EUR', 'USD')
  return anna.exchangeBody('1.00', 'USD', 'EUR')
}
const changed =
  (change: Body, bodyOf: BodyOf): Scenario =>
  async (anna, wallet) => ({ by: anna, body: { ...(await bodyOf(anna, wallet)), ...change } })

async function fill(anna: TestUser, wallet: TestWallet, currency: 'USD' | 'EUR'): Promise<void> {
  const { id } = await anna.account(currency)
  const now = new Date()
  const rest = money(currency, mostOnAccount(2) - BigInt((await anna.balance(currency)).replace('.', '')))
  const entries = [
    { account: { system: 'bank' as const }, amount: negate(rest) },
    { account: { user: id }, amount: rest },
  ]
  const transfer = { id: idAt(now), operationId: null, kind: 'test', postedAt: now, entries }
  const decide = () => ({ kind: 'post' as const, transfers: [transfer], reply: {} })
  await wallet.ledger.post({ idempotencyKey: freshIdempotencyKey(), accounts: [id], decide })
}

/** A payment of so much to a seller, or of what the payer says. */
const paymentOf =
  (change: Body = {}, order: { readonly amount?: string; readonly course?: ShopCourse } = { amount: '1.00' }) =>
  async (anna: TestUser, wallet: TestWallet): Promise<Body> => {
    const { code } = await aShopOrder(wallet, { format: 'pix', ...order })
    const { quote_id } = await quoteOf(anna, code)
    return { quote_id, account_id: (await anna.account('USD')).id, pin: PIN, ...change }
  }
/** The same from the account in roubles, at the rate that the quote names. */
async function fromRoubles(anna: TestUser, wallet: TestWallet, change: Body = {}): Promise<Body> {
  const { code } = await aShopOrder(wallet, { format: 'pix', amount: '1.00' })
  const { quote_id, accounts } = await quoteOf(anna, code)
  const paying = accounts as { account_id: string; currency_code: string; rate_id: string; from_amount: string }[]
  const { account_id, rate_id, from_amount } = paying.find(({ currency_code }) => currency_code === 'RUB') ?? {}
  return { quote_id, account_id, rate_id, from_amount, pin: PIN, ...change }
}
const seller = (change: Body, order?: Parameters<typeof paymentOf>[1]) => changed(change, paymentOf({}, order))

const withdrawal = (change: Body) => changed(change, () => Promise.resolve(WITHDRAWAL))
const topup = (change: Body) => changed(change, () => Promise.resolve(TOPUP))
const { pan: _pan, ...TO_NOBODY } = WITHDRAWAL

const toSomebody = async (anna: TestUser, wallet: TestWallet): Promise<Body> => ({
  from_account_id: (await anna.account('USD')).id,
  to: { phone: (await aUser(wallet)).phone },
  amount: '1.00',
  pin: PIN,
})
const transfer = (change: Body) => changed(change, toSomebody)

/** With other limits of money between people, until it is undone. */
const limited =
  (limits: Readonly<Record<string, string>>, scenario: Scenario): Scenario =>
  async (anna, wallet) => {
    const set = async (each: Readonly<Record<string, string>>) => {
      const options = Object.entries(each).flatMap(([name, value]) => [`--p2p-${name}`, value])
      const done = await operate({ DATABASE_URL: wallet.databaseUrl }, ['limits', 'set', 'basic', 'USD', ...options, '--yes'])
      expect(done).toMatchObject({ code: 0 })
    }
    const asked = await scenario(anna, wallet)
    await set(limits)
    const usual = { max: '10000', daily: '10000', monthly: '100000', 'person-daily': '10000', 'received-monthly': '100000' }
    return { ...asked, undo: () => set(usual) }
  }

/** A request for 2.00 USD by somebody: of whom, or by a link. */
async function requestOf(maker: TestUser, of?: TestUser): Promise<{ id: string; code: string }> {
  const terms = { account_id: (await maker.account('USD')).id, amount: '2.00', ...(of && { to: { phone: of.phone } }) }
  return (await maker.post('/v2/wallet/request', terms)).request as { id: string; code: string }
}
const toAsk = async (anna: TestUser): Promise<Body> => ({ account_id: (await anna.account('USD')).id, amount: '2.00' })
const asking = (change: Body) => changed(change, toAsk)
const NO_REQUEST: Scenario = async (anna) => ({ by: anna, body: { request_id: aKey() } })
/** Somebody's request that is withdrawn already. */
async function withdrawn(maker: TestUser, of?: TestUser): Promise<{ id: string; code: string }> {
  const request = await requestOf(maker, of)
  await maker.post('/v2/wallet/request/withdraw', { request_id: request.id })
  return request
}
const UNKNOWN: Scenario = async (anna) => ({ by: anna, body: { transaction_id: aKey() } })
const receipt =
  (
    protection_code: string,
    before: (anna: TestUser, wallet: TestWallet) => Promise<unknown> = () => Promise.resolve(),
  ): Scenario =>
  async (anna, wallet) => {
    const { transaction_id } = await waitingFor(anna, wallet)
    await before(anna, wallet)
    return { by: anna, body: { transaction_id, protection_code } }
  }
const takenBack: Scenario = async (anna, wallet) => {
  const { transaction_id, sender } = await waitingFor(anna, wallet)
  await sender.post('/v2/wallet/transfer/take-back', { transaction_id })
  return { by: anna, body: { transaction_id } }
}

/** How each refusal of each call that takes a key comes about, for somebody with 100.00 USD and 1.00 EUR. */
export const SCENARIOS: Readonly<Record<KeyedCall, Partial<Record<RefusalCode, Scenario>>>> = {
  openAccount: {
    account_exists: async (anna) => ({ by: anna, body: { currency_code: 'USD' } }),
    currency_unsupported: async (anna) => ({ by: anna, body: { currency_code: 'KZT' } }),
    switched_off: off('account_create', () => Promise.resolve({ currency_code: 'GBP' })),
    feature_stopped: stopped('account_create', () => Promise.resolve({ currency_code: 'GBP' })),
  },
  topup: {
    wallet_frozen: frozen(() => Promise.resolve(TOPUP)),
    topup_not_allowed: async (anna, wallet) => {
      await update(anna, wallet, 'is_topup_allowed = false')
      return { by: anna, body: TOPUP }
    },
    account_unknown: topup({ currency_code: 'GBP' }),
    amount_step: inRupiahs({ ...TOPUP, amount: '20000.50' }),
    amount_min: topup({ amount: '0.01' }),
    amount_max: topup({ amount: '10000.01' }),
    balance_max: async (anna, wallet) => {
      await fill(anna, wallet, 'USD')
      return { by: anna, body: TOPUP }
    },
    topup_orders_max: async (anna) => {
      await anna.post('/v2/wallet/top-up', TOPUP)
      return { by: anna, body: TOPUP }
    },
    topup_refused: topup({ amount: '404.04' }),
    switched_off: off('topup', () => Promise.resolve(TOPUP)),
  },
  cancelTopup: {
    order_unknown: async (anna) => ({ by: anna, body: { order: aKey() } }),
    async order_ended(anna) {
      const { order } = await anna.post('/v2/wallet/top-up', TOPUP)
      await anna.post('/v2/wallet/top-up/cancel', { order })
      return { by: anna, body: { order } }
    },
  },
  exchange: {
    ...pins(async (anna, _wallet, pin) => ({ ...(await whenNothingIsFree(anna)), pin })),
    wallet_frozen: frozen(inUsd('1.00')),
    exchange_stopped: async (anna) => {
      const body = await whenNothingIsFree(anna)
      for (let time = 0; time < 11; time += 1) await anna.post('/v2/wallet/exchange', body)
      return { by: anna, body }
    },
    pin_required: async (anna) => ({ by: anna, body: await whenNothingIsFree(anna) }),
    passkey_wrong: changed({ passkey: '{}' }, whenNothingIsFree),
    account_unknown: changed({ from_account_id: aKey() }, inUsd('1.00')),
    same_account: async (anna) => {
      const body = await anna.exchangeBody('1.00', 'USD', 'EUR')
      return { by: anna, body: { ...body, to_account_id: body.from_account_id } }
    },
    rate_unknown: changed({ rate_id: `${aKey()}.USD-EUR` }, inUsd('1.00')),
    rate_expired: async (anna, wallet) => {
      const body = await anna.exchangeBody('1.00', 'USD', 'EUR')
      wallet.passSeconds(3600)
      return { by: anna, body }
    },
    amount_mismatch: changed({ to_amount: '99.00' }, inUsd('1.00')),
    insufficient_funds: changed({}, inUsd('100.01')),
    balance_max: async (anna, wallet) => {
      await fill(anna, wallet, 'EUR')
      return { by: anna, body: await anna.exchangeBody('1.00', 'USD', 'EUR') }
    },
    switched_off: off('exchange', inUsd('1.00')),
    feature_stopped: stopped('exchange', inUsd('1.00')),
  },
  withdrawal: {
    ...pins((_anna, _wallet, pin) => Promise.resolve({ ...WITHDRAWAL, pin })),
    wallet_frozen: frozen(() => Promise.resolve(WITHDRAWAL)),
    withdrawal_not_allowed: async (anna, wallet) => {
      await update(anna, wallet, 'is_withdrawal_allowed = false')
      return { by: anna, body: WITHDRAWAL }
    },
    account_unknown: withdrawal({ currency_code: 'GBP' }),
    amount_step: inRupiahs({ ...WITHDRAWAL, amount: '20000.50' }),
    amount_min: withdrawal({ amount: '0.01' }),
    amount_max: withdrawal({ amount: '10000.01' }),
    amount_mismatch: withdrawal({ total: '0.01' }),
    limit_daily: async (anna, wallet) => {
      await anna.topUp('10000.00', 'USD')
      wallet.passSeconds(86_400)
      expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
      return { by: anna, body: { ...WITHDRAWAL, amount: '10000.00' } }
    },
    limit_first_day: async (anna) => {
      await anna.topUp('10000.00', 'USD')
      return { by: await anna.signInAgain(), body: { ...WITHDRAWAL, amount: '2000.01' } }
    },
    insufficient_funds: withdrawal({ amount: '100.01' }),
    passkey_wrong: changed({ passkey: '{}' }, () => {
      const { pin: _pin, ...unproven } = WITHDRAWAL
      return Promise.resolve(unproven)
    }),
    payout_declined: withdrawal({ pan: '2200123456780002' }),
    destination_refused: withdrawal({ pan: '2200123456780143' }),
    recipient_unknown: async (anna) => ({ by: anna, body: { ...TO_NOBODY, recipient_id: aKey() } }),
    card_number_refused: async (anna) => ({ by: anna, isAtStricter: true, body: WITHDRAWAL }),
    address_lost: async (anna) => ({
      by: anna,
      body: { ...TO_NOBODY, currency_code: 'USDC', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    }),
    card_token_invalid: async (anna) => ({ by: anna, body: { ...TO_NOBODY, card_token: 'tok_unknown' } }),
    switched_off: off('withdrawal', () => Promise.resolve(WITHDRAWAL)),
  },
  transfer: {
    ...pins(async (anna, wallet, pin) => ({ ...(await toSomebody(anna, wallet)), pin })),
    wallet_frozen: frozen(toSomebody),
    feature_stopped: stopped('p2p', toSomebody),
    switched_off: off('p2p', toSomebody),
    account_unknown: transfer({ from_account_id: aKey() }),
    withdrawal_not_allowed: async (anna, wallet) => {
      await update(anna, wallet, 'is_withdrawal_allowed = false')
      return { by: anna, body: await toSomebody(anna, wallet) }
    },
    recipient_unknown: transfer({ to: { recipient_id: aKey() } }),
    recipient_self: async (anna, wallet) => ({
      by: anna,
      body: { ...(await toSomebody(anna, wallet)), to: { phone: anna.phone } },
    }),
    recipient_refuses: async (anna, wallet) => {
      const boris = await aUser(wallet)
      await boris.post('/v2/wallet/transfer/settings/save', { takes_transfers: false })
      return { by: anna, body: { ...(await toSomebody(anna, wallet)), to: { phone: boris.phone } } }
    },
    recipient_limit: async (anna, wallet) => {
      const boris = await aUser(wallet)
      await fill(boris, wallet, 'USD')
      return { by: anna, body: { ...(await toSomebody(anna, wallet)), to: { phone: boris.phone } } }
    },
    phone_unsupported: transfer({ to: { phone: '+78001234567' } }),
    code_unknown: transfer({ to: { code: 'Unknown0000000000000' } }),
    request_closed: async (anna, wallet) => {
      const { code } = await withdrawn(await aUser(wallet, '10.00 USD'))
      return { by: anna, body: { ...(await toSomebody(anna, wallet)), to: { code } } }
    },
    request_amount: async (anna, wallet) => {
      const { code } = await requestOf(await aUser(wallet, '10.00 USD'))
      return { by: anna, body: { ...(await toSomebody(anna, wallet)), to: { code } } }
    },
    amount_min: transfer({ amount: '0.01' }),
    amount_max: transfer({ amount: '10000.01' }),
    limit_daily: limited({ max: '1.50', daily: '1.50', monthly: '100' }, async (anna, wallet) => {
      expect(await anna.post('/v2/wallet/transfer', await toSomebody(anna, wallet))).toMatchObject({ status: 'ok' })
      return { by: anna, body: await toSomebody(anna, wallet) }
    }),
    limit_monthly: limited({ max: '1.50', daily: '1.50', monthly: '1.50' }, async (anna, wallet) => {
      expect(await anna.post('/v2/wallet/transfer', await toSomebody(anna, wallet))).toMatchObject({ status: 'ok' })
      wallet.passSeconds(86_400)
      return { by: anna, body: await toSomebody(anna, wallet) }
    }),
    limit_person: limited({ max: '1', 'person-daily': '1' }, async (anna, wallet) => {
      const body = await toSomebody(anna, wallet)
      expect(await anna.post('/v2/wallet/transfer', body)).toMatchObject({ status: 'ok' })
      return { by: anna, body }
    }),
    limit_first_day: async (anna, wallet) => {
      await anna.topUp('10000.00', 'USD')
      const body = { ...(await toSomebody(anna, wallet)), amount: '2000.01' }
      return { by: await anna.signInAgain(), body }
    },
    insufficient_funds: transfer({ amount: '100.01' }),
    passkey_wrong: changed({ passkey: '{}' }, async (anna, wallet) => {
      const { pin: _pin, ...unproven } = await toSomebody(anna, wallet)
      return unproven
    }),
  },
  receiveTransfer: {
    transfer_unknown: UNKNOWN,
    transfer_ended: takenBack,
    async transfer_paused(anna, wallet) {
      const { transaction_id, sender } = await waitingFor(anna, wallet)
      await sender.post('/v2/wallet/auth/freeze', {})
      return { by: anna, body: { transaction_id, protection_code: '4711' } }
    },
    async recipient_refuses(anna, wallet) {
      const { transaction_id } = await waitingFor(anna, wallet)
      // As one that the operator has let go on.
      const letGo = "update p2p set receipt = 'at_once', protection_code = null where operation_id = $1"
      await wallet.database.run({ name: 'test.let_go', text: letGo }, [transaction_id])
      await anna.post('/v2/wallet/transfer/block', { transaction_id, is_blocked: true })
      return { by: anna, body: { transaction_id } }
    },
    protection_code_wrong: receipt('0000'),
    limit_received: limited({ 'received-monthly': '1' }, async (anna, wallet) => {
      const sender = await aUser(wallet, '10.00 USD')
      await sender.send('1.00', 'USD', { phone: anna.phone })
      return receipt('4711')(anna, wallet)
    }),
    balance_max: receipt('4711', (anna, wallet) => fill(anna, wallet, 'USD')),
  },
  declineTransfer: { transfer_unknown: UNKNOWN, transfer_ended: takenBack },
  takeBackTransfer: {
    transfer_unknown: UNKNOWN,
    async transfer_ended(anna, wallet) {
      const { transaction_id, sender } = await waitingFor(anna, wallet)
      await anna.post('/v2/wallet/transfer/decline', { transaction_id })
      return { by: sender, body: { transaction_id } }
    },
  },
  makeRequest: {
    wallet_frozen: frozen(toAsk),
    feature_stopped: stopped('p2p', toAsk),
    switched_off: off('p2p', toAsk),
    account_unknown: asking({ account_id: aKey() }),
    recipient_unknown: asking({ to: { recipient_id: aKey() } }),
    recipient_self: async (anna) => ({ by: anna, body: { ...(await toAsk(anna)), to: { phone: anna.phone } } }),
    phone_unsupported: asking({ to: { phone: '+78001234567' } }),
    amount_min: asking({ amount: '0.01' }),
    amount_max: asking({ amount: '1000000.00' }),
    async requests_max(anna, wallet) {
      const { id } = await requestOf(anna)
      const text = `insert into p2p_request (id, user_id, account_id, currency, code, is_collect, created_at, expires_at)
        select gen_random_uuid(), user_id, account_id, currency, code || n, is_collect, created_at, expires_at
        from p2p_request, generate_series(1, 49) as n where id = $1`
      await wallet.database.run({ name: 'test.many_requests', text }, [id])
      return { by: anna, body: await toAsk(anna) }
    },
  },
  withdrawRequest: {
    request_unknown: NO_REQUEST,
    request_closed: async (anna) => ({ by: anna, body: { request_id: (await withdrawn(anna)).id } }),
  },
  declineRequest: {
    request_unknown: NO_REQUEST,
    request_closed: async (anna, wallet) => {
      const { id } = await withdrawn(await aUser(wallet, '10.00 USD'), anna)
      return { by: anna, body: { request_id: id } }
    },
  },
  payment: {
    ...pins((anna, wallet, pin) => paymentOf({ pin })(anna, wallet)),
    wallet_frozen: frozen(paymentOf()),
    feature_stopped: stopped('qr_payment', paymentOf()),
    withdrawal_not_allowed: async (anna, wallet) => {
      await update(anna, wallet, 'is_withdrawal_allowed = false')
      return { by: anna, body: await paymentOf()(anna, wallet) }
    },
    account_unknown: seller({ account_id: aKey() }),
    amount_step: async (anna, wallet) => {
      const { code } = await aShopOrder(wallet, { format: 'qris' })
      const { quote_id } = await quoteOf(anna, code)
      return { by: anna, body: { ...(await paymentOf()(anna, wallet)), quote_id, amount: '10.50' } }
    },
    amount_min: seller({ amount: '0.01' }, {}),
    amount_max: seller({ amount: '100000.01' }, {}),
    amount_mismatch: seller({ amount: '1.01' }),
    rate_unknown: async (anna, wallet) => ({ by: anna, body: await fromRoubles(anna, wallet, { rate_id: `${aKey()}.RUB-USD` }) }),
    rate_expired: async (anna, wallet) => {
      const body = await fromRoubles(anna, wallet)
      wallet.passSeconds(61)
      return { by: anna, body }
    },
    quote_unknown: seller({ quote_id: aKey() }),
    quote_expired: async (anna, wallet) => {
      const body = await paymentOf()(anna, wallet)
      wallet.passSeconds(601)
      return { by: anna, body }
    },
    quote_used: async (anna, wallet) => {
      const body = await paymentOf()(anna, wallet)
      expect(await payQuote(anna, { quote_id: body.quote_id, currency: 'USD' })).toMatchObject({ status: 'ok' })
      return { by: anna, body }
    },
    limit_first_day: async (anna, wallet) => {
      await anna.topUp('10000.00', 'USD')
      const body = await paymentOf({}, { amount: '2000.01' })(anna, wallet)
      return { by: await anna.signInAgain(), body }
    },
    limit_daily: async (anna, wallet) => {
      await anna.topUp('10000.00', 'USD')
      return { by: anna, body: await paymentOf({}, { amount: '10000.01' })(anna, wallet) }
    },
    insufficient_funds: seller({}, { amount: '100.01' }),
    passkey_wrong: async (anna, wallet) => {
      const { pin: _pin, ...unproven } = await paymentOf()(anna, wallet)
      return { by: anna, body: { ...unproven, passkey: '{}' } }
    },
    payment_declined: seller({}, { amount: '1.00', course: 'declined' }),
    switched_off: off('qr_payment', paymentOf()),
  },
  setRateAlert: {
    currency_unsupported: async (anna) => ({ by: anna, body: { ...RATE_ALERT, to_currency: 'THB' } }),
    async rate_alerts_max(anna) {
      for (let rate = 40; rate < 50; rate += 1)
        await anna.post('/v2/wallet/exchange/alerts/set', { ...RATE_ALERT, rate: `${rate}` })
      return { by: anna, body: RATE_ALERT }
    },
  },
  changePin: {
    ...pins((_anna, _wallet, pin) => Promise.resolve({ ...PIN_CHANGE, pin_code: pin })),
    pin_same: async (anna) => ({ by: anna, body: { pin_code: PIN, new_pin_code: PIN } }),
    pin_popular: async (anna) => ({
      by: anna,
      isAtStricter: true,
      body: { ...PIN_CHANGE, new_pin_code: '1111' },
    }),
  },
}

/** Another right request of each call, which the key of the first is not for. */
const OTHER: Readonly<Record<KeyedCall, BodyOf>> = {
  openAccount: () => Promise.resolve({ currency_code: 'IDR' }),
  topup: () => Promise.resolve({ ...TOPUP, amount: '2.00' }),
  cancelTopup: () => Promise.resolve({ order: aKey() }),
  exchange: inUsd('0.50'),
  setRateAlert: () => Promise.resolve({ ...RATE_ALERT, rate: '61' }),
  withdrawal: () => Promise.resolve({ ...WITHDRAWAL, amount: '2.00' }),
  transfer: async (anna, wallet) => ({ ...(await toSomebody(anna, wallet)), amount: '2.00' }),
  receiveTransfer: () => Promise.resolve({ transaction_id: aKey() }),
  declineTransfer: () => Promise.resolve({ transaction_id: aKey() }),
  takeBackTransfer: () => Promise.resolve({ transaction_id: aKey() }),
  makeRequest: async (anna) => ({ ...(await toAsk(anna)), amount: '3.00' }),
  withdrawRequest: () => Promise.resolve({ request_id: aKey() }),
  declineRequest: () => Promise.resolve({ request_id: aKey() }),
  payment: paymentOf({ pin: '0001' }),
  changePin: () => Promise.resolve({ ...PIN_CHANGE, new_pin_code: '8364' }),
}

/**
 * Sends a request that is refused with this code, and once more; fails unless the refusal stays under its key, or passes: a key that has an
 * answer is that of its request alone.
 */
export async function expectRefused(
  name: KeyedCall,
  code: RefusalCode,
  anna: TestUser,
  { wallet, stricter, stays }: { wallet: TestWallet; stricter?: TestWallet; stays: boolean },
): Promise<void> {
  const { by: asker, body, undo, isAtStricter } = await getScenario(name, code)(anna, wallet)
  const by = isAtStricter && stricter ? new TestUser(stricter, asker.phone, asker.token) : asker
  const key = aKey()
  const send = (asked: Body): Promise<Answer> => by.post(CALLS[name].path, asked, { key })
  const first = await send(body)
  expect(first).toMatchObject({ status: 'error', code })
  await undo?.()
  if (stays) expect(await send(body)).toEqual(first)
  const other = await send(await OTHER[name](by, wallet))
  expect([code, other.code === 'idempotency_mismatch']).toEqual([code, stays])
}

function getScenario(name: KeyedCall, code: RefusalCode): Scenario {
  const scenario = SCENARIOS[name][code]
  if (!scenario) throw new Error(`No scenario for ${code} of ${name}`)
  return scenario
}
