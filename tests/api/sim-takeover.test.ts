import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addPasskey, TestPasskey } from '#tests/authenticator'
import { type Answer, ask, aUser, aUserWithoutPin, PIN, readCode, readMessages, TestUser, until } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const AUTH = '/v2/wallet/auth'
const PASSKEYS = '/v2/wallet/passkeys'
const DAY = 86_400
const THIEFS_PIN = '7293'

/** Whoever has the number signs in by it, on a device that is new. */
async function withNumber({ phone }: TestUser): Promise<TestUser> {
  wallet.passSeconds(61)
  await ask(wallet, 'POST', `${AUTH}/send_code`, { body: { phone } })
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  return new TestUser(wallet, phone, String((await ask(wallet, 'POST', `${AUTH}/login`, { body })).auth_token))
}

async function smsFor(user: TestUser, what: 'pin' | 'unfreeze'): Promise<string> {
  wallet.passSeconds(61)
  const { status, code } = await user.post(`${AUTH}/${what}/send_code`, {})
  if (status !== 'ok') throw new Error(`No code was sent: ${code}`)
  return readCode(wallet, user.phone)
}

const resetPin = async (user: TestUser, new_pin_code = THIEFS_PIN): Promise<Answer> =>
  user.post(`${AUTH}/pin/reset`, { confirm_code: await smsFor(user, 'pin'), new_pin_code })
const freeze = (user: TestUser) => user.post(`${AUTH}/freeze`)
const unfreeze = (user: TestUser, body: Readonly<Record<string, string>>) => user.post(`${AUTH}/unfreeze`, body)
const byPin = async (user: TestUser, pin_code: string): Promise<Answer> =>
  unfreeze(user, { confirm_code: await smsFor(user, 'unfreeze'), pin_code })
const wait = async (user: TestUser): Promise<Answer> =>
  user.post(`${AUTH}/unfreeze/wait`, { confirm_code: await smsFor(user, 'unfreeze') })
const afterWaiting = async (user: TestUser, new_pin_code = THIEFS_PIN): Promise<Answer> =>
  unfreeze(user, { confirm_code: await smsFor(user, 'unfreeze'), new_pin_code })
const profile = (user: TestUser) => user.get(`${AUTH}/info`)
const remove = (user: TestUser, passkey_id: unknown, pin?: string) => user.post(`${PASSKEYS}/remove`, { passkey_id, pin })

async function passkeysOf(user: TestUser): Promise<{ id: string }[]> {
  return (await user.get(PASSKEYS)).results as { id: string }[]
}

async function mailTo(email: string): Promise<{ text: string; code: string | null }[]> {
  const response = await fetch(`${wallet.url}/sandbox/email.json?to=${encodeURIComponent(email)}`)
  return ((await response.json()) as { messages: { text: string; code: string | null }[] }).messages
}

