import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, ask, aUserWith, freshPhone, PIN, readCode, readMessages, until } from '#tests/builders'
import { solveProof } from '#tests/proof-of-work'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({
    TRUSTED_PROXIES: '1',
    CODE_FAILURES_PER_ADDRESS: '20',
    CODES_PER_ADDRESS_HOUR: '16',
    CODES_PER_PHONE_HOUR: '12',
    CODES_PER_PHONE_DAY: '20',
    CODES_PER_PREFIX_HOUR: '50',
    CODES_PER_HOUR: '5000',
    CODES_USED_PERCENT: '20',
    CODE_FAILURES_IN_ALL: '100',
  })
})
afterEach(async () => {
  await wallet.expectTrueBooks()
  // What one test counted of all strangers together is nothing to the next.
  await forgetCounts()
  await forgetCodes()
})
afterAll(() => wallet.close())

async function forgetCounts(): Promise<void> {
  await wallet.database.run(
    { name: 'test.forget', text: "delete from attempt where scope in ('codes_in_all', 'code_failures_in_all')" },
    [],
  )
}

/** Codes that nobody used make strangers work for more. */
async function forgetCodes(): Promise<void> {
  await wallet.database.run({ name: 'test.forget_codes', text: 'delete from phone_code' }, [])
}

const PERSON = { first_name: 'Анна', last_name: 'Смирнова', email: 'anna@mail.example' }
const AUTH = '/v2/wallet/auth'
const CODE_OF = { register: `${AUTH}/register/phone/confirm`, login: `${AUTH}/login` }

/** A browser at an address of its own, which keeps its cookie. */
class Browser {
  readonly address: string
  cookie = ''

  constructor(address = anAddress()) {
    this.address = address
  }

  async post(path: string, body: unknown): Promise<Answer> {
    const response = await fetch(`${wallet.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': this.address,
        cookie: this.cookie,
        'accept-language': 'en',
      },
      body: JSON.stringify(body),
    })
    const [given] = response.headers.getSetCookie()
    if (given) this.cookie = given.split(';')[0] ?? ''
    return { ...((await response.json()) as Answer), http: response.status }
  }

  register = (phone: string, person: object = PERSON) => this.post(`${AUTH}/register`, { ...person, phone })
  sendCode = (phone: string, more: object = {}) => this.post(`${AUTH}/send_code`, { phone, ...more })
  guess = (phone: string, confirm_code: string, more: object = {}, call: keyof typeof CODE_OF = 'login') =>
    this.post(CODE_OF[call], { phone, confirm_code, ...more })

  /** Signs in with the newest code that was sent. */
  async signIn(phone: string, more: object = {}): Promise<Answer> {
    await this.sendCode(phone)
    return this.guess(phone, await readCode(wallet, phone), more)
  }
}

let addresses = 0
function anAddress(): string {
  addresses += 1
  return `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`
}

/** Somebody with a wallet, and the browser they opened it with. */
async function anOwner(phone = freshPhone()): Promise<{ phone: string; browser: Browser }> {
  const browser = new Browser()
  await browser.register(phone)
  const { auth_token } = await browser.guess(phone, await readCode(wallet, phone), {}, 'register')
  await ask(wallet, 'POST', `${AUTH}/register/set/pin`, { body: { pin_code: PIN }, token: String(auth_token) })
  return { phone, browser }
}

/** A code that is not the right one. */
const not = (code: string): string => ((Number(code) + 1) % 10_000).toString().padStart(4, '0')

/** Strangers guess wrong so often, each from another address; after each three, when the code is used up, so many seconds pass. */
async function guessWrong(phone: string, times: number, seconds: number): Promise<Answer[]> {
  const answers: Answer[] = []
  while (answers.length < times) {
    await new Browser().sendCode(phone)
    const wrong = not((await readMessages(wallet, phone)).find(({ code }) => code)?.code ?? '0000')
    for (let guess = 0; guess < 3 && answers.length < times; guess += 1) answers.push(await new Browser().guess(phone, wrong))
    if (answers.length < times) wallet.passSeconds(seconds)
  }
  wallet.passSeconds(61)
  return answers
}

/** The proof of the work that was asked for. */
const work = (refused: Answer): Promise<string> => solveProof(String(refused.challenge))

test('the device’s cookie is the server’s alone, and a forged one is as good as none [known-devices-1]', async () => {
  const response = await fetch(`${wallet.url}${AUTH}/send_code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: freshPhone() }),
  })
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-device=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  const { phone, browser } = await anOwner()
  const forger = new Browser()
  forger.cookie = `${browser.cookie.slice(0, -6)}AAAAAA`
  await guessWrong(phone, 5, 61)
  expect(await forger.signIn(phone)).toMatchObject({ code: 'proof_required' })
  expect((await fetch(`${wallet.url}/v2/wallet/texts`)).headers.getSetCookie()).toEqual([])
})

