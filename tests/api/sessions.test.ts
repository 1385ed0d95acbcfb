import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, aKey, ask, aUser, readCode, TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

interface Listed {
  readonly id: string
  readonly device: string
  readonly created_at: string
  readonly seen_at: string
  readonly device_name: string | null
  readonly known_since: string | null
  readonly last_address: string | null
  readonly is_current: boolean
}

const SESSIONS = '/v2/wallet/auth/sessions'
const END = '/v2/wallet/auth/sessions/end'
const RENAME = '/v2/wallet/auth/sessions/rename'
const ENDED = { http: 401, code: 'INVALID_TOKEN' }

const listed = async (person: TestUser): Promise<Listed[]> => (await person.get(SESSIONS)).results as Listed[]
const end = (person: TestUser, session_id?: string): Promise<Answer> =>
  person.post(END, session_id === undefined ? {} : { session_id })

const rename = (person: TestUser, session_id?: string, device_name?: string): Promise<Answer> =>
  person.post(RENAME, { session_id, device_name })

/** Signs a person in once more, as another device. */
async function onAnotherDevice({ phone }: TestUser, device = 'A tablet'): Promise<TestUser> {
  wallet.passSeconds(61)
  await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token } = await ask(wallet, 'POST', '/v2/wallet/auth/login', { body, headers: { 'user-agent': device } })
  return new TestUser(wallet, phone, String(auth_token))
}

test('the list has each device once, says which one asks, and the latest seen comes first', async () => {
  const anna = await aUser(wallet)
  const tablet = await onAnotherDevice(anna)
  expect(await listed(tablet)).toMatchObject([
    { device: 'A tablet', is_current: true },
    { device: expect.any(String), is_current: false },
  ])
  const [own, other, ...more] = await listed(anna)
  expect([own?.is_current, other?.is_current, more]).toEqual([true, false, []])
  expect(other).toMatchObject({ device: 'A tablet' })
  expect(Date.parse(own?.seen_at ?? '')).toBeGreaterThanOrEqual(Date.parse(other?.seen_at ?? ''))
  expect(own?.id).not.toBe(other?.id)
})

