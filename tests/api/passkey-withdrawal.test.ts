import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addPasskey, type Deviation, type TestPasskey } from '#tests/authenticator'
import { type Answer, aKey, ask, aUser, PIN, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PASSKEYS = '/v2/wallet/passkeys'
const WITHDRAWAL = '/v2/wallet/withdrawal'
const TERMS = { amount: '5.00', currency_code: 'USD', pan: '2200123456784821' }
const WRONG = { http: 403, code: 'passkey_wrong', field: 'passkey' }

async function withPasskey(...balances: string[]): Promise<{ anna: TestUser; passkey: TestPasskey }> {
  const anna = await aUser(wallet, ...(balances.length > 0 ? balances : ['100.00 USD']))
  return { anna, passkey: await addPasskey(anna) }
}

type Terms = Readonly<Record<string, string>>

const startConfirmation = (user: TestUser, request: Terms = TERMS): Promise<Answer> =>
  user.post(`${PASSKEYS}/withdrawal/start`, request)

async function signed(user: TestUser, passkey: TestPasskey, request: Terms = TERMS, deviation?: Deviation): Promise<string> {
  return passkey.get((await startConfirmation(user, request)).options, deviation)
}

const withdraw = (user: TestUser, passkey: string, terms: Terms = TERMS, key?: string): Promise<Answer> =>
  user.post(WITHDRAWAL, { ...terms, passkey }, key === undefined ? {} : { key })

test('a signature of a passkey confirms one withdrawal instead of the PIN, and no second one', async () => {
  const { anna, passkey } = await withPasskey()
  const assertion = await signed(anna, passkey)
  expect(await withdraw(anna, assertion)).toMatchObject({ status: 'ok' })
  expect(await withdraw(anna, assertion)).toMatchObject(WRONG)
  expect(await anna.balance('USD')).toBe('95.00')
  expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
})

test('of many withdrawals at once with one signature one is made; sent again under its key, it has the same answer', async () => {
  const { anna, passkey } = await withPasskey()
  const assertion = await signed(anna, passkey)
  const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(anna, assertion)))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
  const [again, key] = [await signed(anna, passkey), aKey()]
  const repeated = await Promise.all(Array.from({ length: 4 }, () => withdraw(anna, again, TERMS, key)))
  expect(new Set(repeated.map(({ transaction_id }) => transaction_id)).size).toBe(1)
  expect(repeated.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(await anna.balance('USD')).toBe('90.00')
})

