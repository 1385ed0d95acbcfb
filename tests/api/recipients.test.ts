import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aKey, aUser, PIN, type TestUser, until } from '#tests/builders'
import { giveLines } from '#tests/long-statement'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const CARD = '2200123456784821'
const OTHER_CARD = '4276123456780550'
const DECLINED = '2200123456780002'
const SLOW = '2200123456780119'
const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7'

/** Pays out to a card or address and gives the recipient it is listed as afterwards. */
async function paidTo(person: TestUser, currency: string, to: { pan?: string; address?: string }): Promise<string> {
  expect(await person.withdraw('10.00', currency, to)).toMatchObject({ status: 'ok' })
  const [latest] = await person.recipients()
  if (!latest) throw new Error('Nobody is listed')
  return latest.id
}

/** How many payouts the provider has, and the tokens they went to. */
async function payouts(): Promise<{ token: string }[]> {
  return wallet.database.list<{ token: string }>({
    name: 'test.payouts',
    text: 'select token from sandbox.payout order by asked_at',
  })
}

test('who has sent nothing has no recipients', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  expect(await anna.get('/v2/wallet/withdrawal/recipients')).toMatchObject({ http: 200, status: 'ok', results: [] })
})

test('a payout that went out lists its recipient masked, and nothing of the number', async () => {
  const anna = await aUser(wallet, '100.00 USD', '100.00 USDC')
  await paidTo(anna, 'USD', { pan: CARD })
  await paidTo(anna, 'USDC', { address: ADDRESS })
  const answer = await anna.get('/v2/wallet/withdrawal/recipients')
  expect(answer.results).toMatchObject([
    { kind: 'address', masked: '0x5290…9ee7', last_used_at: expect.any(String) },
    { kind: 'card', masked: '••\u00a04821', network: 'Мир' },
  ])
  expect((answer.results as object[])[0]).not.toHaveProperty('network')
  const text = JSON.stringify(answer)
  expect(text).not.toContain(CARD.slice(0, 12))
  expect(text).not.toContain(ADDRESS)
  expect(text).not.toContain('tok_')
})

test('a payout that was declined, or has no end yet, lists nobody and is nobody to pay again', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const declined = await anna.withdraw('10.00', 'USD', { pan: DECLINED })
  const open = await anna.withdraw('10.00', 'USD', { pan: SLOW })
  expect([declined.code, open.status]).toEqual(['payout_declined', 'pending'])
  expect(await anna.recipients()).toEqual([])
  for (const { transaction_id } of [declined, open]) {
    expect(await anna.withdraw('10.00', 'USD', { recipient: String(transaction_id) })).toMatchObject({
      code: 'recipient_unknown',
    })
  }
  wallet.passSeconds(15)
  await until(async () => (await anna.recipients()).length === 1)
  expect(await anna.recipients()).toMatchObject([{ id: open.transaction_id, masked: '••\u00a00119' }])
})

test('the last five are listed, the latest first, each once however often it was paid', async () => {
  const anna = await aUser(wallet, '1000.00 USD')
  for (const last of ['1001', '1002', '1003', '1004', '1005', '1006', '1002']) {
    await anna.withdraw('10.00', 'USD', { pan: `220012345678${last}` })
  }
  expect((await anna.recipients()).map(({ masked }) => masked.slice(-4))).toEqual(['1002', '1006', '1005', '1004', '1003'])
})

test('two cards that end alike are told apart', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await paidTo(anna, 'USD', { pan: '2200123456784821' })
  await paidTo(anna, 'USD', { pan: '4276123456784821' })
  const masks = (await anna.recipients()).map(({ masked }) => masked.replaceAll('\u00a0', ' '))
  expect(masks).toEqual(['4276 12•• •••• 4821', '2200 12•• •••• 4821'])
})

test('two cards that are masked alike are two recipients, and each is paid by its own card', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  // The same first six and last four: all that may be shown of them is the same.
  const first = await paidTo(anna, 'USD', { pan: '2200121111114821' })
  const second = await paidTo(anna, 'USD', { pan: '2200122222224821' })
  expect((await anna.recipients()).map(({ id }) => id)).toEqual([second, first])
  const [toFirst, toSecond] = (await payouts()).slice(-2)
  expect(toFirst?.token).not.toBe(toSecond?.token)
  expect(await anna.withdraw('10.00', 'USD', { recipient: first })).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('10.00', 'USD', { recipient: second })).toMatchObject({ status: 'ok' })
  expect((await payouts()).slice(-2)).toEqual([toFirst, toSecond])
  expect(await anna.recipients()).toHaveLength(2)
})