test('a sign-in is told with the device in words, never in a device’s own', async () => {
  const anna = await aUser(wallet)
  const notices = async () => ((await anna.get('/v2/wallet/user/notification')).results as { message: string }[])[0]?.message
  await onAnotherDevice(anna, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0')
  expect(await notices()).toContain('Chrome, Windows')
  await onAnotherDevice(anna, 'Call +7 900 000-00-00, your bank')
  expect(await notices()).toMatch(/^Вход в\sкошелек с\sнового устройства\. /)
  expect(await notices()).not.toContain('bank')
})

test('nothing in the list opens anything: no token, no hash', async () => {
  const anna = await aUser(wallet)
  const text = JSON.stringify(await anna.get(SESSIONS))
  expect(text).not.toContain(anna.token)
  const rows = await wallet.database.list<{ hash: string }>({
    name: 'test.session_hashes',
    text: "select encode(token_hash, 'hex') as hash from session",
  })
  expect(rows.filter(({ hash }) => text.includes(hash))).toEqual([])
})

test('a session that is ended is worth nothing from the next call on, whatever was asked of it before [api-sessions-1]', async () => {
  const anna = await aUser(wallet)
  const tablet = await onAnotherDevice(anna)
  expect(await tablet.get('/v2/wallet')).toMatchObject({ http: 200 })
  const [, other] = await listed(anna)
  expect(await end(anna, other?.id)).toMatchObject({ http: 200, status: 'ok' })
  const answers = await Promise.all(Array.from({ length: 100 }, () => tablet.get('/v2/wallet')))
  expect(answers.filter(({ code }) => code !== 'INVALID_TOKEN')).toEqual([])
  expect(await tablet.withdraw('1.00', 'USD')).toMatchObject(ENDED)
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  expect(await listed(anna)).toMatchObject([{ is_current: true }])
})

test('an ended token is refused before anything that is wrong with its request is said', async () => {
  const anna = await aUser(wallet)
  const wrong = '/v2/wallet/transaction?from=yesterday'
  expect(await anna.get(wrong)).toMatchObject({ http: 400, field: 'from' })
  await anna.post('/v2/wallet/auth/logout')
  expect(await anna.get(wrong)).toMatchObject(ENDED)
  expect(await anna.get(wrong)).not.toHaveProperty('field')
})

test('ending all others leaves the one that asks, and nobody else’s', async () => {
  const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
  const others = [await onAnotherDevice(anna, 'One'), await onAnotherDevice(anna, 'Two')]
  expect(await listed(anna)).toHaveLength(3)
  expect(await end(anna)).toMatchObject({ status: 'ok' })
  for (const other of others) expect(await other.get('/v2/wallet')).toMatchObject(ENDED)
  expect(await listed(anna)).toMatchObject([{ is_current: true }])
  expect(await boris.get('/v2/wallet')).toMatchObject({ http: 200 })
  expect(await end(anna)).toMatchObject({ status: 'ok' })
})

test('one’s own session can be ended by its id, which signs out', async () => {
  const anna = await aUser(wallet)
  const [own] = await listed(anna)
  expect(await end(anna, own?.id)).toMatchObject({ status: 'ok' })
  expect(await anna.get('/v2/wallet')).toMatchObject(ENDED)
})

test('a device is called what its owner calls it, until the name is taken away', async () => {
  const anna = await aUser(wallet)
  const [own] = await listed(anna)
  expect(own).toMatchObject({ device_name: null, known_since: expect.any(String), last_address: '127.0.0.0/24' })
  expect(await rename(anna, own?.id, '  Мой ноутбук ')).toMatchObject({ status: 'ok' })
  expect(await listed(anna)).toMatchObject([{ device_name: 'Мой ноутбук' }])
  expect(await rename(anna, own?.id)).toMatchObject({ status: 'ok' })
  expect(await listed(anna)).toMatchObject([{ device_name: null }])
})

test('nobody names somebody else’s device, or one that has gone', async () => {
  const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
  await onAnotherDevice(anna)
  const [own, other] = await listed(anna)
  expect(await rename(boris, own?.id, 'Mine')).toMatchObject({ http: 404, code: 'not_found' })
  await end(anna, other?.id)
  expect(await rename(anna, other?.id, 'Gone')).toMatchObject({ http: 404, code: 'not_found' })
  expect(await rename(anna, "' or true --", 'Gone')).toMatchObject({ http: 404, code: 'not_found' })
  expect(await listed(anna)).toMatchObject([{ device_name: null }])
})

test.each(['', ' ', 'x'.repeat(41), 'line\nbreak', 42])('%j is no name of a device', async (device_name) => {
  const anna = await aUser(wallet)
  const [own] = await listed(anna)
  const answer = await anna.post(RENAME, { session_id: own?.id, device_name })
  expect(answer).toMatchObject({ http: 400, field: 'device_name' })
})

test('nobody ends, or sees, somebody else’s session', async () => {
  const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
  const [hers] = await listed(anna)
  const theft = await end(boris, hers?.id)
  expect(theft).toMatchObject({ http: 404, code: 'not_found' })
  expect(await end(boris, aKey())).toEqual(theft)
  expect(await end(boris, "' or true --")).toEqual(theft)
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  expect((await listed(boris)).map(({ id }) => id)).not.toContain(hers?.id)
})

test('a session ends once', async () => {
  const anna = await aUser(wallet)
  await onAnotherDevice(anna)
  const [, other] = await listed(anna)
  const answers = await Promise.all(Array.from({ length: 10 }, () => end(anna, other?.id)))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'not_found')).toHaveLength(9)
})

test('what signed out, lay idle too long or grew too old is not listed', async () => {
  const anna = await aUser(wallet)
  const left = await onAnotherDevice(anna, 'Signed out')
  await left.post('/v2/wallet/auth/logout')
  expect((await listed(anna)).map(({ device }) => device)).not.toContain('Signed out')
  await onAnotherDevice(anna, 'Idle')
  expect((await listed(anna)).map(({ device }) => device)).toContain('Idle')
  for (let day = 0; day < 8; day += 4) {
    wallet.passSeconds(4 * 86_400)
    expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  }
  expect(await listed(anna)).toMatchObject([{ is_current: true }])
})

test('an ended token neither lists nor ends', async () => {
  const anna = await aUser(wallet)
  const tablet = await onAnotherDevice(anna)
  const [, other] = await listed(anna)
  await end(anna, other?.id)
  expect(await tablet.get(SESSIONS)).toMatchObject(ENDED)
  expect(await end(tablet)).toMatchObject(ENDED)
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  expect(await ask(wallet, 'GET', SESSIONS)).toMatchObject(ENDED)
})

test.each([42, null, '', [], { id: 'x' }])('a session id of %j is malformed', async (session_id) => {
  const anna = await aUser(wallet)
  expect(await anna.post(END, { session_id })).toMatchObject({ http: 400, field: 'session_id' })
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
})
