import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addPasskey, type TestPasskey } from '#tests/authenticator'
import { type Answer, ask, aUser, readCode, readMessages, TestUser, until } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const AUTH = '/v2/wallet/auth'
const PASSKEYS = '/v2/wallet/passkeys'
const EXPIRED = { http: 422, code: 'link_expired', field: 'link_token' }
const secure = (link_token: string): Promise<Answer> => ask(wallet, 'POST', `${AUTH}/secure`, { body: { link_token } })

async function onOtherDevice({ phone }: TestUser): Promise<TestUser> {
  wallet.passSeconds(61)
  await ask(wallet, 'POST', `${AUTH}/send_code`, { body: { phone } })
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  return new TestUser(wallet, phone, String((await ask(wallet, 'POST', `${AUTH}/login`, { body })).auth_token))
}

async function tokensOf({ phone }: TestUser): Promise<string[]> {
  const texts = (await readMessages(wallet, phone)).map(({ text }) => text)
  return texts.flatMap((text) => text.match(/(?<=\/secure#)[\w-]{38}/) ?? [])
}

/** Somebody into whose wallet a thief has got, and the token that they were told of it with. */
async function aVictim(): Promise<{ anna: TestUser; thief: TestUser; token: string }> {
  const anna = await aUser(wallet, '100.00 USD')
  const thief = await onOtherDevice(anna)
  await until(async () => (await tokensOf(anna)).length === 1)
  const [token = ''] = await tokensOf(anna)
  return { anna, thief, token }
}

async function signInBy(passkey: TestPasskey): Promise<Answer> {
  const { options } = await ask(wallet, 'POST', `${PASSKEYS}/sign_in/start`)
  return ask(wallet, 'POST', `${PASSKEYS}/sign_in`, { body: { credential: passkey.get(options) } })
}

test('the link in what tells of a new device freezes the wallet and signs everybody out, without any sign-in', async () => {
  const { anna, thief, token } = await aVictim()
  expect(await secure(token)).toMatchObject({ status: 'ok' })
  for (const user of [anna, thief]) expect(await user.get(`${AUTH}/info`)).toMatchObject({ http: 401 })
  const again = await onOtherDevice(anna)
  expect((await again.get(`${AUTH}/info`)).frozen).toBe('owner')
  expect(await again.withdraw('1.00', 'USD')).toMatchObject({ code: 'wallet_frozen' })
  expect(await again.balance('USD')).toBe('100.00')
  expect(await again.told()).toMatch(/You froze your wallet/)
})

test('passkeys that were added since a day before go with it, and older ones stay', async () => {
  const anna = await aUser(wallet)
  const own = await addPasskey(anna)
  await until(async () => (await tokensOf(anna)).length === 1)
  const earlier = await tokensOf(anna)
  wallet.passSeconds(2 * 86_400)
  const thief = await onOtherDevice(anna)
  const theirs = await addPasskey(thief)
  await until(async () => (await tokensOf(anna)).length === 3)
  const [token = ''] = (await tokensOf(anna)).filter((each) => !earlier.includes(each))
  expect(await secure(token)).toMatchObject({ status: 'ok' })
  expect(await signInBy(theirs)).toMatchObject({ code: 'passkey_wrong' })
  expect(await signInBy(own)).toMatchObject({ http: 200 })
})

test('a link is good once: also for whoever comes with it many times at once', async () => {
  const { anna, token } = await aVictim()
  const answers = await Promise.all(Array.from({ length: 5 }, () => secure(token)))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'link_expired')).toHaveLength(4)
  const again = await onOtherDevice(anna)
  expect(await secure(token)).toMatchObject(EXPIRED)
  expect(await again.get(`${AUTH}/info`)).toMatchObject({ http: 200 })
})

test('after three days it is worth nothing, nor is one that was not made by the wallet', async () => {
  const { anna, token } = await aVictim()
  expect(await secure('A'.repeat(38))).toMatchObject(EXPIRED)
  expect(await secure(`${token.slice(0, 30)}AAAAAAAA`)).toMatchObject(EXPIRED)
  wallet.passSeconds(3 * 86_400)
  expect(await secure(token)).toMatchObject(EXPIRED)
  const again = await onOtherDevice(anna)
  expect((await again.get(`${AUTH}/info`)).frozen).toBeNull()
})

test('whoever only opens it has done nothing: programs that preview links do', async () => {
  const { anna, token } = await aVictim()
  await fetch(`${wallet.url}/secure`)
  expect(await ask(wallet, 'GET', `${AUTH}/secure?link_token=${token}`)).toMatchObject({ http: 405 })
  expect((await anna.get(`${AUTH}/info`)).frozen).toBeNull()
})

describe('"it wasn’t me", said where the owner is signed in', () => {
  interface Notice {
    readonly id: string
    readonly message: string
    readonly can_secure?: boolean
  }
  const notices = async (user: TestUser) => (await user.get('/v2/wallet/user/notification', 'en')).results as Notice[]
  const about = async (user: TestUser, word: RegExp) => (await notices(user)).find(({ message }) => word.test(message))
  const secureBy = (user: TestUser, id: string | undefined) =>
    user.post(`${AUTH}/secure/notice`, { notification_id: id ?? 'none' })
  const FREEZE = /If it wasn't you, freeze the wallet right away/
  const CONTACT_SUPPORT = /If it wasn't you, freeze the wallet and contact support/
  const NOT_FOUND = { http: 404, code: 'not_found', field: 'notification_id' }

  test('of a new device it freezes the wallet, ends the other sessions, and what was added since does not sign in; their own goes on [api-secure-link-1]', async () => {
    const { anna, thief } = await aVictim()
    const theirs = await addPasskey(thief)
    const notice = await about(anna, /new device/)
    expect(notice).toMatchObject({ can_secure: true })
    expect(await secureBy(anna, notice?.id)).toMatchObject({ status: 'ok' })
    expect(await thief.get(`${AUTH}/info`)).toMatchObject({ http: 401 })
    expect(await signInBy(theirs)).toMatchObject({ code: 'passkey_wrong' })
    expect((await anna.get(`${AUTH}/info`)).frozen).toBe('owner')
    expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ code: 'wallet_frozen' })
    expect(await secureBy(anna, notice?.id)).toMatchObject({ status: 'ok' })
    expect((await anna.told()).match(/You froze your wallet/g)).toHaveLength(1)
    expect((await anna.get(PASSKEYS)).results).toHaveLength(1)
  })

  test('it is said of what a thief would do, for three days, and of nobody else’s notices [api-secure-link-2]', async () => {
    const { anna } = await aVictim()
    const boris = await aUser(wallet)
    const notice = await about(anna, /new device/)
    const welcome = await about(anna, /Welcome/)
    expect(notice?.message).toMatch(FREEZE)
    expect(notice?.message).not.toMatch(CONTACT_SUPPORT)
    expect(welcome?.can_secure).toBeUndefined()
    expect(await secureBy(anna, welcome?.id)).toMatchObject(NOT_FOUND)
    expect(await secureBy(boris, notice?.id)).toMatchObject(NOT_FOUND)
    expect(await secureBy(anna, 'none')).toMatchObject(NOT_FOUND)
    wallet.passSeconds(3 * 86_400)
    expect(await secureBy(anna, notice?.id)).toMatchObject(NOT_FOUND)
    const old = await about(anna, /new device/)
    expect(old?.can_secure).toBeUndefined()
    expect(old?.message).toMatch(CONTACT_SUPPORT)
    expect(old?.message).not.toMatch(FREEZE)
    expect((await anna.get(`${AUTH}/info`)).frozen).toBeNull()
  })
})
