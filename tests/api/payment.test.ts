import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addPasskey } from '#tests/authenticator'
import { aKey, ask, aUser, PIN, type TestUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { aShopOrder, payCode, payQuote, quoteOf, type ShopCourse, type ShopOrder } from '#tests/shop'
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

const run = (text: string, ...values: readonly unknown[]): Promise<number> =>
  wallet.database.run({ name: `test.${text.slice(0, 55)}`, text }, values)

/** An order of 40.00 USD at the shop, and somebody with 100.00 USD. */
async function anOrder(course: ShopCourse = 'paid'): Promise<{ anna: TestUser; order: ShopOrder }> {
  const [anna, order] = await Promise.all([
    aUser(wallet, '100.00 USD'),
    aShopOrder(wallet, { format: 'pix', amount: '40.00', course }),
  ])
  return { anna, order }
}

async function aQuote(course: ShopCourse = 'paid'): Promise<{ anna: TestUser; quote_id: unknown; order: ShopOrder }> {
  const { anna, order } = await anOrder(course)
  return { anna, order, quote_id: (await quoteOf(anna, order.code)).quote_id }
}

const pageOf = async ({ id }: ShopOrder): Promise<string> => (await fetch(`${wallet.url}/sandbox/shop/${id}?lang=en`)).text()

describe('the code of a seller', () => {
  test.each([
    { format: 'sbp', had: '5000.00', amount: '350.00', currency: 'RUB', seller: 'ООО «Кофейня Зерно»' },
    { format: 'qris', had: '300000.00', amount: '25000.00', currency: 'IDR', seller: 'Warung Kopi' },
    { format: 'pix', had: '100.00', amount: '4.00', currency: 'USD', seller: 'Padaria do Sol' },
    { format: 'gost', had: '5000.00', amount: '1200.50', currency: 'RUB', seller: 'ООО «Три кита»' },
    { format: 'epc', had: '100.00', amount: '19.90', currency: 'EUR', seller: 'Blumenhaus Berlin' },
  ] as const)(
    'in the format $format is paid to the seller that the provider names, and the shop shows it as paid',
    async ({ format, had, amount, currency, seller }) => {
      const anna = await aUser(wallet, `${had} ${currency}`)
      const order = await aShopOrder(wallet, { format, amount })
      expect(await pageOf(order)).not.toContain('>Paid<')
      const quote = await quoteOf(anna, order.code)
      expect(quote).toMatchObject({
        status: 'ok',
        seller,
        format,
        currency_code: currency,
        amount,
        min: null,
        max: null,
        fee: '0.00',
      })
      expect(await payQuote(anna, { quote_id: quote.quote_id, currency })).toMatchObject({ status: 'ok', message: 'Оплачено' })
      expect(await anna.balance(currency)).toBe((Number(had) - Number(amount)).toFixed(2))
      expect(await anna.newest()).toMatchObject({ description: seller, state: 'complete', amount: `-${amount}` })
      expect(await anna.told()).toContain(`Paid: `)
      expect(await pageOf(order)).toContain('>Paid<')
    },
  )

  test('is shown as a picture, under a policy that allows no foreign content', async () => {
    const order = await aShopOrder(wallet, { format: 'sbp', amount: '10.00' })
    const response = await fetch(`${wallet.url}/sandbox/shop/${order.id}`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toMatch(/<svg class="shop-code" viewBox="0 0 \d+ \d+"[^>]*><path d="M\d/)
    expect((await fetch(`${wallet.url}/sandbox/shop`)).status).toBe(200)
    expect((await fetch(`${wallet.url}/sandbox/shop/${randomUUID()}`)).status).toBe(404)
  })

  test('can leave the amount to the payer, within bounds', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const order = await aShopOrder(wallet, { format: 'pix', fee: '0.50' })
    const quote = await quoteOf(anna, order.code)
    expect(quote).toMatchObject({ amount: null, min: '1.00', max: '100000.00', fee: '0.50' })
    const pay = (amount?: string) => payQuote(anna, { quote_id: quote.quote_id, currency: 'USD', amount })
    expect(await pay()).toMatchObject({ code: 'invalid_field', field: 'amount' })
    expect(await pay('0.99')).toMatchObject({ code: 'amount_min' })
    expect(await pay('100000.01')).toMatchObject({ code: 'amount_max' })
    expect(await pay('99.51')).toMatchObject({ code: 'insufficient_funds' })
    expect(await anna.balance('USD')).toBe('100.00')
    expect(await pay('30.00')).toMatchObject({ status: 'ok' })
    expect(await anna.balance('USD')).toBe('69.50')
  })

  test('is refused as damaged when its check sum is wrong, and as unknown when no seller can be paid by it', async () => {
    const { anna, order } = await anOrder()
    const damaged = { http: 422, code: 'payment_code_damaged', field: 'code' }
    expect(await quoteOf(anna, order.code.replace('Padaria', 'Padariq'))).toMatchObject(damaged)
    const unknown = { http: 422, code: 'payment_code_unknown', field: 'code' }
    const bill = await aShopOrder(wallet, { format: 'gost', amount: '1000.00' })
    for (const code of [
      'просто текст',
      'https://shop.example/pay',
      'ST00012|Name=x',
      // It has no check sum, but the provider knows its codes.
      bill.code.replace('Sum=100000', 'Sum=100'),
      'https://qr.nspk.ru/AD10000000000000000000000000TEST?type=02&bank=100000000000&sum=15050&cur=RUB&crc=2562',
    ])
      expect(await quoteOf(anna, code)).toMatchObject(unknown)
  })

  test('with a false name is paid to the seller that the provider names, and the false name is shown nowhere [api-payment-1]', async () => {
    const anna = await aUser(wallet, '5000.00 RUB')
    const order = await aShopOrder(wallet, { format: 'gost', amount: '1000.00', claimed_name: 'Сбербанк' })
    expect(order.code).toContain('Name=Сбербанк|')
    const quote = await quoteOf(anna, order.code)
    const paid = await payQuote(anna, { quote_id: quote.quote_id, currency: 'RUB' })
    expect(paid).toMatchObject({ status: 'ok' })
    expect(quote.seller).toBe('ООО «Три кита»')
    expect(JSON.stringify([quote, paid, await anna.newest(), await anna.told()])).not.toContain('Сбербанк')
  })

  test('is refused when its amount differs from the amount at the provider [api-payment-2]', async () => {
    const anna = await aUser(wallet, '5000.00 RUB')
    const order = await aShopOrder(wallet, { format: 'sbp', amount: '100.00' })
    await run("update sandbox.shop_order set amount = '1000.00' where id = $1", order.id)
    expect(await quoteOf(anna, order.code)).toMatchObject({ http: 409, code: 'amount_mismatch', field: 'code' })
  })
})

describe('a payment', () => {
  test('has the quoted amount, which the request cannot change [api-payment-3]', async () => {
    const { anna, quote_id } = await aQuote()
    for (const amount of ['39.99', '40.01', '4000.00'])
      expect(await payQuote(anna, { quote_id, currency: 'USD', amount })).toMatchObject({ http: 409, code: 'amount_mismatch' })
    expect(await anna.balance('USD')).toBe('100.00')
    expect(await payQuote(anna, { quote_id, currency: 'USD', amount: '40.00' })).toMatchObject({ status: 'ok' })
    expect(await anna.balance('USD')).toBe('60.00')
  })

  test('is declined and given back when the seller has raised the price since the quote', async () => {
    const { anna, quote_id, order } = await aQuote()
    await run("update sandbox.shop_order set amount = '41.00' where id = $1", order.id)
    expect(await payQuote(anna, { quote_id, currency: 'USD' })).toMatchObject({ http: 422, code: 'payment_declined' })
    expect(await anna.balance('USD')).toBe('100.00')
  })

  test.each(['declined', 'refused'] as const)('that the provider has %s is given back, and stays failed', async (course) => {
    const { anna, quote_id } = await aQuote(course)
    const key = aKey()
    const first = await payQuote(anna, { quote_id, currency: 'USD', key })
    expect(first).toMatchObject({ http: 422, code: 'payment_declined' })
    expect(await payQuote(anna, { quote_id, currency: 'USD', key })).toEqual(first)
    expect(await anna.balance('USD')).toBe('100.00')
    expect(await anna.newest()).toMatchObject({ state: 'failed' })
    expect(await anna.told()).toContain("Payment didn't go through")
  })

  test.each([
    ['slow_paid', 'complete', '60.00'],
    ['slow_declined', 'failed', '100.00'],
  ] as const)('without an answer keeps the money held until the provider reports: %s', async (course, state, balance) => {
    const { anna, quote_id } = await aQuote(course)
    const key = aKey()
    const { status, transaction_id } = await payQuote(anna, { quote_id, currency: 'USD', key })
    expect(status).toBe('pending')
    expect(await anna.balance('USD')).toBe('60.00')
    expect(await anna.newest()).toMatchObject({ operation_id: transaction_id, state: 'pending' })
    passSlowTime(wallet)
    await until(async () => (await anna.newest())?.state === state)
    expect(await anna.balance('USD')).toBe(balance)
    const again = await payQuote(anna, { quote_id, currency: 'USD', key })
    expect(again).toMatchObject(state === 'complete' ? { status: 'ok', transaction_id } : { code: 'payment_declined' })
  })

  test('that is sent eight times at once under one key is made once', async () => {
    const { anna, quote_id } = await aQuote()
    const key = aKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => payQuote(anna, { quote_id, currency: 'USD', key })))
    expect(new Set(answers.map(({ status, transaction_id }) => `${status} ${transaction_id}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 'ok' })
    expect(await anna.balance('USD')).toBe('60.00')
  })

  test('of one quote is made once, even under different keys in two processes [api-payment-4]', async () => {
    const { anna, quote_id } = await aQuote()
    const other = await startTestWallet({}, { databaseUrl: wallet.databaseUrl })
    const { id: account_id } = await anna.account('USD')
    const body = { quote_id, account_id, pin: PIN }
    const answers = await Promise.all(
      [wallet, other, wallet, other, wallet, other].map(({ app }) =>
        app.inject({
          method: 'POST',
          url: '/v2/wallet/payment',
          payload: body,
          headers: { authorization: `Token ${anna.token}`, 'idempotency-key': aKey() },
        }),
      ),
    )
    const codes = answers.map((answer) => (answer.json() as { code?: string }).code ?? 'paid')
    expect(codes.toSorted()).toEqual(['paid', ...Array.from({ length: 5 }, () => 'quote_used')])
    expect(await anna.balance('USD')).toBe('60.00')
    await other.close()
  })

  test('is given back when another person has paid the order meanwhile', async () => {
    const { anna, quote_id, order } = await aQuote()
    const boris = await aUser(wallet, '100.00 USD')
    expect(await payCode(boris, order)).toMatchObject({ status: 'ok' })
    expect(await payQuote(anna, { quote_id, currency: 'USD' })).toMatchObject({ code: 'payment_declined' })
    expect([await anna.balance('USD'), await boris.balance('USD')]).toEqual(['100.00', '60.00'])
    expect(await quoteOf(anna, order.code)).toMatchObject({ code: 'payment_code_unknown' })
  })

  test('is refused with an expired or foreign quote, from a foreign account, and in another currency without its rate [api-payment-5]', async () => {
    const { anna, quote_id } = await aQuote()
    const boris = await aUser(wallet, '100.00 USD', '5000.00 RUB')
    expect(await payQuote(boris, { quote_id, currency: 'USD' })).toMatchObject({ http: 404, code: 'quote_unknown' })
    expect(await payQuote(anna, { quote_id: 'none', currency: 'USD' })).toMatchObject({ http: 404, code: 'quote_unknown' })
    const of = async (user: TestUser, currency: string) => (await user.account(currency)).id
    for (const account_id of [await of(boris, 'USD'), randomUUID(), 'none'])
      expect(await anna.post('/v2/wallet/payment', { quote_id, account_id, pin: PIN })).toMatchObject({
        http: 404,
        code: 'account_unknown',
      })
    const inRoubles = { quote_id, account_id: await of(anna, 'RUB'), pin: PIN }
    expect(await anna.post('/v2/wallet/payment', inRoubles)).toMatchObject({ http: 422, code: 'rate_unknown' })
    await run("update payment_quote set expires_at = now() - interval '1 second' where id = $1", quote_id)
    expect(await payQuote(anna, { quote_id, currency: 'USD' })).toMatchObject({ http: 409, code: 'quote_expired' })
    expect([await anna.balance('USD'), await boris.balance('USD')]).toEqual(['100.00', '100.00'])
  })

  test('needs the PIN, which is compared only when nothing else refuses the payment', async () => {
    const { anna, quote_id } = await aQuote()
    const { id: account_id } = await anna.account('USD')
    expect(await anna.post('/v2/wallet/payment', { quote_id, account_id })).toMatchObject({ code: 'invalid_field', field: 'pin' })
    const poor = await aUser(wallet, '10.00 USD')
    const theirs = await quoteOf(poor, (await aShopOrder(wallet, { format: 'pix', amount: '40.00' })).code)
    for (let tries = 0; tries < 6; tries += 1)
      expect(await payQuote(poor, { quote_id: theirs.quote_id, currency: 'USD', pin: '0000' })).toMatchObject({
        code: 'insufficient_funds',
      })
    expect(await payQuote(anna, { quote_id, currency: 'USD', pin: '0000' })).toMatchObject({ code: 'pin_wrong' })
    expect(await anna.balance('USD')).toBe('100.00')
    expect(await payQuote(anna, { quote_id, currency: 'USD' })).toMatchObject({ status: 'ok' })
  })

  test('is confirmed by a passkey that has signed exactly this payment', async () => {
    const { anna, quote_id } = await aQuote()
    const other = (await quoteOf(anna, (await aShopOrder(wallet, { format: 'pix', amount: '1.00' })).code)).quote_id
    const passkey = await addPasskey(anna)
    const { id: account_id } = await anna.account('USD')
    const sign = async (terms: Record<string, unknown>) =>
      passkey.get((await anna.post('/v2/wallet/passkeys/payment/start', terms)).options)
    const pay = (assertion: string) => anna.post('/v2/wallet/payment', { quote_id, account_id, passkey: assertion })
    expect(await pay(await sign({ quote_id: other, account_id }))).toMatchObject({ code: 'passkey_wrong' })
    expect(await pay(await sign({ quote_id, account_id, amount: '40.00' }))).toMatchObject({ code: 'passkey_wrong' })
    expect(await anna.balance('USD')).toBe('100.00')
    expect(await pay(await sign({ quote_id, account_id }))).toMatchObject({ status: 'ok' })
    expect(await anna.balance('USD')).toBe('60.00')
  })

  test('is refused for a frozen wallet, for a person who is stopped or may not withdraw, and while the feature is off', async () => {
    const { anna, quote_id } = await aQuote()
    const pay = () => payQuote(anna, { quote_id, currency: 'USD' })
    const set = async (...words: string[]) =>
      expect(await cases.operator('users', 'set', `+${anna.phone}`, ...words, '--yes', '--as', 'vera')).toMatchObject({ code: 0 })
    await set('--qr-payment', 'off')
    expect(await pay()).toMatchObject({ http: 403, code: 'feature_stopped' })
    await set('--qr-payment', 'on', '--withdrawal', 'off')
    expect(await pay()).toMatchObject({ http: 403, code: 'withdrawal_not_allowed' })
    await set('--withdrawal', 'on')
    expect(await anna.post('/v2/wallet/auth/freeze', {})).toMatchObject({ status: 'ok' })
    expect(await pay()).toMatchObject({ http: 403, code: 'wallet_frozen' })
    const off = await startTestWallet({ MERCHANT_PROVIDER: 'none' }, { databaseUrl: wallet.databaseUrl })
    const there = await aUser(off)
    expect(await quoteOf(there, 'x')).toMatchObject({ http: 403, code: 'switched_off' })
    expect(await payQuote(there, { quote_id, currency: 'USD' })).toMatchObject({ http: 403, code: 'switched_off' })
    await off.close()
    expect(await anna.balance('USD')).toBe('100.00')
  })
})

test('payments to sellers are limited by the daily limit of the level, which starts anew the next day', async () => {
  const own = await startTestWallet({ FIRST_DAY_PERCENT: '100', VELOCITY_OUT_PERCENT: '0' })
  const anna = await aUser(own, '10000.00 USD', '100.00 USD')
  const pay = async (amount: string) => payCode(anna, await aShopOrder(own, { format: 'pix', amount }))
  expect(await pay('10000.00')).toMatchObject({ status: 'ok' })
  expect(await pay('1.00')).toMatchObject({ code: 'limit_daily', amount: '10000.00' })
  own.passSeconds(86_400)
  expect(await pay('1.00')).toMatchObject({ status: 'ok' })
  await own.expectTrueBooks()
  await own.close()
})

test('payment by code is on with the sandbox until the operator switches it off [api-payment-6]', async () => {
  const { anna, quote_id, order } = await aQuote()
  const turn = async (state: 'on' | 'off'): Promise<void> => {
    expect(await cases.operator('flags', state, 'qr_payment', '--yes', '--as', 'vera')).toMatchObject({ code: 0 })
    await until(async () => {
      const { switches } = await ask(wallet, 'GET', '/v2/wallet/config')
      return (switches as Record<string, boolean>).qr_payment === (state === 'on')
    })
  }
  await turn('off')
  expect(await quoteOf(anna, order.code)).toMatchObject({ http: 403, code: 'switched_off' })
  expect(await payQuote(anna, { quote_id, currency: 'USD' })).toMatchObject({ http: 403, code: 'switched_off' })
  await turn('on')
  expect(await payQuote(anna, { quote_id, currency: 'USD' })).toMatchObject({ status: 'ok' })
})

describe('the report of the provider', () => {
  /** A payment of 40.00 out of 100.00 USD that the provider never ends by itself. */
  async function anOpenPayment(): Promise<{ anna: TestUser; reference: string }> {
    const { anna, quote_id } = await aQuote('slow_paid')
    const { transaction_id } = await payQuote(anna, { quote_id, currency: 'USD' })
    const reference = String(transaction_id)
    await run("update sandbox.shop_payment set settles_at = 'infinity', is_announced = true where reference = $1", reference)
    return { anna, reference }
  }
  const PAID = { status: 'paid', amount: '40.00', currency: 'USD' } as const

  test('has one effect when it is signed, and none when it is forged, changed or late', async () => {
    const { anna, reference } = await anOpenPayment()
    const told = { reference, ...PAID, eventId: randomUUID() }
    for (const forge of [
      { secret: 'another secret' },
      { secondsOff: -301 },
      { header: null },
      { change: (body: string) => body.replace('paid', 'failed') },
    ])
      expect(await sendSellerPaymentEvent(wallet, told, forge)).toBe(401)
    expect(await anna.newest()).toMatchObject({ state: 'pending' })
    const statuses = await Promise.all(Array.from({ length: 6 }, () => sendSellerPaymentEvent(wallet, told)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await anna.newest()).toMatchObject({ state: 'complete' })
    expect(await anna.balance('USD')).toBe('60.00')
    expect((await anna.told()).match(/Paid:/g)).toHaveLength(1)
  })

  test('that a seller was paid after the hold was given back debits the payer again, who owes any missing amount [api-payment-7]', async () => {
    const { anna, reference } = await anOpenPayment()
    await sendSellerPaymentEvent(wallet, { reference, ...PAID, status: 'failed' })
    expect(await anna.balance('USD')).toBe('100.00')
    await anna.withdraw('70.00', 'USD')
    for (const again of [1, 2])
      expect([again, await sendSellerPaymentEvent(wallet, { reference, ...PAID })]).toEqual([again, 200])
    expect(await anna.balance('USD')).toBe('0.00')
    expect(await anna.newest()).toMatchObject({ kind: 'payment_recall', amount: '-30.00', state: 'complete' })
    const { operation } = await anna.get(`/v2/wallet/operation?id=${reference}`)
    expect((operation as { timeline: { step: string }[] }).timeline.at(-1)).toMatchObject({ step: 'delivered' })
    expect(await anna.told()).toContain(
      'The payment to Padaria do Sol that we had returned went through after all. $30.00 was taken from your account; the remaining $10.00',
    )
    const opened = await cases.about(reference)
    expect(opened).toMatchObject({ kind: 'seller_payment_paid_after_return' })
    await wallet.expectTrueBooks()
    await anna.topUp('4.00', 'USD')
    expect(await anna.balance('USD')).toBe('0.00')
    await cases.resolve(opened.id, 'credit')
    expect(await anna.balance('USD')).toBe('34.00')
  })

  test('that a paid payment failed puts its cost in suspense, to be credited or paid again', async () => {
    for (const [way, balance] of [
      ['credit', '100.00'],
      ['paid_again', '60.00'],
    ] as const) {
      const { anna, reference } = await anOpenPayment()
      await sendSellerPaymentEvent(wallet, { reference, ...PAID })
      expect(await cases.allAbout(reference)).toEqual([])
      for (const again of [1, 2])
        expect([again, await sendSellerPaymentEvent(wallet, { reference, ...PAID, status: 'failed' })]).toEqual([again, 200])
      const opened = await cases.about(reference)
      expect(opened).toMatchObject({ kind: 'seller_payment_returned', amount: 'USD 4000', resolution: null })
      await wallet.expectTrueBooks()
      await cases.resolve(opened.id, way)
      expect(await anna.balance('USD')).toBe(balance)
      await sendSellerPaymentEvent(wallet, { reference, ...PAID })
      expect((await cases.allAbout(reference)).map(({ kind }) => kind)).toEqual([
        'seller_payment_changed',
        'seller_payment_returned',
      ])
    }
  })

  test.each([
    ['less', '39.00', 'USD 100', 'credit', '61.00'],
    ['more', '41.00', 'USD -100', 'write_off', '60.00'],
  ])(
    'that %s was paid than was asked for books the paid amount, with the difference in suspense',
    async (_what, amount, suspended, way, left) => {
      const { anna, reference } = await anOpenPayment()
      for (const again of [1, 2])
        expect([again, await sendSellerPaymentEvent(wallet, { reference, ...PAID, amount })]).toEqual([again, 200])
      expect(await anna.balance('USD')).toBe('60.00')
      const opened = await cases.about(reference)
      expect(opened).toMatchObject({ kind: 'seller_payment_amount_differs', amount: suspended })
      await cases.resolve(opened.id, way)
      expect(await anna.balance('USD')).toBe(left)
      await sendSellerPaymentEvent(wallet, { reference, ...PAID, amount: '38.00' })
      expect((await cases.allAbout(reference)).map(({ kind }) => kind).toSorted()).toEqual([
        'seller_payment_amount_differs',
        'seller_payment_changed',
      ])
    },
  )

  test('of too large a payment after the return debits the payer no more than the agreed cost', async () => {
    const { anna, reference } = await anOpenPayment()
    await sendSellerPaymentEvent(wallet, { reference, ...PAID, status: 'failed' })
    await sendSellerPaymentEvent(wallet, { reference, ...PAID, amount: '45.00' })
    expect(await anna.balance('USD')).toBe('60.00')
    expect((await cases.allAbout(reference)).map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
      ['seller_payment_amount_differs', 'USD -500'],
      ['seller_payment_paid_after_return', null],
    ])
  })

  test('of a payment without an operation takes it from suspense, until the provider takes it back or it is written off', async () => {
    for (const way of ['return', 'write_off']) {
      const reference = randomUUID()
      for (const again of [1, 2])
        expect([again, await sendSellerPaymentEvent(wallet, { reference, ...PAID })]).toEqual([again, 200])
      expect(await cases.about(reference)).toMatchObject({ kind: 'seller_payment_unasked', amount: 'USD -4000' })
      await wallet.expectTrueBooks()
      await cases.resolve((await cases.about(reference)).id, way)
    }
  })

  test('that arrives several times at once in two processes, after the hold was given back, is booked once', async () => {
    const { anna, reference } = await anOpenPayment()
    await sendSellerPaymentEvent(wallet, { reference, ...PAID, status: 'failed' })
    const other = await startTestWallet({}, { databaseUrl: wallet.databaseUrl })
    const words = [wallet, other, wallet, other].map((one) => sendSellerPaymentEvent(one, { reference, ...PAID }))
    await Promise.all(words)
    await sendSellerPaymentEvent(wallet, { reference, ...PAID })
    expect(await anna.balance('USD')).toBe('60.00')
    expect(await cases.about(reference)).toMatchObject({ kind: 'seller_payment_paid_after_return' })
    await other.close()
  })

  test('that is missing for a day opens a case, which the operator resolves by what the provider has told them', async () => {
    const later = await startTestWallet({ PROVIDER_TIMEOUT_MS: '300' }, { databaseUrl: wallet.databaseUrl })
    const { anna, reference } = await anOpenPayment()
    later.passSeconds(86_400)
    await run('update payment set next_check_at = now() where operation_id = $1', reference)
    await until(async () => (await cases.allAbout(reference)).length > 0)
    const { id, kind } = await cases.about(reference)
    expect(kind).toBe('seller_payment_without_end')
    // Nobody is about to send it any more.
    const isSent = {
      name: 'test.is_sent',
      text: 'select from payment where operation_id = $1 and sending_until < clock_timestamp()',
    }
    await until(async () => (await wallet.database.list(isSent, [reference])).length > 0)
    await cases.resolve(id, 'reverse')
    expect(await anna.newest()).toMatchObject({ state: 'failed' })
    expect(await anna.balance('USD')).toBe('100.00')
    await later.close()
  })

  test('that differs from the earlier end when it is asked for again opens a case', async () => {
    const { anna, order, quote_id } = await aQuote()
    const { transaction_id } = await payQuote(anna, { quote_id, currency: 'USD' })
    const reference = String(transaction_id)
    await run('delete from sandbox.shop_payment where order_id = $1', order.id)
    const since = new Date().toISOString().slice(0, 10)
    expect(await cases.operator('operations', 'reconcile', '--since', since, '--yes', '--as', 'vera')).toMatchObject({ code: 0 })
    await until(async () => (await cases.allAbout(reference)).length > 0)
    expect(await cases.about(reference)).toMatchObject({ kind: 'seller_payment_changed' })
    expect(await anna.balance('USD')).toBe('60.00')
  })
})
