import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addPasskey, type Deviation, type TestPasskey } from '#tests/authenticator'
import { type Answer, aKey, ask, aUser, PIN, TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PASSKEYS = '/v2/wallet/passkeys'
const EXCHANGE = '/v2/wallet/exchange'
const WRONG = { http: 403, code: 'passkey_wrong', field: 'passkey' }

type Terms = Readonly<Record<string, string>>

/** Somebody with a passkey who has used up what a day's exchanges may take without a confirmation, and an exchange that needs one. */
async function whoNeedsToConfirm(): Promise<{ anna: TestUser; passkey: TestPasskey; terms: Terms }> {
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  const euros = await anna.exchange('100.00', 'USD', 'EUR')
  await anna.exchange(euros, 'EUR', 'USD')
  const passkey = await addPasskey(anna)
  const terms = await anna.exchangeBody('10.00', 'USD', 'EUR')
  expect(await anna.post(EXCHANGE, terms)).toMatchObject({ code: 'pin_required', field: 'pin' })
  return { anna, passkey, terms }
}

function startConfirmation(user: TestUser, { rate_id: _rate, ...request }: Terms): Promise<Answer> {
  return user.post(`${PASSKEYS}/exchange/start`, request)
}

async function signed(user: TestUser, passkey: TestPasskey, terms: Terms, deviation?: Deviation): Promise<string> {
  return passkey.get((await startConfirmation(user, terms)).options, deviation)
}

const exchange = (user: TestUser, passkey: string, terms: Terms, key?: string): Promise<Answer> =>
  user.post(EXCHANGE, { ...terms, passkey }, key === undefined ? {} : { key })

test('a signature of a passkey confirms one exchange instead of the PIN, and no second one', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const assertion = await signed(anna, passkey, terms)
  expect(await exchange(anna, assertion, terms)).toMatchObject({ status: 'ok', from_amount: '10.00' })
  expect(await exchange(anna, assertion, terms)).toMatchObject(WRONG)
  expect(await anna.post(EXCHANGE, { ...terms, pin: PIN })).toMatchObject({ status: 'ok' })
})

test('an exchange that needs no proof also accepts a passkey, and uses up its signature', async () => {
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  const passkey = await addPasskey(anna)
  const terms = await anna.exchangeBody('10.00', 'USD', 'EUR')
  const assertion = await signed(anna, passkey, terms)
  expect(await exchange(anna, assertion, terms)).toMatchObject({ status: 'ok' })
  expect(await exchange(anna, assertion, terms)).toMatchObject(WRONG)
  expect(await anna.balance('USD')).toBe('90.00')
})

test('of many exchanges at once with one signature one is made; sent again under its key, it has the same answer [passkey-exchange-1]', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const assertion = await signed(anna, passkey, terms)
  const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(anna, assertion, terms)))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
  const [again, key] = [await signed(anna, passkey, terms), aKey()]
  const repeated = await Promise.all(Array.from({ length: 4 }, () => exchange(anna, again, terms, key)))
  expect(repeated.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(new Set(repeated.map(({ transaction_id }) => transaction_id)).size).toBe(1)
})

test('one signature that is sent to two processes at once confirms one exchange [passkey-exchange-2]', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const other = await startTestWallet({ PUBLIC_URL: wallet.url }, { databaseUrl: wallet.databaseUrl })
  const assertion = await signed(anna, passkey, terms)
  const there = new TestUser(other, anna.phone, anna.token)
  const answers = await Promise.all([anna, there, anna, there].map((user) => exchange(user, assertion, terms)))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
  await other.close()
})

test('a signature for an exchange confirms none with another amount, other accounts, or the other direction [passkey-exchange-3]', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const pounds = await anna.post('/v2/wallet/accounts', { currency_code: 'GBP' })
  expect(pounds).toMatchObject({ status: 'ok' })
  const before = await anna.balance('USD')
  const assertion = await signed(anna, passkey, terms)
  const others = [
    await anna.exchangeBody('10.01', 'USD', 'EUR'),
    await anna.exchangeBody('10.00', 'USD', 'GBP'),
    await anna.exchangeBody('1.00', 'EUR', 'USD'),
  ]
  for (const other of others) expect(await exchange(anna, assertion, other)).toMatchObject(WRONG)
  expect(await anna.balance('USD')).toBe(before)
  // The signature is refused there and stays valid for the exchange that it was made for.
  expect(await exchange(anna, assertion, terms)).toMatchObject({ status: 'ok' })
})

test.each<[string, Deviation]>([
  ['of another page', { origin: 'http://127.0.0.1:1' }],
  ['for another host', { rpId: 'evil.example' }],
  ['of a person whom nobody looked at', { isUnverified: true }],
  ['with a signature that was changed', { isTampered: true }],
  ['with a challenge that nobody made', { challenge: 'AAAA' }],
])('a passkey answer %s exchanges nothing', async (_name, deviation) => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const before = await anna.balance('USD')
  expect(await exchange(anna, await signed(anna, passkey, terms, deviation), terms)).toMatchObject(WRONG)
  expect(await anna.balance('USD')).toBe(before)
})