test('whatever strangers guess, the owner signs in with a device that is known [known-devices-2]', async () => {
  const { phone, browser } = await anOwner()
  expect((await guessWrong(phone, 10, 1000)).every(({ code }) => code === 'code_wrong')).toBe(true)
  for (let time = 0; time < 3; time += 1) expect(await browser.signIn(phone)).toMatchObject({ status: 'ok' })
})

const NOTED = { name: 'test.noted', text: "select key from attempt where scope = 'guesses_noted'" }

test('the owner is told once a day that strangers guess', async () => {
  const { phone, browser } = await anOwner()
  await guessWrong(phone, 4, 61)
  const { auth_token } = await browser.signIn(phone)
  const told = async () => {
    // By a job: whether there is an owner to be told takes no time of whoever guesses.
    await until(async () => (await wallet.database.list(NOTED, [])).length === 0)
    const { results } = await ask(wallet, 'GET', '/v2/wallet/user/notification', { token: String(auth_token), language: 'en' })
    return (results as { message: string }[]).filter(({ message }) => message.includes('wrong log-in code')).length
  }
  expect(await told()).toBe(0)
  await guessWrong(phone, 1, 61)
  expect(await told()).toBe(1)
  wallet.passSeconds(1000)
  await guessWrong(phone, 5, 61)
  expect(await told()).toBe(1)
})

test('a known device has guesses of its own, and no more than anybody', async () => {
  const { phone, browser } = await anOwner()
  const guesses: Answer[] = []
  for (let code = 0; code < 2; code += 1) {
    await browser.sendCode(phone)
    const wrong = not(await readCode(wallet, phone))
    for (let guess = 0; guess < 3; guess += 1) guesses.push(await browser.guess(phone, wrong))
    wallet.passSeconds(61)
  }
  expect(guesses.map(({ code }) => code)).toEqual([...Array(5).fill('code_wrong'), 'code_limit'])
})

test('after five wrong guesses strangers work for each [known-devices-3]', async () => {
  const { phone } = await anOwner()
  await guessWrong(phone, 5, 61)
  const stranger = new Browser()
  const asked = await stranger.signIn(phone)
  expect(asked).toMatchObject({ http: 429, code: 'proof_required', challenge: expect.any(String), retry_after: 900 })
  expect(await stranger.guess(phone, await readCode(wallet, phone), { proof: await work(asked) })).toMatchObject({ status: 'ok' })
})

test('after ten strangers have to give the PIN, too, and nobody learns which of the two was wrong [known-devices-4]', async () => {
  const { phone } = await anOwner()
  await guessWrong(phone, 10, 1000)
  const stranger = new Browser()
  const asked = await stranger.signIn(phone)
  const code = await readCode(wallet, phone)
  const once = await work(asked)
  expect(await stranger.guess(phone, code, { proof: once })).toMatchObject({ http: 403, code: 'pin_required', field: 'pin_code' })
  const workFor = async () => work(await stranger.guess(phone, code))
  const wrongPin = await stranger.guess(phone, code, { proof: await workFor(), pin_code: '0000' })
  const wrongCode = await stranger.guess(phone, not(code), { proof: await workFor(), pin_code: PIN })
  expect(wrongPin).toMatchObject({ http: 422, code: 'code_wrong' })
  expect(wrongCode).toEqual(wrongPin)
  expect(await stranger.guess(phone, code, { proof: await workFor(), pin_code: PIN })).toMatchObject({ status: 'ok' })
  // The PIN that was wrong there is none of the tries that block it.
  expect(await tries(phone)).toEqual([])
})

async function tries(phone: string): Promise<unknown[]> {
  const text = 'select failed_at from pin_failure join wallet_user on wallet_user.id = user_id where phone = $1'
  return wallet.database.list({ name: 'test.tries', text }, [`+${phone}`])
}