test('a card or an address that is typed again is the same recipient', async () => {
  const anna = await aUser(wallet, '100.00 USD', '100.00 USDC')
  await paidTo(anna, 'USD', { pan: CARD })
  await paidTo(anna, 'USD', { pan: CARD })
  await paidTo(anna, 'USDC', { address: ADDRESS })
  await paidTo(anna, 'USDC', { address: ADDRESS.replace('ae7', 'AE7') })
  expect((await anna.recipients()).map(({ kind }) => kind)).toEqual(['address', 'card'])
})

test('where the vault tells nothing of a number, each token is a recipient of its own', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await paidTo(anna, 'USD', { pan: CARD })
  await paidTo(anna, 'USD', { pan: CARD })
  await wallet.database.run({ name: 'test.no_fingerprint', text: 'update withdrawal set fingerprint = null' })
  const [latest, earlier] = await anna.recipients()
  expect(await anna.withdraw('10.00', 'USD', { recipient: earlier?.id ?? '' })).toMatchObject({ status: 'ok' })
  expect(await anna.recipients()).toHaveLength(2)
  expect((await anna.recipients()).map(({ id }) => id)).not.toContain(earlier?.id)
  expect((await anna.recipients())[1]?.id).toBe(latest?.id)
})

test('a recipient is paid again by what the provider keeps of it, in any currency of its kind', async () => {
  const anna = await aUser(wallet, '100.00 USD', '100.00 EUR')
  const recipient = await paidTo(anna, 'USD', { pan: CARD })
  expect(await anna.withdraw('20.00', 'USD', { recipient })).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('30.00', 'EUR', { recipient })).toMatchObject({ status: 'ok' })
  expect([await anna.balance('USD'), await anna.balance('EUR')]).toEqual(['70.00', '70.00'])
  const [first, second, third] = (await payouts()).slice(-3)
  expect([second?.token, third?.token]).toEqual([first?.token, first?.token])
  const [latest] = (await anna.get('/v2/wallet/transaction')).results as { description: string }[]
  expect(latest?.description).toMatch(/4821$/)
  // Still the one recipient; the id that was chosen goes on working.
  expect(await anna.recipients()).toMatchObject([{ masked: '••\u00a04821' }])
  expect(await anna.withdraw('10.00', 'USD', { recipient })).toMatchObject({ status: 'ok' })
})

test('somebody else’s recipient is as unknown as one that never was [api-recipients-1]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet, '100.00 USD')]
  const hers = await paidTo(anna, 'USD', { pan: CARD })
  const before = (await payouts()).length
  expect(await boris.recipients()).toEqual([])
  const theft = await boris.withdraw('10.00', 'USD', { recipient: hers })
  const nobody = await boris.withdraw('10.00', 'USD', { recipient: aKey() })
  const nonsense = await boris.withdraw('10.00', 'USD', { recipient: "' or true --" })
  expect(theft).toMatchObject({ http: 404, code: 'recipient_unknown', field: 'recipient_id' })
  expect([nobody, nonsense]).toEqual([theft, theft])
  expect(await boris.balance('USD')).toBe('100.00')
  expect(await payouts()).toHaveLength(before)
})

test('an operation that is no withdrawal is no recipient', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const [topup] = (await anna.get('/v2/wallet/transaction')).results as { operation_id: string }[]
  const answer = await anna.withdraw('10.00', 'USD', { recipient: topup?.operation_id ?? '' })
  expect(answer).toMatchObject({ code: 'recipient_unknown' })
})

test('a card takes no USDC and an address nothing else', async () => {
  const anna = await aUser(wallet, '100.00 USD', '100.00 USDC')
  const card = await paidTo(anna, 'USD', { pan: CARD })
  const address = await paidTo(anna, 'USDC', { address: ADDRESS })
  const wrong = { http: 400, code: 'invalid_field', field: 'recipient_id' }
  expect(await anna.withdraw('10.00', 'USDC', { recipient: card })).toMatchObject(wrong)
  expect(await anna.withdraw('10.00', 'USD', { recipient: address })).toMatchObject(wrong)
  expect(await anna.withdraw('10.00', 'USDC', { recipient: address })).toMatchObject({ status: 'ok' })
  expect([await anna.balance('USD'), await anna.balance('USDC')]).toEqual(['90.00', '80.00'])
})

