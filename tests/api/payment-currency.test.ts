import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { money } from '#money/money'
import { parseRate } from '#money/rate'
import { debitUp } from '#money/rate-quoted'
import { addPasskey } from '#tests/authenticator'
import { type Answer, aKey, aUser, PIN, type TestUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { aShopOrder, quoteOf, type ShopCourse } from '#tests/shop'
import { passSlowTime } from '#tests/slow-seller'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendSellerPaymentEvent } from '#tests/vendors'

let wallet: TestWallet
let cases: Cases
beforeAll(async () => {
  wallet = await startTestWallet()
  cases = casesOf(wallet)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

interface Paying {
  readonly account_id: string
  readonly currency_code: string
  readonly from_amount: string
  readonly rate_id: string | null
  readonly quantity_out: string | null
  readonly expires_at: string
}

interface Offer {
  readonly anna: TestUser
  /** The payment from the account in roubles, as the quote names it. */
  readonly body: Record<string, string>
  readonly fromRoubles: Paying
  readonly all: readonly Paying[]
  readonly code: string
}

/** Somebody with 10 000.00 RUB, and what paying an order of 19.90 EUR from that account takes. */
async function anOffer({ course = 'paid', fee = '0.00' }: { course?: ShopCourse; fee?: string } = {}): Promise<Offer> {
  const [anna, { code }] = await Promise.all([
    aUser(wallet, '10000.00 RUB'),
    aShopOrder(wallet, { format: 'epc', amount: '19.90', course, fee }),
  ])
  return { anna, code, ...(await offerOf(anna, code)) }
}

async function offerOf(anna: TestUser, code: string): Promise<Pick<Offer, 'body' | 'fromRoubles' | 'all'>> {
  const quote = await quoteOf(anna, code)
  const all = quote.accounts as Paying[]
  const fromRoubles = all.find(({ currency_code }) => currency_code === 'RUB')
  if (!fromRoubles) throw new Error('There is no account in roubles')
  const { account_id, from_amount, rate_id } = fromRoubles
  return {
    all,
    fromRoubles,
    body: { quote_id: String(quote.quote_id), account_id, from_amount, rate_id: rate_id ?? '', pin: PIN },
  }
}

const pay = (anna: TestUser, body: Record<string, string>, key = aKey()): Promise<Answer> =>
  anna.post('/v2/wallet/payment', body, { key })

const kopecks = (decimal: string): bigint => BigInt(decimal.replace('.', ''))
const less = (from: string, taken: string): string => {
  const left = (kopecks(from) - kopecks(taken)).toString().padStart(3, '0')
  return `${left.slice(0, -2)}.${left.slice(-2)}`
}

/** What a system account has in a currency, in minor units. */
async function held(role: string, currency: string): Promise<bigint> {
  const sum = {
    name: 'test.held_in_system',
    text: `select coalesce(sum(amount_minor), 0)::bigint as sum from entry join account on account.id = entry.account_id
      where account.role = $1 and account.currency = $2`,
  }
  return (await wallet.database.list<{ sum: bigint }>(sum, [role, currency]))[0]?.sum ?? 0n
}

test('the quote lists the cost for each account, the seller’s currency first, with its rate and its end', async () => {
  const anna = await aUser(wallet, '10000.00 RUB', '100.00 USD')
  await anna.post('/v2/wallet/accounts', { currency_code: 'EUR' })
  const { code } = await aShopOrder(wallet, { format: 'epc', amount: '19.90', fee: '0.10' })
  const quote = await quoteOf(anna, code)
  const [first, ...others] = quote.accounts as Paying[]
  expect(first).toMatchObject({ currency_code: 'EUR', from_amount: '20.00', rate_id: null, expires_at: quote.expires_at })
  expect(new Set(others.map(({ currency_code }) => currency_code))).toEqual(new Set(['RUB', 'USD']))
  for (const { currency_code, from_amount, quantity_out, expires_at } of others) {
    const rate = parseRate(currency_code === 'RUB' ? 'RUB' : 'USD', 'EUR', '1', quantity_out ?? '')
    if (!rate) throw new Error('No rate')
    expect(kopecks(from_amount)).toBe(debitUp(money('EUR', 2000n), rate).minor)
    expect(Date.parse(expires_at) - Date.parse(String(quote.issued_at))).toBeLessThanOrEqual(60_000)
  }
  const free = await quoteOf(anna, (await aShopOrder(wallet, { format: 'epc' })).code)
  expect((free.accounts as Paying[]).map(({ from_amount }) => from_amount)).toEqual([null, null, null])
})

test('a payment from another currency is one operation: the quoted cost leaves the account, and the seller gets their own currency', async () => {
  const { anna, body, fromRoubles } = await anOffer({ fee: '0.10' })
  const before = await Promise.all([held('liquidity', 'EUR'), held('merchant_clearing', 'EUR')])
  expect(await pay(anna, body)).toMatchObject({ status: 'ok' })
  expect(await anna.balance('RUB')).toBe(less('10000.00', fromRoubles.from_amount))
  const kinds = ((await anna.get('/v2/wallet/transaction')).results as { kind: string }[]).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind !== 'topup')).toEqual(['payment'])
  const newest = await anna.newest()
  expect(newest).toMatchObject({ state: 'complete', amount: `-${fromRoubles.from_amount}`, currency_code: 'RUB' })
  expect(String(newest?.description).replaceAll('\u00a0', ' ')).toBe('Blumenhaus Berlin · €19.90')
  expect(newest?.description_amount).toBe('€19.90')
  const others = ((await anna.get('/v2/wallet/transaction?kind=topup')).results as object[]).map(Object.keys)
  expect(others.length).toBeGreaterThan(0)
  expect(others.flat()).not.toContain('description_amount')
  expect(kopecks(String(newest?.fee))).toBeGreaterThan(0n)
  const after = await Promise.all([held('liquidity', 'EUR'), held('merchant_clearing', 'EUR')])
  expect(after.map((sum, place) => sum - (before[place] ?? 0n))).toEqual([-2000n, 2000n])
})

