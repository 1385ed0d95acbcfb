import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { operationNumber } from '#contract/operation-number'
import { type Answer, aUser, freshPhone, type TestUser, until } from '#tests/builders'
import { casesOf } from '#tests/cases'
import { pdfText } from '#tests/pdf-text'
import { aShopOrder, payCode, quoteOf } from '#tests/shop'
import { passSlowTime } from '#tests/slow-seller'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PATH = '/v2/wallet/operation'

interface Step {
  readonly step: string
  readonly name: string
  readonly at: string | null
  readonly is_done: boolean
}

interface ReadReceipt extends Record<string, unknown> {
  readonly lines: readonly Record<string, unknown>[]
  readonly timeline: readonly Step[]
}

async function receiptOf(user: TestUser, id: unknown, language = 'en'): Promise<ReadReceipt> {
  const { status, operation } = await user.get(`${PATH}?id=${id}`, language)
  expect(status).toBe('ok')
  return operation as ReadReceipt
}

/** The steps, what is yet to come in brackets; they are in the order of time. */
function stepsOf({ timeline }: ReadReceipt): string[] {
  const times = timeline.flatMap(({ at }) => (at === null ? [] : [at]))
  expect(times).toEqual(times.toSorted())
  return timeline.map(({ step, at, is_done }) => {
    expect(at === null).toBe(!is_done)
    return is_done ? step : `(${step})`
  })
}

test('a top-up: asked for, and credited, with the balance it left', async () => {
  const anna = await aUser(wallet, '100.00 RUB')
  const order = await anna.topUp('50.00', 'RUB')
  const told = await receiptOf(anna, order)
  expect(stepsOf(told)).toEqual(['asked', 'arrived'])
  expect(told.timeline[1]?.name).toBe('Credited to your account')
  expect(told).toMatchObject({
    id: order,
    number: expect.stringMatching(/^([0-9]{6}-)?[0-9A-F]{9}$/),
    lines: [{ operation_id: order, amount: '50.00', fee: '0.00', currency_code: 'RUB', balance_after: '150.00' }],
    rate: null,
    other_amount: null,
    other_party: null,
  })
  const { order: unpaid } = await anna.post('/v2/wallet/top-up', { amount: '50.00', currency_code: 'RUB' })
  const open = await receiptOf(anna, unpaid)
  expect(stepsOf(open)).toEqual(['asked', '(arrived)'])
  expect(open.lines[0]).toMatchObject({ balance_after: null })
  expect(stepsOf(await receiptOf(anna, await anna.topUp('50.00', 'RUB', 'decline')))).toEqual(['asked', 'declined'])
})

test('a withdrawal: held, and at the recipient, by card and network; one that is slow was sent in between; one that fails comes back', async () => {
  const anna = await aUser(wallet, '1000.00 RUB')
  const { transaction_id: paid } = await anna.withdraw('250.00', 'RUB')
  const told = await receiptOf(anna, paid)
  expect(stepsOf(told)).toEqual(expect.arrayContaining(['asked', 'held', 'delivered']))
  expect(told).toMatchObject({
    lines: [{ amount: '-250.00', balance_after: '750.00' }],
    other_party: { name: null, masked: expect.stringMatching(/^220012.*4821$/), network: 'Mir' },
  })
  const refused = await anna.withdraw('40.00', 'RUB', { pan: '2200123456780002' })
  const failed = await receiptOf(anna, refused.transaction_id ?? (await anna.newest())?.operation_id)
  expect(stepsOf(failed).at(-1)).toBe('returned')
  expect(failed.lines).toMatchObject([{ state: 'failed', balance_after: '750.00' }])
})

test('an exchange has both sides, the rate, the mid rate and the margin', async () => {
  const anna = await aUser(wallet, '1000.00 RUB')
  expect(await casesOf(wallet).operator('margin', 'set', 'RUB', 'USD', '150', '--yes', '--as', 'vera')).toMatchObject({
    code: expect.any(Number),
  })
  const got = await anna.exchange('100.00', 'RUB', 'USD')
  const told = await receiptOf(anna, (await anna.newest())?.operation_id)
  expect(stepsOf(told)).toEqual(['exchanged'])
  expect(told.lines).toMatchObject([
    { amount: '-100.00', currency_code: 'RUB', balance_after: '900.00' },
    { amount: got, currency_code: 'USD', balance_after: got },
  ])
  expect(told.rate).toMatchObject({
    from_currency_code: 'RUB',
    to_currency_code: 'USD',
    quantity_out: expect.stringMatching(/^0\.01/),
    mid: expect.stringMatching(/^0\.01/),
    margin_percent: expect.stringMatching(/^[0-9.]+$/),
  })
})

test('a transfer: who has sent it and who has got it each have a receipt of their own side', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet, '17.00 RUB')]
  const { transaction_id: id } = await anna.send('30.00', 'RUB', { phone: boris.phone }, { message: 'Кофе' })
  const [sent, got] = [await receiptOf(anna, id), await receiptOf(boris, id)]
  expect([stepsOf(sent), stepsOf(got)]).toEqual([['delivered'], ['arrived']])
  expect(sent.lines).toMatchObject([{ amount: '-30.00', note: 'Кофе', balance_after: '70.00' }])
  expect(got.lines).toMatchObject([{ amount: '30.00', note: 'Кофе', balance_after: '47.00' }])
  expect(JSON.stringify(got)).not.toContain('70.00')
  expect(sent.other_party).toMatchObject({ name: 'Анна С.', masked: null })
})