test('work is worth something once, for its number, and for ten minutes', async () => {
  const [one, other] = [(await anOwner()).phone, (await anOwner()).phone]
  await guessWrong(one, 5, 61)
  await guessWrong(other, 5, 61)
  const stranger = new Browser()
  const [proof, late] = [await work(await stranger.signIn(one)), await work(await stranger.signIn(one))]
  await stranger.sendCode(other)
  const ask = { code: 'proof_required' }
  expect(await stranger.guess(other, await readCode(wallet, other), { proof })).toMatchObject(ask)
  const code = await readCode(wallet, one)
  expect(await stranger.guess(one, not(code), { proof })).toMatchObject({ code: 'code_wrong' })
  expect(await stranger.guess(one, code, { proof })).toMatchObject(ask)
  for (const unreadable of ['{}', 'null', proof.replace('"counter":', '"counter":1')]) {
    expect(await stranger.guess(one, code, { proof: unreadable })).toMatchObject(ask)
  }
  wallet.passSeconds(601)
  await stranger.sendCode(one)
  expect(await stranger.guess(one, await readCode(wallet, one), { proof: late })).toMatchObject(ask)
})

test('what strangers send for leaves the owner’s device codes of its own, and ends none of them [known-devices-5]', async () => {
  const { phone, browser } = await anOwner()
  await browser.sendCode(phone)
  const own = await readCode(wallet, phone)
  wallet.passSeconds(61)
  await new Browser().sendCode(phone)
  expect(await browser.guess(phone, own)).toMatchObject({ status: 'ok' })
  // One of the twelve of an hour was for the sign-up.
  for (let sent = 0; sent < 10; sent += 1) {
    wallet.passSeconds(61)
    expect(await new Browser().sendCode(phone)).toMatchObject({ status: 'ok' })
  }
  wallet.passSeconds(61)
  const stranger = new Browser()
  const asked = await stranger.sendCode(phone)
  expect(asked).toMatchObject({ code: 'proof_required' })
  expect(await browser.signIn(phone)).toMatchObject({ status: 'ok' })
  // Who works has as many again.
  expect(await stranger.sendCode(phone, { proof: await work(asked) })).toMatchObject({ status: 'ok' })
})

test('an address that is blocked touches no code [known-devices-6]', async () => {
  const blocked = new Browser()
  const decoy = freshPhone()
  await new Browser().sendCode(decoy)
  for (let guess = 0; guess < 20; guess += 1) await blocked.guess(decoy, '0000')
  const { phone } = await anOwner()
  const stranger = new Browser()
  await stranger.sendCode(phone)
  const code = await readCode(wallet, phone)
  for (let guess = 0; guess < 5; guess += 1) expect(await blocked.guess(phone, not(code))).toMatchObject({ code: 'code_limit' })
  expect(await stranger.guess(phone, code)).toMatchObject({ status: 'ok' })
})

test('a subscriber’s IPv6 addresses count as one', async () => {
  const from = (host: number) => new Browser(`2001:db8:7:7::${host.toString(16)}`)
  for (let sent = 1; sent <= 16; sent += 1) expect(await from(sent).sendCode(freshPhone())).toMatchObject({ status: 'ok' })
  expect(await from(17).sendCode(freshPhone())).toMatchObject({ code: 'code_limit' })
  expect(await new Browser('2001:db8:7:8::1').sendCode(freshPhone())).toMatchObject({ status: 'ok' })
})

test('nobody learns from an answer whether a number has a wallet [known-devices-7]', async () => {
  const [owner, nobody] = [(await anOwner()).phone, freshPhone()]
  wallet.passSeconds(3600)
  const steps: ((phone: string) => Promise<Answer>)[] = [
    (phone) => new Browser().guess(phone, '0000'),
    (phone) => new Browser().guess(phone, '0000', {}, 'register'),
    (phone) => new Browser().sendCode(phone),
    (phone) => new Browser().guess(phone, 'wrong'),
    (phone) => new Browser().sendCode(phone),
    async (phone) => new Browser().guess(phone, not((await readMessages(wallet, phone))[0]?.code ?? '0000')),
    async (phone) => new Browser().guess(phone, not((await readMessages(wallet, phone))[0]?.code ?? '0000'), {}, 'register'),
    async (phone) => new Browser().guess(phone, not((await readMessages(wallet, phone))[0]?.code ?? '0000')),
    (phone) => new Browser().guess(phone, '0000'),
  ]
  for (const step of steps) expect(plain(await step(nobody))).toEqual(plain(await step(owner)))
  wallet.passSeconds(3600)
  const signUps: ((phone: string) => Promise<Answer>)[] = [
    (phone) => new Browser().register(phone, { ...PERSON, first_name: 'Mallory' }),
    async (phone) => new Browser().guess(phone, not((await readMessages(wallet, phone))[0]?.code ?? '0000'), {}, 'register'),
    async (phone) => new Browser().guess(phone, not((await readMessages(wallet, phone))[0]?.code ?? '0000')),
  ]
  for (const step of signUps) expect(plain(await step(nobody))).toEqual(plain(await step(owner)))
  for (const phone of [owner, nobody]) await guessWrong(phone, 10, 1000)
  for (const call of ['login', 'register'] as const) {
    const answers = await Promise.all(
      [owner, nobody].map(async (phone) => {
        const stranger = new Browser()
        await stranger.sendCode(phone)
        const asked = await stranger.guess(phone, '0000', {}, call)
        const withProof = await stranger.guess(phone, '0000', { proof: await work(asked) }, call)
        const again = await work(await stranger.guess(phone, '0000', {}, call))
        const withPin = await stranger.guess(phone, '0000', { proof: again, pin_code: '0000' }, call)
        return [asked, withProof, withPin].map(plain)
      }),
    )
    expect(answers[1]).toEqual(answers[0])
    wallet.passSeconds(3600)
  }
})

