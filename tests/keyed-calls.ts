import { expect } from 'vitest'
import { CALLS } from '#contract/calls'
import { openDatabase } from '#server/db/pool'
import { type Answer, aKey, ask, aUser, PIN, type TestUser, until } from '#tests/builders'
import { aShopOrder, quoteOf } from '#tests/shop'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

/** The calls that take an Idempotency-Key. */
export type KeyedCall =
  | 'openAccount'
  | 'topup'
  | 'cancelTopup'
  | 'exchange'
  | 'setRateAlert'
  | 'withdrawal'
  | 'payment'
  | 'changePin'
  | 'transfer'
  | 'receiveTransfer'
  | 'declineTransfer'
  | 'takeBackTransfer'
  | 'makeRequest'
  | 'withdrawRequest'
  | 'declineRequest'

/** The same calls as the contract names them; a test compares the two. */
export const KEYED_IN_CONTRACT: readonly string[] = Object.entries(CALLS).flatMap(([name, call]) =>
  'idempotent' in call ? [name] : [],
)

/** The body of a request. */
export type Body = Readonly<Record<string, unknown>>

/** Makes the body of a request. */
export type BodyOf = (anna: TestUser, wallet: TestWallet) => Promise<Body>

const PAN = '2200123456784821'
const NEW_PIN = '7293'

/** How one call is asked. */
interface KeyedRequests {
  /** Its feature flag, if it has one. */
  readonly feature?: string
  /** What somebody has to have for it. */
  readonly needs?: readonly string[]
  /** A request that succeeds. */
  readonly right: BodyOf
  /** One that a rule refuses. */
  readonly refused: BodyOf
  readonly malformed: Body
  /** One with a PIN that is wrong, where it takes one. */
  readonly wrongPin?: BodyOf
  /** The sandbox’s table without which its provider is away, where it needs one. */
  readonly vendorTable?: string
}

/** A payment of so much to a seller. */
async function aPaymentOf(anna: TestUser, wallet: TestWallet, amount: string, pin = PIN): Promise<Body> {
  const { code } = await aShopOrder(wallet, { format: 'pix', amount })
  return { quote_id: (await quoteOf(anna, code)).quote_id, account_id: (await anna.account('USD')).id, pin }
}

/** What waits for somebody with a protection code, 4711, and who has sent it. */
export async function waitingFor(anna: TestUser, wallet: TestWallet): Promise<{ transaction_id: string; sender: TestUser }> {
  const sender = await aUser(wallet, '10.00 USD')
  const sent = await sender.send('1.00', 'USD', { phone: anna.phone }, { protection_code: '4711' })
  return { transaction_id: String(sent.transaction_id), sender }
}

/** A request of somebody for money, of another or by a link. */
async function aRequestOf(maker: TestUser, of?: TestUser): Promise<{ request_id: string }> {
  const terms = { account_id: (await maker.account('USD')).id, ...(of && { to: { phone: of.phone } }) }
  return { request_id: ((await maker.post('/v2/wallet/request', terms)).request as { id: string }).id }
}

/** An order for a top-up that nobody has paid. */
async function anOrderOf(maker: TestUser): Promise<{ order: string }> {
  return { order: String((await maker.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })).order) }
}

/** A transfer of so much to somebody. */
async function aTransferOf(anna: TestUser, wallet: TestWallet, amount: string, pin = PIN): Promise<Body> {
  const { phone } = await aUser(wallet)
  return { from_account_id: (await anna.account('USD')).id, to: { phone }, amount, pin }
}