const LINK = /(?<=\/secure#)[\w-]{38}/

async function linkIn(read: () => Promise<readonly { text: string }[]>, about: RegExp): Promise<string> {
  const found = async () => (await read()).find(({ text }) => about.test(text) && LINK.test(text))?.text.match(LINK)?.[0]
  await until(async () => (await found()) !== undefined)
  return (await found()) ?? ''
}

async function signInBy(passkey: TestPasskey): Promise<Answer> {
  const { options } = await ask(wallet, 'POST', `${PASSKEYS}/sign_in/start`)
  return ask(wallet, 'POST', `${PASSKEYS}/sign_in`, { body: { credential: passkey.get(options) } })
}

async function confirmEmail(user: TestUser, email: string, pin_code?: string): Promise<Answer> {
  wallet.passSeconds(61)
  await user.post(`${AUTH}/email/send_code`, { email })
  const code = (await mailTo(email)).find((mail) => mail.code)?.code
  return user.post(`${AUTH}/email/confirm`, { email, email_code: code, pin_code })
}

const aMailbox = (): string => `anna.${randomUUID().slice(0, 8)}@mail.example`

/** Somebody with money, a passkey and an e-mail, for some days. */
async function anOwner(): Promise<{ anna: TestUser; passkey: TestPasskey; email: string }> {
  const anna = await aUser(wallet, '100.00 USD')
  const passkey = await addPasskey(anna)
  const email = aMailbox()
  expect(await confirmEmail(anna, email, PIN)).toMatchObject({ status: 'ok' })
  wallet.passSeconds(2 * DAY)
  return { anna, passkey, email }
}

test('whoever has the number neither resets the PIN of a frozen wallet nor unfreezes it [sim-takeover-1]', async () => {
  const { anna } = await anOwner()
  await freeze(anna)
  const thief = await withNumber(anna)
  wallet.passSeconds(61)
  expect(await thief.post(`${AUTH}/pin/send_code`, {})).toMatchObject({ http: 403, code: 'wallet_frozen' })
  const reset = { confirm_code: '0000', new_pin_code: THIEFS_PIN }
  expect(await thief.post(`${AUTH}/pin/reset`, reset)).toMatchObject({ http: 403, code: 'wallet_frozen' })
  expect(await byPin(thief, THIEFS_PIN)).toMatchObject({ code: 'pin_wrong' })
  expect(await afterWaiting(thief)).toMatchObject({ http: 403, code: 'wait_required' })
  expect(await profile(thief)).toMatchObject({ frozen: 'owner' })
  expect(await byPin(anna, PIN)).toMatchObject({ status: 'ok' })
  expect(await profile(anna)).toMatchObject({ frozen: null })
})

test('a freeze puts the PIN back that was replaced by an SMS, by which its owner gets in and unfreezes it; that ends all other sessions [sim-takeover-2]', async () => {
  const { anna, email } = await anOwner()
  const thief = await withNumber(anna)
  expect(await resetPin(thief)).toMatchObject({ status: 'ok' })
  // The owner is told where the thief does not read, and taps.
  await thief.post(`${AUTH}/sessions/end`, {})
  const token = await linkIn(() => mailTo(email), /PIN/)
  expect(await ask(wallet, 'POST', `${AUTH}/secure`, { body: { link_token: token } })).toMatchObject({ status: 'ok' })
  const back = await withNumber(anna)
  expect(await byPin(back, THIEFS_PIN)).toMatchObject({ code: 'pin_wrong' })
  expect(await byPin(back, PIN)).toMatchObject({ status: 'ok' })
  const other = await withNumber(anna)
  await freeze(back)
  const stays = await withNumber(anna)
  expect(await byPin(back, PIN)).toMatchObject({ status: 'ok' })
  for (const session of [other, stays]) expect(await profile(session)).toMatchObject({ http: 401 })
  expect(await back.withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
})

test('for a day after it a PIN that was set by an SMS removes no passkey and changes no e-mail; then it does [sim-takeover-3]', async () => {
  const { anna } = await anOwner()
  const [passkey] = await passkeysOf(anna)
  const thief = await withNumber(anna)
  expect(await resetPin(thief)).toMatchObject({ status: 'ok' })
  const waits = { http: 403, code: 'wait_required' }
  expect(await remove(thief, passkey?.id, THIEFS_PIN)).toMatchObject({ ...waits, retry_after: expect.any(Number) })
  const mine = aMailbox()
  expect(await confirmEmail(thief, mine, THIEFS_PIN)).toMatchObject(waits)
  // Nor by the way of a change by the one that was set.
  await thief.post(`${AUTH}/pin/change`, { pin_code: THIEFS_PIN, new_pin_code: '5512' })
  expect(await remove(thief, passkey?.id, '5512')).toMatchObject(waits)
  expect((await profile(thief)).pin_waits_until).toEqual(expect.any(String))
  expect(await thief.told()).toContain('changed with an SMS code')
  wallet.passSeconds(DAY)
  expect((await profile(thief)).pin_waits_until).toBeNull()
  expect(await remove(thief, passkey?.id, '5512')).toMatchObject({ status: 'ok' })
})

test('where there is no PIN, a device that is new for a day takes no way in away; a first PIN of its own does not help, and goes with a freeze [sim-takeover-4]', async () => {
  const anna = await aUserWithoutPin(wallet)
  await addPasskey(anna)
  wallet.passSeconds(2 * DAY)
  const [passkey] = await passkeysOf(anna)
  const thief = await withNumber(anna)
  expect(await remove(thief, passkey?.id)).toMatchObject({ code: 'wait_required' })
  expect(await thief.post(`${AUTH}/register/set/pin`, { pin_code: THIEFS_PIN })).toMatchObject({ status: 'ok' })
  expect(await remove(thief, passkey?.id, THIEFS_PIN)).toMatchObject({ code: 'wait_required' })
  await freeze(anna)
  const back = await withNumber(anna)
  expect(await back.post(`${AUTH}/register/set/pin`, { pin_code: THIEFS_PIN })).toMatchObject({ code: 'wallet_frozen' })
  expect(await byPin(back, THIEFS_PIN)).toMatchObject({ code: 'wait_required' })
  expect(await remove(back, passkey?.id)).toMatchObject({ code: 'wallet_frozen' })
  expect(await profile(back)).toMatchObject({ has_pin: false, unfreeze: { by: ['passkey'], waits_until: null } })
})

test('a passkey that is older than the freeze unfreezes it with a new PIN; one that was added since, or a day before, does not even sign in [sim-takeover-5]', async () => {
  const { anna, passkey } = await anOwner()
  const thiefs = await addPasskey(await withNumber(anna))
  await freeze(anna)
  expect(await signInBy(thiefs)).toMatchObject({ code: 'passkey_wrong' })
  const owner = new TestUser(wallet, anna.phone, String((await signInBy(passkey)).auth_token))
  const signed = async (by: TestPasskey) => by.get((await owner.post(`${PASSKEYS}/unfreeze/start`)).options)
  const new_pin_code = '5512'
  expect(await unfreeze(owner, { passkey: await signed(thiefs), new_pin_code })).toMatchObject({ code: 'passkey_wrong' })
  expect(await unfreeze(owner, { passkey: await signed(passkey) })).toMatchObject({ field: 'new_pin_code' })
  const credential = await signed(passkey)
  expect(await unfreeze(owner, { passkey: credential, new_pin_code })).toMatchObject({ status: 'ok' })
  expect(await owner.withdraw('1.00', 'USD', { pin: new_pin_code })).toMatchObject({ status: 'ok' })
  expect((await profile(owner)).pin_waits_until).toBeNull()
  await freeze(owner)
  expect(await unfreeze(owner, { passkey: credential, new_pin_code })).toMatchObject({ code: 'passkey_wrong' })
})

test('an e-mail that is older than the freeze unfreezes it with a new PIN; one that was confirmed a day before does not [sim-takeover-6]', async () => {
  const { anna, email } = await anOwner()
  await freeze(anna)
  wallet.passSeconds(61)
  expect(await anna.post(`${AUTH}/unfreeze/send_code`, { channel: 'email' })).toMatchObject({ status: 'ok' })
  const email_code = (await mailTo(email)).find((mail) => mail.code)?.code ?? ''
  const wrong = email_code === '000000' ? '111111' : '000000'
  const new_pin_code = '5512'
  expect(await unfreeze(anna, { email_code: wrong, new_pin_code })).toMatchObject({ code: 'code_wrong' })
  expect(await unfreeze(anna, { email_code, new_pin_code })).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('1.00', 'USD', { pin: new_pin_code })).toMatchObject({ status: 'ok' })
  const boris = await aUser(wallet)
  await confirmEmail(boris, aMailbox(), PIN)
  await freeze(boris)
  expect(await boris.post(`${AUTH}/unfreeze/send_code`, { channel: 'email' })).toMatchObject({ code: 'not_found' })
  expect(await profile(boris)).toMatchObject({ unfreeze: { by: ['pin'] } })
})

test('with nothing but the number a wallet is unfrozen after a day of which every contact was told, with a new PIN [sim-takeover-7]', async () => {
  const { anna, email } = await anOwner()
  await freeze(anna)
  expect(await afterWaiting(anna)).toMatchObject({ code: 'wait_required' })
  const begun = await wait(anna)
  expect(begun).toMatchObject({ status: 'ok', waits_until: expect.any(String) })
  expect(await wait(anna)).toMatchObject({ waits_until: begun.waits_until })
  expect((await profile(anna)).unfreeze).toMatchObject({ waits_until: begun.waits_until })
  expect(await anna.told()).toContain('asked to unfreeze')
  await linkIn(() => mailTo(email), /разморозить/)
  await linkIn(() => readMessages(wallet, anna.phone), /разморозить/)
  wallet.passSeconds(DAY / 2)
  expect(await afterWaiting(anna)).toMatchObject({ code: 'wait_required', retry_after: expect.any(Number) })
  wallet.passSeconds(DAY / 2)
  expect(await unfreeze(anna, { confirm_code: await smsFor(anna, 'unfreeze') })).toMatchObject({ code: 'pin_required' })
  expect(await afterWaiting(anna, '5512')).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('1.00', 'USD', { pin: '5512' })).toMatchObject({ status: 'ok' })
})