/** An answer without what is random in it. */
function plain({ challenge, retry_after, ...answer }: Answer): unknown {
  return { ...answer, challenge: challenge !== undefined, retry_after: retry_after !== undefined }
}

test('a number without a wallet is told how to open one', async () => {
  const phone = freshPhone()
  await new Browser().sendCode(phone)
  const [message] = await readMessages(wallet, phone)
  expect(message).toMatchObject({ code: null, text: expect.stringContaining('Open one: http') })
})

test('of a thousand numbers that differ in their last four digits fifty are sent a code in an hour [known-devices-8]', async () => {
  const prefix = `7913${String(Date.now() % 1000).padStart(3, '0')}`
  const answers: Answer[] = []
  // Ten at once, of which the wallet keeps none waiting for so long that it is too busy.
  for (let place = 0; place < 100; place += 10) {
    const phones = Array.from({ length: 10 }, (_, next) => `${prefix}${(place + next).toString().padStart(4, '0')}`)
    answers.push(...(await Promise.all(phones.map((phone) => new Browser().sendCode(phone)))))
  }
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(50)
  expect(answers.filter(({ code }) => code === 'code_limit')).toHaveLength(50)
  expect(await new Browser().sendCode(freshPhone())).toMatchObject({ status: 'ok' })
})

test('so many codes an hour go to all strangers together, and the owner’s device has its own [known-devices-9]', async () => {
  const { phone, browser } = await anOwner()
  await new Browser().sendCode(freshPhone())
  const all = "update attempt set taken = 4999 where scope = 'codes_in_all'"
  expect(await wallet.database.run({ name: 'test.spend', text: all }, [])).toBe(1)
  expect(await new Browser().sendCode(freshPhone())).toMatchObject({ status: 'ok' })
  expect(await new Browser().sendCode(freshPhone())).toMatchObject({ http: 429, code: 'code_limit' })
  expect(await browser.signIn(phone)).toMatchObject({ status: 'ok' })
})

test('when codes are not used, strangers work for the next; the owner’s device does not [known-devices-10]', async () => {
  const { phone, browser } = await anOwner()
  for (let sent = 0; sent < 50; sent += 1) await new Browser().sendCode(freshPhone())
  wallet.passSeconds(180)
  const stranger = new Browser()
  const other = freshPhone()
  const asked = await stranger.sendCode(other)
  expect(asked).toMatchObject({ http: 429, code: 'proof_required' })
  expect(await readMessages(wallet, other)).toEqual([])
  expect(await stranger.sendCode(other, { proof: await work(asked) })).toMatchObject({ status: 'ok' })
  expect(await browser.signIn(phone)).toMatchObject({ status: 'ok' })
})

test('a hundred wrong guesses at as many phones, and every stranger has to work for the next [known-devices-11]', async () => {
  const victims: { phone: string; code: string }[] = []
  while (victims.length < 110) victims.push(await aPhoneWithCode())
  const answers: Answer[] = []
  for (const { phone, code } of victims) answers.push(await new Browser().guess(phone, not(code)))
  expect(answers.filter(({ code }) => code === 'code_wrong')).toHaveLength(100)
  expect(answers.slice(100).every(({ code }) => code === 'proof_required')).toBe(true)
  await forgetCodes()
  wallet.passSeconds(601)
  const { phone, code } = await aPhoneWithCode()
  expect(await new Browser().guess(phone, not(code))).toMatchObject({ code: 'code_wrong' })
})