test('a payment with an amount other than quoted, or with a missing, foreign or expired rate, is refused [payment-currency-1]', async () => {
  const { anna, body, fromRoubles } = await anOffer()
  const refused = async (change: Record<string, string>, refusal: object) =>
    expect(await pay(anna, { ...body, ...change })).toMatchObject(refusal)
  await refused(
    { from_amount: less(fromRoubles.from_amount, '0.01') },
    { http: 409, code: 'amount_mismatch', field: 'from_amount' },
  )
  await refused({ from_amount: less(fromRoubles.from_amount, '-0.01') }, { code: 'amount_mismatch' })
  await refused({ from_amount: '1e3' }, { code: 'invalid_field', field: 'from_amount' })
  await refused({ rate_id: body.rate_id?.replace('RUB-EUR', 'RUB-USD') ?? '' }, { http: 422, code: 'rate_unknown' })
  await refused({ rate_id: 'none' }, { code: 'rate_unknown', field: 'rate_id' })
  const { from_amount: _amount, ...unnamed } = body
  expect(await pay(anna, unnamed)).toMatchObject({ code: 'invalid_field', field: 'from_amount' })
  wallet.passSeconds(61)
  await refused({}, { http: 409, code: 'rate_expired', message: expect.stringContaining('Курс обновился') })
  expect(await anna.balance('RUB')).toBe('10000.00')
})

test('a payment costs the quoted amount while its rate lasts, even if rates have moved since', async () => {
  const { anna, body, fromRoubles } = await anOffer()
  wallet.passSeconds(45)
  expect(await pay(anna, body)).toMatchObject({ status: 'ok' })
  expect(await anna.balance('RUB')).toBe(less('10000.00', fromRoubles.from_amount))
})

test.each(['declined', 'refused'] as const)(
  'a payment that the provider has %s goes back whole, in the payer’s currency [payment-currency-2]',
  async (course) => {
    const { anna, body } = await anOffer({ course })
    const before = await Promise.all(['RUB', 'EUR'].map((currency) => held('liquidity', currency)))
    const key = aKey()
    const first = await pay(anna, body, key)
    expect(first).toMatchObject({ http: 422, code: 'payment_declined' })
    expect(await pay(anna, body, key)).toEqual(first)
    expect(await anna.balance('RUB')).toBe('10000.00')
    expect(await anna.newest()).toMatchObject({ state: 'failed' })
    expect(await Promise.all(['RUB', 'EUR'].map((currency) => held('liquidity', currency)))).toEqual(before)
  },
)