test('whoever reads of the wait ends it: by the link, the notification, or freezing once more; and one that nobody comes back to is over in three days [sim-takeover-8]', async () => {
  const { anna, email, passkey } = await anOwner()
  await freeze(anna)
  const thief = await withNumber(anna)
  const vetoes = [
    async () => {
      const link_token = await linkIn(() => mailTo(email), /разморозить/)
      await ask(wallet, 'POST', `${AUTH}/secure`, { body: { link_token } })
    },
    async () => {
      const owner = new TestUser(wallet, anna.phone, String((await signInBy(passkey)).auth_token))
      const { results } = await owner.get('/v2/wallet/user/notification', 'en')
      const told = (results as { id: string; message: string }[]).find(({ message }) => message.includes('asked to unfreeze'))
      await owner.post(`${AUTH}/secure/notice`, { notification_id: told?.id })
    },
    async () => {
      await freeze(new TestUser(wallet, anna.phone, String((await signInBy(passkey)).auth_token)))
    },
  ]
  await wait(thief)
  for (const veto of vetoes) {
    await veto()
    const back = await withNumber(anna)
    expect((await profile(back)).unfreeze).toMatchObject({ waits_until: null })
    wallet.passSeconds(DAY)
    expect(await afterWaiting(back)).toMatchObject({ code: 'wait_required' })
    await wait(back)
  }
  wallet.passSeconds(4 * DAY)
  const late = await withNumber(anna)
  expect(await afterWaiting(late)).toMatchObject({ code: 'wait_required' })
  expect(await profile(late)).toMatchObject({ frozen: 'owner' })
})