async function aPhoneWithCode(): Promise<{ phone: string; code: string }> {
  const phone = freshPhone()
  expect(await new Browser().register(phone)).toMatchObject({ status: 'ok' })
  return { phone, code: await readCode(wallet, phone) }
}

test('a sign-up is what was entered with its code, whoever has entered something else since [known-devices-12]', async () => {
  const phone = freshPhone()
  const anna = new Browser()
  await anna.register(phone)
  const code = await readCode(wallet, phone)
  wallet.passSeconds(61)
  await new Browser().register(phone, { ...PERSON, first_name: 'Mallory' })
  const signedUp = await anna.guess(phone, code, {}, 'register')
  expect(signedUp).toMatchObject({ status: 'ok' })
  expect(await ask(wallet, 'GET', `${AUTH}/info`, { token: String(signedUp.auth_token) })).toMatchObject({ first_name: 'Анна' })
})

test('a code that is sent again is for what this browser entered [known-devices-13]', async () => {
  const phone = freshPhone()
  const anna = new Browser()
  await anna.register(phone)
  wallet.passSeconds(61)
  await new Browser().register(phone, { ...PERSON, first_name: 'Mallory' })
  wallet.passSeconds(61)
  await anna.sendCode(phone)
  const signedUp = await anna.guess(phone, await readCode(wallet, phone), {}, 'register')
  expect(await ask(wallet, 'GET', `${AUTH}/info`, { token: String(signedUp.auth_token) })).toMatchObject({ first_name: 'Анна' })
})

/** What is kept of the devices that somebody is signed in on, by session, the first first. */
function devicesOf(phone: string) {
  return wallet.database.list<{ address: string; opened: boolean; since: Date }>({
    name: `test.devices_${phone}`,
    text: `select session.address, opened_wallet as opened, first_seen_at as since
      from session
      join wallet_user on wallet_user.id = session.user_id
      join known_device on known_device.user_id = session.user_id and known_device.device_id = session.device_id
      where phone = '+${phone}' order by session.id`,
  })
}

test('a session is on a device, of which is known since when, and whether the wallet was opened with it', async () => {
  const { phone, browser } = await anOwner()
  wallet.passSeconds(3600)
  const other = new Browser('2001:db8:1:2::1')
  await other.signIn(phone)
  wallet.passSeconds(3600)
  await other.signIn(phone)
  const [opener, first, second] = await devicesOf(phone)
  const [block] = /^\d+\.\d+\.\d+/.exec(browser.address) ?? []
  expect([opener, first]).toMatchObject([
    { address: `${block}.0/24`, opened: true },
    { address: '2001:db8:1::/48', opened: false },
  ])
  expect((first?.since.getTime() ?? 0) - (opener?.since.getTime() ?? 0)).toBeGreaterThanOrEqual(3_600_000)
  expect(second).toEqual(first)
})

test('from where a session is used is kept where it is used from elsewhere, as fresh as a minute', async () => {
  const { phone } = await anOwner()
  const browser = new Browser('192.0.2.7')
  const { auth_token: token } = await browser.signIn(phone)
  const useFrom = (address: string) =>
    ask(wallet, 'GET', '/v2/wallet', { token: String(token), headers: { 'x-forwarded-for': address } })
  const address = async () => (await devicesOf(phone)).at(-1)?.address
  await useFrom('203.0.113.9')
  expect(await address()).toBe('192.0.2.0/24')
  wallet.passSeconds(61)
  await useFrom('203.0.113.9')
  expect(await address()).toBe('203.0.113.0/24')
})

const as = (token: unknown) => ({
  sessions: async () =>
    (await ask(wallet, 'GET', `${AUTH}/sessions`, { token: String(token) })).results as { id: string; known_since: string }[],
  end: (body: object) => ask(wallet, 'POST', `${AUTH}/sessions/end`, { token: String(token), body }),
})