test('one that waits is told when it began to, and comes back; who it was for has no receipt of it', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const { transaction_id: id } = await anna.send('30.00', 'RUB', { phone: boris.phone }, { protection_code: '1234' })
  expect(stepsOf(await receiptOf(anna, id))).toEqual(['asked', 'waiting', '(delivered)'])
  expect(await boris.get(`${PATH}?id=${id}`)).toMatchObject({ http: 404, code: 'not_found' })
  await anna.post('/v2/wallet/transfer/take-back', { transaction_id: id })
  const told = await receiptOf(anna, id)
  expect(stepsOf(told)).toEqual(['asked', 'waiting', 'returned'])
  expect(told.lines).toMatchObject([{ balance_after: '100.00' }])
})

test('whoever got what had waited reads of when they got it alone', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const { transaction_id: id } = await anna.send('30.00', 'RUB', { phone: boris.phone }, { protection_code: '1234' })
  const body = { transaction_id: id, protection_code: '1234' }
  expect(await boris.post('/v2/wallet/transfer/receive', body)).toMatchObject({ status: 'ok' })
  expect(stepsOf(await receiptOf(anna, id))).toEqual(['asked', 'waiting', 'delivered'])
  expect(stepsOf(await receiptOf(boris, id))).toEqual(['arrived'])
})

test('a payment from another currency: what left, what the seller got, at which rate; the seller by name', async () => {
  const anna = await aUser(wallet, '10000.00 RUB')
  const order = await aShopOrder(wallet, { format: 'epc', amount: '19.90', course: 'paid' })
  const quote = await quoteOf(anna, order.code)
  const roubles = (quote.accounts as Record<string, string>[]).find(({ currency_code }) => currency_code === 'RUB')
  const { account_id, from_amount, rate_id } = roubles ?? {}
  const body = { quote_id: quote.quote_id, account_id, from_amount, rate_id, pin: '4815' }
  const { transaction_id: id } = await anna.post('/v2/wallet/payment', body)
  await until(async () => (await receiptOf(anna, id)).lines[0]?.state === 'complete')
  const told = await receiptOf(anna, id)
  expect(stepsOf(told).slice(0, 2)).toEqual(['asked', 'held'])
  expect(stepsOf(told).at(-1)).toBe('delivered')
  expect(told).toMatchObject({
    lines: [{ amount: `-${from_amount}`, currency_code: 'RUB' }],
    other_amount: { amount: '19.90', currency_code: 'EUR' },
    other_party: { name: order.seller, masked: null, network: null },
    rate: { from_currency_code: 'RUB', to_currency_code: 'EUR' },
  })
})

test('a slow payment is held, sent, and then with the seller', async () => {
  const anna = await aUser(wallet, '1000.00 RUB')
  const order = await aShopOrder(wallet, { format: 'sbp', amount: '150.00', course: 'slow_paid' })
  const { transaction_id: id } = await payCode(anna, order)
  passSlowTime(wallet)
  await until(async () => (await receiptOf(anna, id)).lines[0]?.state === 'complete')
  expect(stepsOf(await receiptOf(anna, id))).toEqual(['asked', 'held', 'sent', 'delivered'])
})

test('of another person’s operation, of none and of what is no id there is nothing [api-receipt-1]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const id = (await anna.newest())?.operation_id
  const unknown = '01a20533-39a9-7749-b768-05e0dc38ed66'
  for (const path of [PATH, `${PATH}/receipt.pdf`]) {
    for (const asked of [id, unknown, 'nothing']) {
      expect(await boris.get(`${path}?id=${asked}`)).toMatchObject({ http: 404, code: 'not_found' })
    }
    expect(await boris.get(path)).toMatchObject({ http: 400 })
  }
})

const bytesOf = async (user: TestUser, id: unknown, language: string): Promise<Response> =>
  fetch(`${wallet.url}${PATH}/receipt.pdf?id=${id}`, {
    headers: { authorization: `Token ${user.token}`, 'accept-language': language },
  })

test('the sheet has number, amounts, both people and the way, in the reader’s language, and not what is left', async () => {
  const [anna, boris] = [await aUser(wallet, '1234.00 RUB'), await aUser(wallet)]
  const { transaction_id: id }: Answer = await anna.send('234.50', 'RUB', { phone: boris.phone })
  const number = operationNumber(String(id))
  for (const [language, amount, step] of [
    ['ru', '−234,50\u00a0₽', 'Деньги у\u00a0получателя'],
    ['en', '−₽234.50', 'Received by the recipient'],
  ] as const) {
    const response = await bytesOf(anna, id, language)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${number}.pdf"`)
    const pdf = Buffer.from(await response.arrayBuffer())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const text = pdfText(pdf)
    for (const part of ['stater', number, amount, step, 'Анна Смирнова', 'Анна С.']) expect(text).toContain(part)
    expect(text).not.toMatch(/999[.,]50/)
  }
})

test('a waiting transfer to nobody has their number as its recipient', async () => {
  const anna = await aUser(wallet, '100.00 RUB')
  const { transaction_id: id } = await anna.send('30.00', 'RUB', { phone: freshPhone() })
  expect(await receiptOf(anna, id)).toMatchObject({ other_party: { name: expect.any(String) } })
})
