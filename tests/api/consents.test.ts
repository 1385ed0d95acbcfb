import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brand as stater } from '#brands/stater/brand'
import { type Answer, ask, aUser, freshPhone, readCode, readMessages, TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

/** The version of a document that the brand has now. */
const versionOf = (id: string) => stater.documents.find((document) => document.id === id)?.version ?? ''

const CONSENTS = '/v2/wallet/auth/consents'
const PERSON = { first_name: 'Анна', last_name: 'Смирнова', email: 'anna@mail.example' }

const register = (phone: string, consents?: readonly string[]): Promise<Answer> =>
  ask(wallet, 'POST', '/v2/wallet/auth/register', { body: { ...PERSON, phone, ...(consents && { consents }) } })

async function confirmed(phone: string): Promise<TestUser> {
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token } = await ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body })
  return new TestUser(wallet, phone, String(auth_token))
}

const missingOf = async (user: TestUser): Promise<unknown> => (await user.get('/v2/wallet/auth/info')).missing_consents

/** What is recorded of a person's consents, oldest version first. */
async function recordedOf({ phone }: TestUser): Promise<{ document: string; version: string; accepted_at: Date }[]> {
  const text = `select document, version, accepted_at from consent join wallet_user on wallet_user.id = user_id
    where phone = $1 order by document, version`
  return wallet.database.list({ name: 'test.consents', text }, [`+${phone}`])
}

test('consents given at sign-up are recorded with version and time, and none is missing [api-consents-1]', async () => {
  const phone = freshPhone()
  expect(await register(phone, ['data', 'offer'])).toMatchObject({ http: 200, status: 'ok' })
  const anna = await confirmed(phone)
  expect(await recordedOf(anna)).toEqual([
    { document: 'data', version: versionOf('data'), accepted_at: expect.any(Date) },
    { document: 'offer', version: versionOf('offer'), accepted_at: expect.any(Date) },
  ])
  expect(await missingOf(anna)).toEqual([])
})

test.each([
  ['an unknown document', ['offer', 'data', 'lottery']],
  ['a document of the brand that is not consented to at sign-up', ['offer', 'data', 'topup_terms']],
  ['only one of the two', ['offer']],
  ['none of them', []],
])('consents that name %s are refused before any code is sent', async (_what, consents) => {
  const phone = freshPhone()
  expect(await register(phone, consents)).toMatchObject({ http: 400, code: 'invalid_field', field: 'consents' })
  expect(await readMessages(wallet, phone)).toEqual([])
  // The refusal has not used the phone's code up.
  expect(await register(phone, ['offer', 'data'])).toMatchObject({ http: 200 })
})

test('who signs up without a word on consents has a wallet; nothing is recorded, and what is missing is told [api-consents-2]', async () => {
  const anna = await aUser(wallet)
  expect(await recordedOf(anna)).toEqual([])
  expect(await missingOf(anna)).toEqual(['offer', 'data'])
})

test('missing consents are given later, one by one or twice, and recorded once', async () => {
  const anna = await aUser(wallet)
  expect(await anna.post(CONSENTS, { consents: ['data'] })).toMatchObject({ http: 200, status: 'ok' })
  expect(await missingOf(anna)).toEqual(['offer'])
  await Promise.all([
    anna.post(CONSENTS, { consents: ['offer', 'data'] }),
    anna.post(CONSENTS, { consents: ['offer', 'data', 'offer'] }),
  ])
  expect(await missingOf(anna)).toEqual([])
  const recorded = await recordedOf(anna)
  expect(recorded.map(({ document }) => document)).toEqual(['data', 'offer'])
  wallet.passSeconds(60)
  expect(await anna.post(CONSENTS, { consents: ['offer', 'data'] })).toMatchObject({ http: 200 })
  expect(await recordedOf(anna)).toEqual(recorded)
})

test('an unknown consent is refused, with all that came with it; nobody gives one without a token', async () => {
  const anna = await aUser(wallet)
  for (const consents of [['offer', 'lottery'], ['topup_terms']]) {
    expect(await anna.post(CONSENTS, { consents })).toMatchObject({ http: 400, code: 'invalid_field', field: 'consents' })
  }
  expect(await anna.post(CONSENTS, {})).toMatchObject({ http: 400, code: 'invalid_field', field: 'consents' })
  expect(await ask(wallet, 'POST', CONSENTS, { body: { consents: ['offer'] } })).toMatchObject({ code: 'INVALID_TOKEN' })
  expect(await missingOf(anna)).toEqual(['offer', 'data'])
})

test('a document whose version was raised is missing again; the consent to the old one stays recorded', async () => {
  const anna = await aUser(wallet)
  await anna.post(CONSENTS, { consents: ['offer', 'data'] })
  // As if the offer had had another version then.
  await wallet.database.run({
    name: 'test.older',
    text: `update consent set version = '2026-01-01' where document = 'offer'`,
  })
  expect(await missingOf(anna)).toEqual(['offer'])
  await anna.post(CONSENTS, { consents: ['offer'] })
  expect(await missingOf(anna)).toEqual([])
  expect((await recordedOf(anna)).map(({ document, version }) => `${document} ${version}`)).toEqual([
    `data ${versionOf('data')}`,
    'offer 2026-01-01',
    `offer ${versionOf('offer')}`,
  ])
})

test('a brand that asks for no consents misses none', async () => {
  const grok = await startTestWallet({ BRAND: 'grok' })
  const phone = freshPhone('GB')
  const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
  const body = { ...PERSON, ...address, phone, consents: [] }
  expect(await ask(grok, 'POST', '/v2/wallet/auth/register', { body })).toMatchObject({ http: 200 })
  const { auth_token } = await ask(grok, 'POST', '/v2/wallet/auth/register/phone/confirm', {
    body: { phone, confirm_code: await readCode(grok, phone) },
  })
  expect(await missingOf(new TestUser(grok, phone, String(auth_token)))).toEqual([])
  await grok.close()
})
