import { afterAll, beforeAll, expect, test } from 'vitest'
import { CannotStart } from '#server/db/cannot-start'
import { addPasskey } from '#tests/authenticator'
import { aKey, ask, aUser, PIN, TestUser, until } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { SECRET } from '#tests/secret'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const NEXT = 'the secret that takes its place, as long as it has to be'
const BOTH = { WALLET_SECRET: NEXT, WALLET_SECRET_PREVIOUS: SECRET }

let old: TestWallet
let both: TestWallet
beforeAll(async () => {
  old = await startTestWallet()
  both = await startTestWallet(BOTH, { databaseUrl: old.databaseUrl })
})
afterAll(async () => {
  await both.expectTrueBooks()
  await both.close()
})

function rotate(settings: Record<string, string>, ...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: both.databaseUrl, ...settings }, ['secret', 'rotate', '--yes', '--as', 'vera', ...words])
}

const at = (wallet: TestWallet, { phone, token }: TestUser) => new TestUser(wallet, phone, token)

async function tokenHash({ phone }: TestUser): Promise<string> {
  const text = `select encode(token_hash, 'hex') as hash from session join wallet_user on wallet_user.id = user_id where phone = $1`
  return (await both.database.find<{ hash: string }>({ name: 'test.token_hash', text }, [`+${phone}`]))?.hash ?? ''
}

test('a secret is rotated, and nobody is signed out, loses a PIN, or has a request done twice', async () => {
  // One process knows the old secret alone, one both: whoever is at one is at the other.
  const [anna, boris] = [await aUser(old, '100.00 USD'), await aUser(both, '100.00 USD')]
  expect(await at(both, anna).balance('USD')).toBe('100.00')
  expect(await at(old, boris).balance('USD')).toBe('100.00')
  const [key, otherKey] = [aKey(), aKey()]
  const first = await at(both, anna).withdraw('1.00', 'USD', { key })
  expect(first).toMatchObject({ status: 'ok' })
  expect(await at(old, anna).withdraw('1.00', 'USD', { key })).toEqual(first)
  const second = await at(old, boris).withdraw('1.00', 'USD', { key: otherKey })
  expect(await at(both, boris).withdraw('1.00', 'USD', { key: otherKey })).toEqual(second)
  expect(await at(both, boris).withdraw('2.00', 'USD', { key: otherKey })).toMatchObject({ code: 'idempotency_mismatch' })
  const together = aKey()
  const sent = [old, both, old, both].map((wallet) => at(wallet, anna).withdraw('1.00', 'USD', { key: together }))
  expect(new Set((await Promise.all(sent)).map(({ transaction_id }) => transaction_id)).size).toBe(1)

  expect(await rotate({ WALLET_SECRET: NEXT })).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('WALLET_SECRET_PREVIOUS'),
  })
  const passkey = await addPasskey(boris)
  const asked = await ask(both, 'POST', '/v2/wallet/passkeys/sign_in/start')
  await old.close()
  const before = await tokenHash(anna)
  expect(await rotate(BOTH, '--dry-run')).toMatchObject({ code: 0, said: expect.stringContaining('Dry run') })
  const done = await rotate(BOTH)
  expect(done).toMatchObject({ code: 0, complaint: '' })
  expect(done.said).toMatch(
    /pins +0\npeople +0\nsign-ups +0\ndevices +0\nWithout the previous secret 2 who have not been seen since would be signed out/,
  )
  // Known by the old one until it is used.
  expect(await tokenHash(anna)).toBe(before)
  expect(await at(both, anna).balance('USD')).toBe('98.00')
  await until(async () => (await tokenHash(anna)) !== before)
  const credential = passkey.get(asked.options)
  expect(await ask(both, 'POST', '/v2/wallet/passkeys/sign_in', { body: { credential } })).toMatchObject({ status: 'ok' })
  expect(await at(both, anna).withdraw('1.00', 'USD', { key })).toEqual(first)
  expect(await at(both, anna).withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
  expect((await rotate(BOTH)).said).toMatch(/Without the previous secret 1 who have not been seen/)

  // The new one alone: whoever was seen since is known.
  const alone = await startTestWallet({ WALLET_SECRET: NEXT }, { databaseUrl: both.databaseUrl })
  expect(await at(alone, anna).withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await at(alone, boris).get('/v2/wallet')).toMatchObject({ http: 401 })
  expect(await at(both, boris).withdraw('1.00', 'USD', { key: otherKey })).toEqual(second)
  expect(await at(alone, boris).withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await at(alone, anna).post('/v2/wallet/auth/register/set/pin', { pin_code: PIN })).toMatchObject({
    code: 'pin_already_set',
  })
  await alone.close()
})

test('a start with neither secret is refused, and so is one without that which something is still encrypted with', async () => {
  const { databaseUrl } = both
  await expect(startTestWallet({ WALLET_SECRET: SECRET }, { databaseUrl })).rejects.toThrow(CannotStart)
  const neither = { WALLET_SECRET: 'x'.repeat(40), WALLET_SECRET_PREVIOUS: 'y'.repeat(40) }
  await expect(startTestWallet(neither, { databaseUrl })).rejects.toThrow(/^WALLET_SECRET is not the one[^\n]*$/)
  // As where a rotation was ended in the middle.
  const text = `update secret_fingerprint set previous = sha256('another')`
  await both.database.run({ name: 'test.unfinished', text })
  await expect(startTestWallet(BOTH, { databaseUrl })).rejects.toThrow('Something is still encrypted with the secret before')
  expect(await rotate(BOTH)).toMatchObject({ code: 0, said: expect.stringContaining('pins') })
  await (await startTestWallet({ WALLET_SECRET: NEXT }, { databaseUrl })).close()
  const recorded = "select before, after from operator_change where area = 'secret' order by id"
  expect(await both.database.list({ name: 'test.recorded', text: recorded })).toMatchObject([
    { after: { secret: expect.any(String), previous: expect.any(String) } },
    { after: { previous: null } },
    { after: { previous: null } },
  ])
})