test('a passkey answer that is too old, or whose sign count has not grown, exchanges nothing', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const late = await signed(anna, passkey, terms)
  // Five minutes later the rate would be another, too.
  await wallet.database.run({ name: 'test.age', text: `update passkey_challenge set expires_at = expires_at - interval '301 s'` })
  expect(await exchange(anna, late, terms)).toMatchObject(WRONG)
  expect(await exchange(anna, await signed(anna, passkey, terms, { signCount: 9 }), terms)).toMatchObject({ status: 'ok' })
  for (const signCount of [9, 8, 0]) {
    expect(await exchange(anna, await signed(anna, passkey, terms, { signCount }), terms)).toMatchObject(WRONG)
  }
})

test('a foreign passkey, a challenge of another person or session, and a removed passkey confirm no exchange', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const { anna: boris, passkey: his, terms: hisTerms } = await whoNeedsToConfirm()
  expect(await exchange(anna, await signed(boris, his, hisTerms), terms)).toMatchObject(WRONG)
  expect(await exchange(anna, his.get((await startConfirmation(anna, terms)).options), terms)).toMatchObject(WRONG)
  expect(await exchange(anna, passkey.get((await startConfirmation(boris, terms)).options), terms)).toMatchObject(WRONG)
  expect(await exchange(await anna.signInAgain(), await signed(anna, passkey, terms), terms)).toMatchObject(WRONG)
  const assertion = await signed(anna, passkey, terms)
  const [own] = (await anna.get(PASSKEYS)).results as { id: string }[]
  await anna.post(`${PASSKEYS}/remove`, { passkey_id: own?.id, pin: PIN })
  expect(await exchange(anna, assertion, terms)).toMatchObject(WRONG)
})

test('a signature for an exchange confirms no withdrawal and no sign-in, and theirs confirm no exchange [passkey-exchange-4]', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const payout = { amount: '10.00', currency_code: 'USD', pan: '2200123456784821' }
  const withdraw = (assertion: string) => anna.post('/v2/wallet/withdrawal', { ...payout, passkey: assertion })
  const forPayout = await anna.post(`${PASSKEYS}/withdrawal/start`, payout)
  const forSignIn = await ask(wallet, 'POST', `${PASSKEYS}/sign_in/start`)
  const forAdding = JSON.parse(String((await anna.post(`${PASSKEYS}/start`, { pin: PIN })).options)) as { rp: { id: string } }
  const others = [forPayout.options, forSignIn.options, JSON.stringify({ ...forAdding, rpId: forAdding.rp.id })]
  for (const options of others) expect(await exchange(anna, passkey.get(options), terms)).toMatchObject(WRONG)
  const assertion = await signed(anna, passkey, terms)
  expect(await withdraw(assertion)).toMatchObject(WRONG)
  expect(await ask(wallet, 'POST', `${PASSKEYS}/sign_in`, { body: { credential: assertion } })).toMatchObject({
    code: 'passkey_wrong',
  })
  expect(await exchange(anna, assertion, terms)).toMatchObject({ status: 'ok' })
})

test('an exchange that is refused for another reason leaves the signature valid', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const assertion = await signed(anna, passkey, terms)
  expect(await exchange(anna, assertion, { ...terms, rate_id: 'r' })).toMatchObject({ code: 'rate_unknown' })
  expect(await exchange(anna, assertion, terms)).toMatchObject({ status: 'ok' })
})

test('a wrong passkey does not count as a wrong PIN, and a blocked PIN does not block a passkey [passkey-exchange-5]', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  for (let more = 0; more < 6; more += 1) {
    expect(await exchange(anna, await signed(anna, passkey, terms, { isTampered: true }), terms)).toMatchObject(WRONG)
  }
  expect(await anna.post(EXCHANGE, { ...terms, pin: '0000' })).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
  for (let guess = 0; guess < 4; guess += 1) await anna.post(EXCHANGE, { ...terms, pin: '0000' })
  expect(await anna.post(EXCHANGE, { ...terms, pin: PIN })).toMatchObject({ code: 'pin_blocked' })
  expect(await exchange(anna, await signed(anna, passkey, terms), terms)).toMatchObject({ status: 'ok' })
})

test('an exchange with two proofs is refused, and a person without a passkey gets no challenge', async () => {
  const { anna, passkey, terms } = await whoNeedsToConfirm()
  const both = { ...terms, pin: PIN, passkey: await signed(anna, passkey, terms) }
  expect(await anna.post(EXCHANGE, both)).toMatchObject({ http: 400, code: 'invalid_field', field: 'passkey' })
  expect(await exchange(anna, 'no JSON', terms)).toMatchObject(WRONG)
  const boris = await aUser(wallet)
  expect(await startConfirmation(boris, terms)).toMatchObject({ http: 404, code: 'not_found' })
  const wrong = await anna.post(`${PASSKEYS}/exchange/start`, { from_amount: '1.00' })
  expect(wrong).toMatchObject({ http: 400, code: 'invalid_field' })
})