test('one signature that is sent to two processes at once confirms one withdrawal', async () => {
  const { anna, passkey } = await withPasskey()
  const other = await startTestWallet({ PUBLIC_URL: wallet.url }, { databaseUrl: wallet.databaseUrl })
  const assertion = await signed(anna, passkey)
  const body = { ...TERMS, passkey: assertion }
  const answers = await Promise.all(
    [wallet, other, wallet, other].map(({ app }) =>
      app.inject({ method: 'POST', url: WITHDRAWAL, payload: body, headers: { authorization: `Token ${anna.token}` } }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await anna.balance('USD')).toBe('95.00')
  await other.close()
})

test.each<[string, Terms]>([
  ['amount', { ...TERMS, amount: '5.01' }],
  ['card', { ...TERMS, pan: '2200123456784822' }],
  ['currency', { ...TERMS, currency_code: 'EUR' }],
])('a signature for a withdrawal confirms no withdrawal of another %s [passkey-withdrawal-1]', async (_name, other) => {
  const { anna, passkey } = await withPasskey('100.00 USD', '100.00 EUR')
  const assertion = await signed(anna, passkey)
  expect(await withdraw(anna, assertion, other)).toMatchObject(WRONG)
  expect([await anna.balance('USD'), await anna.balance('EUR')]).toEqual(['100.00', '100.00'])
  // The signature is refused there and stays valid for the withdrawal that it was made for.
  expect(await withdraw(anna, assertion, { ...TERMS, amount: '5' })).toMatchObject({ status: 'ok' })
})

test('a signature for a recent recipient does not confirm the same card as a number [passkey-withdrawal-2]', async () => {
  const { anna, passkey } = await withPasskey()
  await withdraw(anna, await signed(anna, passkey))
  const [recipient] = await anna.recipients()
  const { pan: _pan, ...common } = TERMS
  const again = { ...common, recipient_id: recipient?.id ?? '' }
  const assertion = await signed(anna, passkey, again)
  expect(await withdraw(anna, assertion)).toMatchObject(WRONG)
  expect(await withdraw(anna, assertion, again)).toMatchObject({ status: 'ok' })
})

test.each<[string, Deviation]>([
  ['of another page', { origin: 'http://127.0.0.1:1' }],
  ['for another host', { rpId: 'evil.example' }],
  ['of a person whom nobody looked at', { isUnverified: true }],
  ['with a signature that was changed', { isTampered: true }],
  ['with a challenge that nobody made', { challenge: 'AAAA' }],
])('a passkey answer %s moves no money', async (_name, deviation) => {
  const { anna, passkey } = await withPasskey()
  expect(await withdraw(anna, await signed(anna, passkey, TERMS, deviation))).toMatchObject(WRONG)
  expect(await anna.balance('USD')).toBe('100.00')
})

test('a passkey answer that is too old, or whose sign count has not grown, moves no money', async () => {
  const { anna, passkey } = await withPasskey()
  const late = await signed(anna, passkey)
  wallet.passSeconds(301)
  expect(await withdraw(anna, late)).toMatchObject(WRONG)
  expect(await withdraw(anna, await signed(anna, passkey, TERMS, { signCount: 9 }))).toMatchObject({ status: 'ok' })
  expect(await withdraw(anna, await signed(anna, passkey, TERMS, { signCount: 9 }))).toMatchObject(WRONG)
  expect(await anna.balance('USD')).toBe('95.00')
})

test('a foreign passkey, a foreign challenge and a removed passkey confirm no withdrawal', async () => {
  const { anna, passkey } = await withPasskey()
  const { anna: boris, passkey: his } = await withPasskey()
  expect(await withdraw(anna, await signed(boris, his))).toMatchObject(WRONG)
  expect(await withdraw(anna, his.get((await startConfirmation(anna)).options))).toMatchObject(WRONG)
  expect(await withdraw(anna, passkey.get((await startConfirmation(boris)).options))).toMatchObject(WRONG)
  const assertion = await signed(anna, passkey)
  const [own] = (await anna.get(PASSKEYS)).results as { id: string }[]
  await anna.post(`${PASSKEYS}/remove`, { passkey_id: own?.id, pin: PIN })
  expect(await withdraw(anna, assertion)).toMatchObject(WRONG)
  expect(await anna.balance('USD')).toBe('100.00')
})

test('a challenge for signing in confirms no withdrawal, and a challenge for a withdrawal signs nobody in [passkey-withdrawal-3]', async () => {
  const { anna, passkey } = await withPasskey()
  const { options } = await ask(wallet, 'POST', `${PASSKEYS}/sign_in/start`)
  expect(await withdraw(anna, passkey.get(options))).toMatchObject(WRONG)
  const credential = await signed(anna, passkey)
  expect(await ask(wallet, 'POST', `${PASSKEYS}/sign_in`, { body: { credential } })).toMatchObject({ code: 'passkey_wrong' })
  expect(await withdraw(anna, credential)).toMatchObject({ status: 'ok' })
})

test('a withdrawal that is refused for another reason leaves the signature valid', async () => {
  const { anna, passkey } = await withPasskey('3.00 USD')
  const assertion = await signed(anna, passkey)
  expect(await withdraw(anna, assertion)).toMatchObject({ code: 'insufficient_funds' })
  await anna.topUp('10.00', 'USD')
  expect(await withdraw(anna, assertion)).toMatchObject({ status: 'ok' })
})

test('a wrong passkey does not count as a wrong PIN, and a blocked PIN does not block a passkey', async () => {
  const { anna, passkey } = await withPasskey()
  for (let more = 0; more < 6; more += 1) {
    expect(await withdraw(anna, await signed(anna, passkey, TERMS, { isTampered: true }))).toMatchObject(WRONG)
  }
  expect(await anna.withdraw('1.00', 'USD', { pin: '0000' })).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
  for (let guess = 0; guess < 4; guess += 1) await anna.withdraw('1.00', 'USD', { pin: '0000' })
  expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ code: 'pin_blocked' })
  expect(await withdraw(anna, await signed(anna, passkey))).toMatchObject({ status: 'ok' })
})