test('a token alone takes no passkey away by a notification; what its owner unfreezes it has not outlived [sim-takeover-9]', async () => {
  const { anna } = await anOwner()
  const another = await addPasskey(anna)
  const { results } = await anna.get('/v2/wallet/user/notification', 'en')
  const told = (results as { id: string; message: string }[]).find(({ message }) => message.includes('passkey was added'))
  // A copy of the owner's token.
  const thief = new TestUser(wallet, anna.phone, anna.token)
  expect(await thief.post(`${AUTH}/secure/notice`, { notification_id: told?.id })).toMatchObject({ status: 'ok' })
  expect(await passkeysOf(anna)).toHaveLength(2)
  const owner = await withNumber(anna)
  expect(await byPin(owner, PIN)).toMatchObject({ status: 'ok' })
  expect(await profile(thief)).toMatchObject({ http: 401 })
  expect(await signInBy(another)).toMatchObject({ status: 'ok' })
})

test('of two who unfreeze after one wait with one code at once one does, and of one who freezes meanwhile the wallet is frozen or not, by one of them [sim-takeover-10]', async () => {
  const { anna } = await anOwner()
  await freeze(anna)
  await wait(anna)
  wallet.passSeconds(DAY)
  const body = { confirm_code: await smsFor(anna, 'unfreeze'), new_pin_code: '5512' }
  const [one, other] = await Promise.all([unfreeze(anna, body), unfreeze(anna, body), freeze(anna)])
  expect([one, other].filter(({ http }) => http >= 500)).toEqual([])
  expect((await anna.told()).split('The wallet is unfrozen').length).toBeLessThanOrEqual(2)
})

test('a freeze puts back the PIN before the resets that it undoes, not one that the owner has replaced days ago [sim-takeover-11]', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  wallet.passSeconds(5 * DAY)
  await resetPin(anna, '6061')
  wallet.passSeconds(3 * DAY)
  const thief = await withNumber(anna)
  await resetPin(thief)
  await resetPin(thief, '7294')
  await freeze(thief)
  for (const pin of [PIN, '7294', THIEFS_PIN]) expect(await byPin(thief, pin)).toMatchObject({ code: 'pin_wrong' })
  expect(await byPin(thief, '6061')).toMatchObject({ status: 'ok' })
})

test('who brings an older PIN back by a freeze takes nothing away with it for a day but what was added meanwhile [sim-takeover-12]', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  await addPasskey(anna)
  wallet.passSeconds(5 * DAY)
  await resetPin(anna, '6061')
  wallet.passSeconds(DAY / 2)
  const [key] = await passkeysOf(anna)
  const thief = await withNumber(anna)
  const { options } = await thief.post(`${PASSKEYS}/start`, { pin: '6061' })
  const theirs = new TestPasskey(wallet.url)
  expect(await thief.post(`${PASSKEYS}/add`, { passkey_name: 'Theirs', credential: theirs.create(options) })).toMatchObject({
    status: 'ok',
  })
  await freeze(thief)
  expect(await byPin(thief, PIN)).toMatchObject({ status: 'ok' })
  expect(await remove(thief, key?.id, PIN)).toMatchObject({ code: 'wait_required' })
  const added = (await passkeysOf(thief)).find(({ id }) => id !== key?.id)
  expect(await remove(thief, added?.id, PIN)).toMatchObject({ status: 'ok' })
  wallet.passSeconds(DAY)
  expect(await remove(thief, key?.id, PIN)).toMatchObject({ status: 'ok' })
})

test('a PIN beside a new one unfreezes nothing, by whatever it is shown who asks [sim-takeover-13]', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  const passkey = await addPasskey(anna)
  wallet.passSeconds(3 * DAY)
  await freeze(anna)
  const both = { pin_code: '0000', new_pin_code: '5512' }
  const refused = { code: 'invalid_field', field: 'new_pin_code' }
  const signed = passkey.get((await anna.post(`${PASSKEYS}/unfreeze/start`)).options)
  expect(await unfreeze(anna, { passkey: signed, ...both })).toMatchObject(refused)
  expect(await unfreeze(anna, { confirm_code: await smsFor(anna, 'unfreeze'), ...both })).toMatchObject(refused)
  expect(await unfreeze(anna, { passkey: signed, new_pin_code: '5512' })).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('1.00', 'USD', { pin: '5512' })).toMatchObject({ status: 'ok' })
})