/** How every call that takes an Idempotency-Key is asked. */
export const KEYED: Readonly<Record<KeyedCall, KeyedRequests>> = {
  exchange: {
    feature: 'exchange',
    needs: ['100.00 USD', '1.00 EUR'],
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
  cancelTopup: {
    right: anOrderOf,
    refused: () => Promise.resolve({ order: aKey() }),
    malformed: { order: 1 },
  },
  withdrawal: {
    feature: 'withdrawal',
    needs: ['100.00 USD'],
    right: () => Promise.resolve({ amount: '10.00', currency_code: 'USD', pin: PIN, pan: PAN }),
    refused: () => Promise.resolve({ amount: '100.01', currency_code: 'USD', pin: PIN, pan: PAN }),
    malformed: { amount: '10.00', currency_code: 'USD', pin: PIN, pan: PAN, address: '0x' },
    wrongPin: () => Promise.resolve({ amount: '10.00', currency_code: 'USD', pin: '0000', pan: PAN }),
    vendorTable: 'destination',
  },
  // Its provider is asked after the money is held.
  payment: {
    feature: 'qr_payment',
    needs: ['100.00 USD'],
    right: (anna, wallet) => aPaymentOf(anna, wallet, '10.00'),
    refused: (anna, wallet) => aPaymentOf(anna, wallet, '100.01'),
    malformed: { quote_id: 1 },
    wrongPin: (anna, wallet) => aPaymentOf(anna, wallet, '10.00', '0000'),
  },
  transfer: {
    feature: 'p2p',
    needs: ['100.00 USD'],
    right: (anna, wallet) => aTransferOf(anna, wallet, '10.00'),
    refused: (anna, wallet) => aTransferOf(anna, wallet, '100.01'),
    malformed: { amount: 1 },
    wrongPin: (anna, wallet) => aTransferOf(anna, wallet, '10.00', '0000'),
  },
  receiveTransfer: {
    right: async (anna, wallet) => ({ transaction_id: (await waitingFor(anna, wallet)).transaction_id, protection_code: '4711' }),
    refused: () => Promise.resolve({ transaction_id: aKey() }),
    malformed: { transaction_id: 1 },
  },
  declineTransfer: {
    right: async (anna, wallet) => ({ transaction_id: (await waitingFor(anna, wallet)).transaction_id }),
    refused: () => Promise.resolve({ transaction_id: aKey() }),
    malformed: { transaction_id: 1 },
  },
  takeBackTransfer: {
    needs: ['100.00 USD'],
    async right(anna, wallet) {
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
    right: async (anna, wallet) => aRequestOf(await aUser(wallet, '10.00 USD'), anna),
    refused: () => Promise.resolve({ request_id: aKey() }),
    malformed: { request_id: 1 },
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

/** Sends a keyed call as a person does. */
export const sendKeyed = (name: KeyedCall, anna: TestUser, body: Body, key: string): Promise<Answer> =>
  anna.post(CALLS[name].path, body, { key })

/** What a person has and has done, as far as a call could change it. */
export async function stateOf(anna: TestUser): Promise<unknown> {
  return [await anna.accounts(), (await anna.get('/v2/wallet/transaction')).results, await anna.told()]
}

/** Works while somebody else holds all people and their accounts: whoever wants one is not answered by the database in time. */
export async function whileAccountsAreHeld(wallet: TestWallet, work: () => Promise<void>): Promise<void> {
  const other = openDatabase({ connection: wallet.databaseUrl, connectionsMax: 1, onError: () => undefined })
  try {
    await other.inTransaction(async (tx) => {
      await tx.list({ name: 'test.hold', text: 'select from account join wallet_user on wallet_user.id = user_id for update' })
      await work()
    })
  } finally {
    await other.close()
  }
}

const run = (wallet: TestWallet, text: string) => wallet.database.run({ name: `test.${text.slice(0, 50)}`, text })

/** Works while no wrong PIN can be written down, as on a disk that is full. */
export async function whileWrongPinsAreNotWritten(wallet: TestWallet, work: () => Promise<void>): Promise<void> {
  await run(
    wallet,
    `create or replace function refuse_as_full() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = '53100'; end $$`,
  )
  await run(wallet, 'create trigger full_disk before insert on pin_failure for each row execute function refuse_as_full()')
  await work().finally(() => run(wallet, 'drop trigger full_disk on pin_failure'))
}

/** Works while the provider that needs a table of the sandbox is away. */
export async function whileProviderIsAway(wallet: TestWallet, table: string, work: () => Promise<void>): Promise<void> {
  await run(wallet, `alter table sandbox.${table} rename to ${table}_away`)
  await work().finally(() => run(wallet, `alter table sandbox.${table}_away rename to ${table}`))
}

/** A request whose provider is silent about it, once the money is held. */
const SILENT: Readonly<Record<'withdrawal' | 'payment', BodyOf>> = {
  withdrawal: () => Promise.resolve({ amount: '10.00', currency_code: 'USD', pin: PIN, pan: '2200123456780119' }),
  async payment(anna, wallet) {
    const { code } = await aShopOrder(wallet, { format: 'pix', amount: '10.00', course: 'slow_paid' })
    return { quote_id: (await quoteOf(anna, code)).quote_id, account_id: (await anna.account('USD')).id, pin: PIN }
  },
}

/**
 * Fails unless a call that is still under way when it is sent again is waited for, then told as running, and done once; the wallet waits longer
 * for a provider than it takes to ask.
 */
export async function expectToldAsRunning(wallet: TestWallet, call: 'withdrawal' | 'payment'): Promise<void> {
  const anna = await aUser(wallet, '100.00 USD')
  const { path } = CALLS[call]
  const hasty = await startTestWallet({ PROVIDER_TIMEOUT_MS: '200' }, { databaseUrl: wallet.databaseUrl })
  const options = { body: await SILENT[call](anna, wallet), key: aKey(), token: anna.token }
  const first = ask(wallet, 'POST', path, options)
  await until(async () => (await anna.balance('USD')) === '90.00')
  const again = await ask(hasty, 'POST', path, options)
  expect(again).toMatchObject({ http: 409, code: 'idempotency_running', retry_after: 1 })
  const told = await first
  expect(told).toMatchObject({ http: 200, status: expect.stringMatching(/^(ok|pending)$/) })
  expect(await ask(hasty, 'POST', path, options)).toMatchObject({ transaction_id: told.transaction_id })
  expect(await anna.balance('USD')).toBe('90.00')
  await hasty.close()
}
