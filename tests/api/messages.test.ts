import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { invite, tellOwner } from '#server/messages/tell-owner'
import { type Answer, ask, aUserWith, freshPhone, readCode, type TestUser, until } from '#tests/builders'
import { type MessageVendor, type Sent, startMessageVendor } from '#tests/message-vendor'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const AUTH = '/v2/wallet/auth'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0'

let vendor: MessageVendor
let wallet: TestWallet
let log = ''
beforeAll(async () => {
  vendor = await startMessageVendor()
  const logTo = {
    write(line: string) {
      log += line
    },
  }
  wallet = await startTestWallet({ SANDBOX_URL: vendor.url, CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100' }, { logTo })
})
beforeEach(() => {
  vendor.failing.clear()
  log = ''
})
afterEach(() => wallet.expectTrueBooks())
afterAll(async () => {
  await wallet.close()
  await vendor.close()
})

let passedSeconds = 0
function pass(seconds: number): void {
  passedSeconds += seconds
  wallet.passSeconds(seconds)
}

/** Somebody with a wallet, and if they are to be written to, an e-mail that is known to be theirs. */
async function anOwner({ email }: { email?: string } = {}): Promise<TestUser> {
  const user = await aUserWith(wallet, freshPhone())
  const text = 'update wallet_user set email = $2, email_verified_at = now() where phone = $1'
  if (email) await wallet.database.run({ name: 'test.verify_email', text }, [`+${user.phone}`, email])
  return user
}

/** Signs in with a browser's cookie, or with a browser that has none; gives its cookie. */
async function signIn({ phone }: TestUser, { cookie = '', language = 'en' } = {}): Promise<{ answer: Answer; cookie: string }> {
  const headers = { cookie, 'user-agent': CHROME, 'accept-language': language, 'content-type': 'application/json' }
  pass(61)
  const post = (path: string, body: unknown) =>
    fetch(`${wallet.url}${AUTH}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/send_code', { phone })
  const response = await post('/login', { phone, confirm_code: await readCode(wallet, phone) })
  const [given = ''] = response.headers.getSetCookie()
  return { answer: { ...((await response.json()) as Answer), http: response.status }, cookie: given.split(';')[0] ?? '' }
}

/** What the wallet has sent by itself, so far. */
const toldTo = (to: string): Sent[] => vendor.sent.filter((message) => message.to === to && message.reference !== undefined)
const hears = (to: string, times: number): Promise<void> => until(async () => toldTo(to).length === times)

/** The so-many-th try has failed, and the message is put off: until then it is taken, and as much time as passes is added to its pause. */
function isPutOff({ phone }: TestUser, channel: 'sms' | 'email', tries: number): Promise<void> {
  // Taken it is for longer than a minute, put off here for less.
  const text = `select 1 as one from message join wallet_user on wallet_user.id = user_id
    where phone = $1 and channel = $2 and checks = $3 and next_check_at < now() + ($4 + 60) * interval '1 second'`
  const values = [`+${phone}`, channel, tries, passedSeconds]
  return until(async () => (await wallet.database.find({ name: 'test.is_put_off', text }, values)) !== undefined)
}

interface Row {
  readonly checks: number
  readonly is_waiting: boolean
  readonly is_sent: boolean
  readonly reason: string | null
  readonly kept: number
}

function messagesOf({ phone }: TestUser, channel = 'sms'): Promise<Row[]> {
  const text = `select checks, next_check_at is not null as is_waiting, sent_at is not null as is_sent, given_up_reason as reason,
      num_nonnulls(recipient, details) as kept
    from message join wallet_user on wallet_user.id = user_id where phone = $1 and channel = $2 order by message.id`
  return wallet.database.list<Row>({ name: 'test.messages', text }, [`+${phone}`, channel])
}

test('a sign-in on a new device is told by SMS, by an e-mail that is known to be theirs, and in the app; that of the first is not [messages-1]', async () => {
  const email = `anna${randomUUID()}@mail.example`
  const anna = await anOwner({ email })
  expect(await anna.told()).not.toMatch(/new device/)
  const { cookie } = await signIn(anna)
  await hears(anna.phone, 1)
  await hears(email, 1)
  expect(toldTo(anna.phone)[0]?.text).toMatch(/^Вход в Stater с нового устройства: Chrome, Windows\. /)
  expect(toldTo(email)[0]).toMatchObject({
    subject: 'Вход в\u00a0Stater с\u00a0нового устройства',
    text: expect.stringMatching(/Chrome, Windows/),
  })
  expect(toldTo(email)[0]?.html).toMatch(/<p [^>]*>В\sваш кошелек Stater вошли/)
  expect((await anna.told()).match(/Log-in on a new device: Chrome, Windows/g)).toHaveLength(1)
  // From then on the device is known.
  await signIn(anna, { cookie })
  expect((await anna.told()).split('\n')[0]).toMatch(/^New log-in: Chrome, Windows/)
  expect(await messagesOf(anna)).toEqual([{ checks: 1, is_waiting: false, is_sent: true, reason: null, kept: 0 }])
})

test('an e-mail that nobody has confirmed is sent nothing, and what is told is in the language that the owner signed in with last', async () => {
  const boris = await anOwner()
  // Whoever it is that signs in, it is the owner who reads it.
  await signIn(boris, { language: 'en' })
  await hears(boris.phone, 1)
  expect(toldTo(boris.phone)[0]?.text).toMatch(/^Вход в Stater с нового устройства: Chrome, Windows/)
  pass(86_400)
  await signIn(boris, { language: 'ru' })
  await hears(boris.phone, 2)
  expect(toldTo(boris.phone)[1]?.text).toMatch(/^Stater: log-in on a new device: Chrome, Windows/)
  expect(await messagesOf(boris, 'email')).toEqual([])
})

test('an owner gets three SMS a day of each kind that may mean a takeover, and every one of them in the app and by e-mail [messages-2]', async () => {
  const email = `anna${randomUUID()}@mail.example`
  const anna = await anOwner({ email })
  for (let time = 0; time < 4; time += 1) await signIn(anna)
  await hears(email, 4)
  expect((await anna.told()).match(/new device/g)).toHaveLength(4)
  expect(await messagesOf(anna)).toHaveLength(3)
  pass(86_400)
  await signIn(anna)
  await hears(anna.phone, 4)
})

test('nothing else that a thief has the owner told of keeps that back [messages-3]', async () => {
  const anna = await anOwner()
  const userId = String(
    (
      await wallet.database.find<{ id: string }>({ name: 'test.id', text: 'select id from wallet_user where phone = $1' }, [
        `+${anna.phone}`,
      ])
    )?.id,
  )
  const tell = (kind: Parameters<typeof tellOwner>[1]['kind']) =>
    wallet.database.inTransaction((tx) => tellOwner(tx, { userId, kind, now: new Date() }))
  const others = ['frozen', 'sign_in_guesses', 'pin_guesses', 'exchange_stopped', 'data_exported'] as const
  for (const kind of [...others, ...others]) await tell(kind)
  expect(await messagesOf(anna)).toHaveLength(5)
  for (const kind of ['pin_changed', 'passkey_added', 'email_changed', 'unfrozen'] as const) await tell(kind)
  await signIn(anna)
  expect(await messagesOf(anna)).toHaveLength(10)
})

test('that strangers guess at a number is told by SMS once a day', async () => {
  const anna = await anOwner()
  for (let guess = 0; guess < 7; guess += 1) {
    pass(61)
    await ask(wallet, 'POST', `${AUTH}/send_code`, { body: { phone: anna.phone } })
    const wrong = ((Number(await readCode(wallet, anna.phone)) + 1) % 10_000).toString().padStart(4, '0')
    await ask(wallet, 'POST', `${AUTH}/login`, { body: { phone: anna.phone, confirm_code: wrong } })
  }
  await hears(anna.phone, 1)
  expect(toldTo(anna.phone)[0]?.text).toMatch(/кто-то вводит неверные коды/)
  expect((await anna.told()).match(/wrong log-in code/g)).toHaveLength(1)
})

test('what one recipient’s provider does not take is tried again after growing pauses, for a day, and keeps no other back', async () => {
  const unlucky = await anOwner()
  const codeFor = unlucky.phone
  pass(61)
  await ask(wallet, 'POST', `${AUTH}/send_code`, { body: { phone: codeFor } })
  const confirm_code = await readCode(wallet, codeFor)
  vendor.failing.set(codeFor, 503)
  await ask(wallet, 'POST', `${AUTH}/login`, { body: { phone: codeFor, confirm_code } })
  await hears(codeFor, 1)
  await isPutOff(unlucky, 'sms', 1)
  // Meanwhile others hear of theirs; signing in, they let a minute pass.
  const lucky = await anOwner()
  await signIn(lucky)
  await hears(lucky.phone, 1)
  await hears(codeFor, 2)
  await isPutOff(unlucky, 'sms', 2)
  pass(21)
  await hears(codeFor, 3)
  expect(new Set(toldTo(codeFor).map(({ reference }) => reference)).size).toBe(1)
  expect(await messagesOf(unlucky)).toMatchObject([{ is_waiting: true, kept: 2 }])
  await isPutOff(unlucky, 'sms', 3)
  pass(86_400)
  await until(async () => (await messagesOf(unlucky))[0]?.reason === 'too_late')
  expect(await messagesOf(unlucky)).toMatchObject([{ is_waiting: false, is_sent: false, kept: 0 }])
  expect(log).toMatch(
    /"level":40[^\n]*"kind":"sign_in_new_device","channel":"sms","reason":"too_late"[^\n]*A message was given up/,
  )
  expect(log).not.toContain(codeFor)
})

test('an e-mail that its provider refuses is given up at once', async () => {
  const email = `gone${randomUUID()}@mail.example`
  const anna = await anOwner({ email })
  vendor.failing.set(email, 422)
  await signIn(anna)
  await until(async () => (await messagesOf(anna, 'email'))[0]?.reason === 'refused')
  expect(toldTo(email)).toHaveLength(1)
})

test('what is not known to be sent is sent again under the same reference', async () => {
  const email = `anna${randomUUID()}@mail.example`
  const anna = await anOwner({ email })
  vendor.failing.set(email, 500)
  await signIn(anna)
  await hears(email, 1)
  await isPutOff(anna, 'email', 1)
  vendor.failing.clear()
  pass(11)
  await hears(email, 2)
  const [first, again] = toldTo(email)
  expect(again?.reference).toBe(first?.reference)
  await until(async () => (await messagesOf(anna, 'email'))[0]?.is_sent === true)
})

test('several processes at once send each message once', async () => {
  // Of one clock: the one that others use here is ahead.
  // A vendor whose answer is late is asked again, and may send twice: here it is not late, however busy the machine is.
  const settings = { SANDBOX_URL: vendor.url, PROVIDER_TIMEOUT_MS: '60000' }
  const first = await startTestWallet(settings)
  await aUserWith(first, freshPhone())
  const second = await startTestWallet(settings, { databaseUrl: first.databaseUrl })
  const text = `insert into message (id, user_id, channel, kind, language, recipient, details, created_at, next_check_at)
    select gen_random_uuid(), id, 'email', 'sign_in_guesses', 'en', 'many' || n || '@mail.example', '{}', now(), now()
    from (select id from wallet_user limit 1) as person, generate_series(1, 200) as n`
  await first.database.run({ name: 'test.many', text })
  const many = () => vendor.sent.filter(({ to }) => to.startsWith('many'))
  await until(async () => many().length >= 200)
  const left = { name: 'test.left', text: 'select 1 as one from message where next_check_at is not null limit 1' }
  await until(async () => (await first.database.find(left)) === undefined)
  await Promise.all([first.close(), second.close()])
  expect(many()).toHaveLength(200)
})

test('a message of a kind that only a later version knows waits for it', async () => {
  const anna = await anOwner()
  const text = `insert into message (id, user_id, channel, kind, language, recipient, details, created_at, next_check_at)
    select gen_random_uuid(), id, 'sms', 'of_tomorrow', 'en', phone, '{}', now() + interval '10 days', now() from wallet_user where phone = $1`
  await wallet.database.run({ name: 'test.of_tomorrow', text }, [`+${anna.phone}`])
  await until(async () => (await messagesOf(anna))[0]?.checks === 1)
  expect(toldTo(anna.phone)).toEqual([])
  expect(await messagesOf(anna)).toMatchObject([{ is_waiting: true, kept: 2 }])
})

test('without a provider what there is to tell is given up', async () => {
  const quiet = await startTestWallet({ EMAIL_PROVIDER: 'none', SANDBOX_URL: vendor.url })
  await aUserWith(quiet, freshPhone())
  const text = `insert into message (id, user_id, channel, kind, language, recipient, details, created_at, next_check_at)
    select gen_random_uuid(), id, 'email', 'sign_in_guesses', 'en', 'quiet@mail.example', '{}', now(), now() from wallet_user`
  await quiet.database.run({ name: 'test.quiet', text })
  const givenUp = { name: 'test.given_up', text: "select 1 as one from message where given_up_reason = 'no_provider'" }
  await until(async () => (await quiet.database.find(givenUp)) !== undefined)
  expect(toldTo('quiet@mail.example')).toEqual([])
  await quiet.close()
})

test('of numbers that differ in their last four digits twenty are invited in a day, in words of the wallet’s own, and by none of the codes that people sign in by [messages-4]', async () => {
  const [anna, boris, vera] = [await anOwner(), await anOwner(), await anOwner()]
  const idOf = { name: 'test.id_of', text: 'select id from wallet_user where phone = $1' }
  const ids: string[] = []
  for (const { phone } of [anna, boris, vera]) {
    const found = await wallet.database.find<{ id: string }>(idOf, [`+${phone}`])
    if (found) ids.push(found.id)
  }
  const codes = {
    name: 'test.codes_in_all',
    text: "select coalesce(sum(taken), 0)::integer as taken from attempt where scope = 'codes_in_all'",
  }
  const before = await wallet.database.find(codes)
  const now = new Date()
  const details = { amount: '10' }
  const prefix = freshPhone().slice(0, -4)
  const phones = Array.from({ length: 24 }, (_, place) => `+${prefix}${String(place).padStart(4, '0')}`)
  const invited: string[] = []
  for (const [place, phone] of phones.entries()) {
    const asked = { kind: 'p2p_invite', senderId: ids[place % 3] ?? '', phone, details, language: 'en', now } as const
    if (await wallet.database.inTransaction((tx) => invite(tx, asked))) invited.push(phone)
  }
  expect(invited).toHaveLength(20)
  const sentTo = () => vendor.sent.filter(({ to }) => to.includes(prefix))
  await until(async () => sentTo().length === 20)
  expect(sentTo()[0]?.text).toContain('you have been sent 10.')
  expect(await wallet.database.find(codes)).toEqual(before)
})