test.each([
  ['slow_paid', 'complete'],
  ['slow_declined', 'failed'],
] as const)(
  'a payment without an answer of the provider is held in the currency of the account until the provider reports: %s',
  async (course, state) => {
    const { anna, body, fromRoubles } = await anOffer({ course })
    const before = await held('payout_hold', 'RUB')
    expect(await pay(anna, body)).toMatchObject({ status: 'pending' })
    expect((await held('payout_hold', 'RUB')) - before).toBe(kopecks(fromRoubles.from_amount))
    expect(await anna.balance('RUB')).toBe(less('10000.00', fromRoubles.from_amount))
    await wallet.expectTrueBooks()
    passSlowTime(wallet)
    await until(async () => (await anna.newest())?.state === state)
    expect(await anna.balance('RUB')).toBe(state === 'failed' ? '10000.00' : less('10000.00', fromRoubles.from_amount))
  },
)

test('a payment that is sent six times at once under one key is made once', async () => {
  const { anna, body, fromRoubles } = await anOffer()
  const key = aKey()
  const answers = await Promise.all(Array.from({ length: 6 }, () => pay(anna, body, key)))
  expect(new Set(answers.map(({ status, transaction_id }) => `${status} ${transaction_id}`)).size).toBe(1)
  expect(await anna.balance('RUB')).toBe(less('10000.00', fromRoubles.from_amount))
})

test('a passkey signs the amount that leaves the account', async () => {
  const { anna, body, fromRoubles } = await anOffer()
  const passkey = await addPasskey(anna)
  const { pin: _pin, rate_id = '', ...terms } = body
  const sign = async (signed: Record<string, string>) =>
    passkey.get((await anna.post('/v2/wallet/passkeys/payment/start', signed)).options)
  const { from_amount: _amount, ...unnamed } = terms
  expect(await pay(anna, { ...terms, rate_id, passkey: await sign(unnamed) })).toMatchObject({ code: 'passkey_wrong' })
  expect(await pay(anna, { ...terms, rate_id, passkey: await sign(terms) })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('RUB')).toBe(less('10000.00', fromRoubles.from_amount))
})

test('while exchange is off, for all or for one person, only an account of the seller’s currency can pay', async () => {
  const { anna, body, code } = await anOffer()
  const stop = (word: string) => cases.operator('users', 'set', `+${anna.phone}`, '--exchange', word, '--yes', '--as', 'vera')
  expect(await stop('off')).toMatchObject({ code: 0 })
  expect(await pay(anna, body)).toMatchObject({ http: 403, code: 'feature_stopped' })
  expect(await stop('on')).toMatchObject({ code: 0 })
  const off = await startTestWallet({ RATE_PROVIDER: 'none' }, { databaseUrl: wallet.databaseUrl })
  const there = await aUser(off, '10000.00 RUB')
  expect((await quoteOf(there, code)).accounts).toEqual([])
  expect(await pay(there, { ...body, account_id: (await there.account('RUB')).id })).toMatchObject({ code: 'quote_unknown' })
  await off.close()
  expect(await anna.balance('RUB')).toBe('10000.00')
})

test('a payment in roubles that comes back late goes back in roubles, and the operator bears the change of the rate', async () => {
  const tell = (reference: unknown, status: 'paid' | 'failed', amount = '19.90') =>
    sendSellerPaymentEvent(wallet, { reference: String(reference), status, amount, currency: 'EUR' })
  const euros = () => Promise.all(['liquidity', 'merchant_clearing', 'suspense'].map((role) => held(role, 'EUR')))
  const before = await euros()
  const { anna, body, fromRoubles } = await anOffer()
  const left = less('10000.00', fromRoubles.from_amount)
  const { transaction_id: returned } = await pay(anna, body)
  await tell(returned, 'failed')
  expect(await euros()).toEqual(before)
  await wallet.expectTrueBooks()
  const opened = await cases.about(String(returned))
  expect(opened.amount).toBe(`RUB ${kopecks(fromRoubles.from_amount)}`)
  await cases.resolve(opened.id, 'paid_again')
  expect(await euros()).toEqual([(before[0] ?? 0n) - 1990n, (before[1] ?? 0n) + 1990n, before[2]])
  expect(await anna.balance('RUB')).toBe(left)

  const { anna: boris, body: theirs, fromRoubles: taken } = await anOffer({ course: 'declined' })
  const declined = await pay(boris, theirs)
  const then = await euros()
  await tell(declined.transaction_id, 'paid')
  expect(await boris.balance('RUB')).toBe(less('10000.00', taken.from_amount))
  await cases.resolve((await cases.about(String(declined.transaction_id))).id, 'credit')
  expect(await boris.balance('RUB')).toBe('10000.00')
  expect(await euros()).toEqual(then)
})