test('one destination at a time: two are refused and nothing moves', async () => {
  const anna = await aUser(wallet, '100.00 USD', '100.00 USDC')
  const recipient_id = await paidTo(anna, 'USD', { pan: CARD })
  const common = { amount: '10.00', pin: PIN }
  const both = [
    { ...common, currency_code: 'USD', recipient_id, pan: OTHER_CARD },
    { ...common, currency_code: 'USDC', recipient_id, address: ADDRESS },
    { ...common, currency_code: 'USD', recipient_id, pan: OTHER_CARD, address: ADDRESS },
  ]
  for (const body of both) {
    expect(await anna.post('/v2/wallet/withdrawal', body)).toMatchObject({ http: 400, field: 'recipient_id' })
  }
  const none = { ...common, currency_code: 'USD' }
  expect(await anna.post('/v2/wallet/withdrawal', none)).toMatchObject({ http: 400, field: 'pan' })
  expect(await anna.balance('USD')).toBe('90.00')
})

test('a recipient is no way around the PIN, and one that cannot be paid costs no try', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const recipient = await paidTo(anna, 'USD', { pan: CARD })
  for (let time = 0; time < 6; time += 1) {
    expect(await anna.withdraw('10.00', 'USD', { recipient: aKey(), pin: '0000' })).toMatchObject({ code: 'recipient_unknown' })
  }
  expect(await anna.withdraw('10.00', 'USD', { recipient, pin: '0000' })).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
  expect(await anna.withdraw('10.00', 'USD', { recipient })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('80.00')
})

test('the same key with the same recipient pays once; with another recipient it is refused', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const first = await paidTo(anna, 'USD', { pan: CARD })
  const second = await paidTo(anna, 'USD', { pan: OTHER_CARD })
  const [key, before] = [aKey(), (await payouts()).length]
  const answers = await Promise.all(Array.from({ length: 10 }, () => anna.withdraw('10.00', 'USD', { recipient: first, key })))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('10.00', 'USD', { recipient: second, key })).toMatchObject({
    http: 422,
    code: 'idempotency_mismatch',
  })
  expect(await anna.withdraw('10.00', 'USD', { pan: CARD, key })).toMatchObject({ code: 'idempotency_mismatch' })
  expect(await payouts()).toHaveLength(before + 1)
  expect(await anna.balance('USD')).toBe('70.00')
})

test('thirty at once to a recipient do not take more than there is', async () => {
  const anna = await aUser(wallet, '110.00 USD')
  const recipient = await paidTo(anna, 'USD', { pan: CARD })
  const answers = await Promise.all(Array.from({ length: 30 }, () => anna.withdraw('100.00', 'USD', { recipient })))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'insufficient_funds')).toHaveLength(29)
})

test('a recipient that a bank declines the second time gives the money back', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const recipient = await paidTo(anna, 'USD', { pan: CARD })
  await wallet.database.run({
    name: 'test.close_card',
    text: "update sandbox.destination set last_four = '0002' where last_four = '4821'",
  })
  expect(await anna.withdraw('10.00', 'USD', { recipient })).toMatchObject({ http: 422, code: 'payout_declined' })
  expect(await anna.balance('USD')).toBe('90.00')
  expect(await anna.recipients()).toMatchObject([{ id: recipient }])
})

test('a stranger without a token sees nobody’s recipients', async () => {
  const answer = await fetch(`${wallet.url}/v2/wallet/withdrawal/recipients`)
  expect(answer.status).toBe(401)
})

test('recipients are looked for among the last two thousand lines of a statement', async () => {
  const anna = await aUser(wallet, '100.00 USD', '100.00 RUB')
  await paidTo(anna, 'USD', { pan: CARD })
  const later = new Date(Date.now() + 100 * 86_400_000)
  await giveLines(wallet.database, anna, 1990, later)
  expect(await anna.recipients()).toHaveLength(1)
  await giveLines(wallet.database, anna, 10, later)
  expect(await anna.recipients()).toEqual([])
})