test('a device that is sent away is a stranger again, everywhere it was signed in; the one that asks stays known [known-devices-14]', async () => {
  const { phone, browser } = await anOwner()
  const thief = new Browser()
  const { auth_token: left } = await thief.signIn(phone)
  wallet.passSeconds(3600)
  const { auth_token: stolen } = await thief.signIn(phone)
  const { auth_token: own } = await browser.signIn(phone)
  const [mine, theirs, ...more] = await as(own).sessions()
  expect(more).toEqual([])
  expect(await as(own).end({ session_id: theirs?.id })).toMatchObject({ status: 'ok' })
  for (const token of [left, stolen])
    expect(await ask(wallet, 'GET', '/v2/wallet', { token: String(token) })).toMatchObject({ code: 'INVALID_TOKEN' })
  wallet.passSeconds(3600)
  const { auth_token: again } = await thief.signIn(phone)
  const [anew, known] = await as(again).sessions()
  expect(Date.parse(anew?.known_since ?? '')).toBeGreaterThan(Date.parse(theirs?.known_since ?? '') + 7_000_000)
  expect(known?.known_since).toBe(mine?.known_since)
})

test('all others are sent away at once, those too that have signed out [known-devices-15]', async () => {
  const { phone, browser } = await anOwner()
  const other = new Browser()
  const { auth_token: gone } = await other.signIn(phone)
  await ask(wallet, 'POST', `${AUTH}/logout`, { token: String(gone) })
  const { auth_token: own } = await browser.signIn(phone)
  await as(own).end({})
  await guessWrong(phone, 5, 61)
  expect(await other.signIn(phone)).toMatchObject({ code: 'proof_required' })
  wallet.passSeconds(61)
  expect(await browser.signIn(phone)).toMatchObject({ status: 'ok' })
})

test('a device that is signed out on by itself stays known', async () => {
  const { phone, browser } = await anOwner()
  const { auth_token: own } = await browser.signIn(phone)
  const [before] = await as(own).sessions()
  await as(own).end({ session_id: before?.id })
  wallet.passSeconds(61)
  const [after] = await as((await browser.signIn(phone)).auth_token).sessions()
  expect(after?.known_since).toBe(before?.known_since)
})

test('what strangers ask for and guess behind an address keeps neither a known device there out, nor whoever is signed in [known-devices-16]', async () => {
  const { phone, browser } = await anOwner()
  const { address } = browser
  const neighbour = () => new Browser(address)
  for (let sent = 0; sent < 16; sent += 1) await neighbour().sendCode(freshPhone())
  expect(await neighbour().sendCode(freshPhone())).toMatchObject({ code: 'code_limit' })
  for (let guess = 0; guess < 20; guess += 1) await neighbour().guess(freshPhone(), '0000')
  expect(await neighbour().guess(freshPhone(), '0000')).toMatchObject({ code: 'code_limit' })
  for (let start = 0; start < 61; start += 1) await neighbour().post('/v2/wallet/passkeys/sign_in/start', undefined)
  const start = (by: Browser) => by.post('/v2/wallet/passkeys/sign_in/start', undefined)
  expect(await start(neighbour())).toMatchObject({ code: 'too_many_requests' })
  expect(await start(browser)).toMatchObject({ status: 'ok' })
  const { auth_token } = await browser.signIn(phone)
  // By a client that keeps no cookie, which is a stranger each time.
  const signedIn = (path: string, body: unknown) =>
    ask(wallet, 'POST', `${AUTH}${path}`, { body, token: String(auth_token), headers: { 'x-forwarded-for': address } })
  await signedIn('/freeze', {})
  wallet.passSeconds(61)
  expect(await signedIn('/unfreeze/send_code', {})).toMatchObject({ status: 'ok' })
  const body = { confirm_code: await readCode(wallet, phone), pin_code: PIN }
  expect(await signedIn('/unfreeze', body)).toMatchObject({ status: 'ok' })
})

test('all known devices of a number have its codes together: another one brings none [known-devices-17]', async () => {
  const { phone, browser } = await anOwner()
  const second = new Browser()
  expect(await second.signIn(phone)).toMatchObject({ status: 'ok' })
  for (let sent = 0; sent < 12; sent += 1) {
    expect(await (sent % 2 === 0 ? browser : second).sendCode(phone)).toMatchObject({ status: 'ok' })
    wallet.passSeconds(61)
  }
  for (const device of [browser, second]) {
    expect(await device.sendCode(phone)).toMatchObject({ code: 'code_limit' })
    wallet.passSeconds(61)
  }
})

test('a client without cookies signs up and in as ever', async () => {
  const phone = freshPhone()
  await aUserWith(wallet, phone)
  await ask(wallet, 'POST', `${AUTH}/send_code`, { body: { phone } })
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  expect(await ask(wallet, 'POST', `${AUTH}/login`, { body })).toMatchObject({ status: 'ok', has_pin: true })
})