test('a withdrawal without a proof, or with two, is refused', async () => {
  const { anna, passkey } = await withPasskey()
  expect(await anna.post(WITHDRAWAL, TERMS)).toMatchObject({ http: 400, code: 'invalid_field', field: 'pin' })
  const both = { ...TERMS, pin: PIN, passkey: await signed(anna, passkey) }
  expect(await anna.post(WITHDRAWAL, both)).toMatchObject({ http: 400, code: 'invalid_field', field: 'passkey' })
  expect(await withdraw(anna, 'no JSON')).toMatchObject(WRONG)
})

test('a person without a passkey, or with an invalid withdrawal, gets no challenge', async () => {
  const anna = await aUser(wallet)
  expect(await startConfirmation(anna)).toMatchObject({ http: 404, code: 'not_found' })
  const wrong = await startConfirmation(anna, { amount: '5.00', currency_code: 'USD' })
  expect(wrong).toMatchObject({ http: 400, code: 'invalid_field', field: 'pan' })
})

test('the number of a card is stored in no row of a challenge', async () => {
  const { anna } = await withPasskey()
  await startConfirmation(anna)
  const rows = await wallet.database.list<{ row: string }>({
    name: 'test.challenges',
    text: `select passkey_challenge::text || encode(hash, 'escape') as row from passkey_challenge`,
  })
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ row }) => row.includes(TERMS.pan))).toEqual([])
})

test('a new passkey lowers the limit for a day, with PIN or passkey, and the page gets the end of that day [passkey-withdrawal-4]', async () => {
  const anna = await aUser(wallet, '10000.00 USD', '10000.00 USD')
  await anna.withdraw('1.00', 'USD')
  wallet.passSeconds(86_400)
  const passkey = await addPasskey(anna)
  const [own] = (await anna.get(PASSKEYS)).results as { created_at: string }[]
  const until = new Date(Date.parse(own?.created_at ?? '') + 86_400_000).toISOString()
  expect((await anna.get('/v2/wallet/withdrawal/recipients')).first_day).toMatchObject({ reason: 'passkey', until })
  const much = { ...TERMS, amount: '2000.01' }
  const refused = { http: 422, code: 'limit_first_day', message: expect.stringContaining('После добавления ключа доступа') }
  expect(await anna.withdraw(much.amount, 'USD')).toMatchObject(refused)
  expect(await withdraw(anna, await signed(anna, passkey, much), much)).toMatchObject(refused)
  expect(await anna.withdraw('1999.00', 'USD')).toMatchObject({ status: 'ok' })
  wallet.passSeconds(86_400)
  expect(await withdraw(anna, await signed(anna, passkey, much), much)).toMatchObject({ status: 'ok' })
})

test('a new passkey that was removed lowers no limit', async () => {
  const anna = await aUser(wallet, '10000.00 USD')
  await anna.withdraw('1.00', 'USD')
  wallet.passSeconds(86_400)
  await addPasskey(anna)
  const [own] = (await anna.get(PASSKEYS)).results as { id: string }[]
  await anna.post(`${PASSKEYS}/remove`, { passkey_id: own?.id, pin: PIN })
  expect(await anna.withdraw('2000.01', 'USD')).toMatchObject({ status: 'ok' })
})

test('a passkey confirms no withdrawal from a frozen wallet, but still signs its owner in', async () => {
  const { anna, passkey } = await withPasskey()
  // One that was added within a day before the freeze would not even sign in.
  wallet.passSeconds(2 * 86_400)
  const assertion = await signed(anna, passkey)
  expect(await anna.post('/v2/wallet/auth/freeze')).toMatchObject({ status: 'ok' })
  expect(await withdraw(anna, assertion)).toMatchObject({ code: 'wallet_frozen' })
  expect(await anna.balance('USD')).toBe('100.00')
  const { options } = await ask(wallet, 'POST', `${PASSKEYS}/sign_in/start`)
  const credential = passkey.get(options)
  expect(await ask(wallet, 'POST', `${PASSKEYS}/sign_in`, { body: { credential } })).toMatchObject({ status: 'ok' })
})

test('a person who has used up their challenges for ten minutes has to wait; other people do not [passkey-withdrawal-5]', async () => {
  const { anna } = await withPasskey()
  const { anna: other } = await withPasskey()
  const answers: Answer[] = []
  for (let more = 0; more < 60; more += 1) answers.push(await startConfirmation(anna))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(59)
  expect(answers.at(-1)).toMatchObject({ http: 429, code: 'too_many_requests' })
  expect(await startConfirmation(other)).toMatchObject({ status: 'ok' })
  wallet.passSeconds(601)
  expect(await startConfirmation(anna)).toMatchObject({ status: 'ok' })
})
