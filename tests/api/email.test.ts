import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, ask, aUserWith, freshPhone, PIN, type TestUser, until } from '#tests/builders'
import { solveProof } from '#tests/proof-of-work'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const AUTH = '/v2/wallet/auth'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

interface Mail {
  readonly subject: string
  readonly text: string
  readonly code: string | null
}

/** What an address was sent, the newest first. */
async function mailTo(email: string): Promise<Mail[]> {
  const response = await fetch(`${wallet.url}/sandbox/email.json?to=${encodeURIComponent(email)}`)
  return ((await response.json()) as { messages: Mail[] }).messages
}

const aMailbox = (): string => `anna.${randomUUID().slice(0, 8)}@mail.example`

async function codeFor(email: string): Promise<string> {
  // What the owner is told comes in its own time.
  const mail = (await mailTo(email)).find(({ code }) => code)
  if (!mail?.code) throw new Error(`No code was sent to ${email}`)
  return mail.code
}

const wrongFor = (code: string): string => (code === '000000' ? '111111' : '000000')

const sendCode = (user: TestUser, email: string): Promise<Answer> => user.post(`${AUTH}/email/send_code`, { email })
const confirm = (user: TestUser, email: string, email_code: string, pin_code?: string): Promise<Answer> =>
  user.post(`${AUTH}/email/confirm`, { email, email_code, pin_code })

/** Somebody whose e-mail is known to be theirs. */
async function anOwner(): Promise<{ user: TestUser; email: string; phone: string }> {
  const phone = freshPhone()
  const user = await aUserWith(wallet, phone)
  const email = aMailbox()
  expect(await sendCode(user, email)).toMatchObject({ status: 'ok', resend_in: 60 })
  expect(await confirm(user, email, await codeFor(email), PIN)).toMatchObject({ status: 'ok' })
  return { user, email, phone }
}

const profileOf = (user: TestUser): Promise<Answer> => user.get(`${AUTH}/info`)

/** Asks for a code as a stranger, and does the work for it. */
async function sendRecovery(phone: string, email: string): Promise<Answer> {
  const body = { phone, email }
  const asked = await ask(wallet, 'POST', `${AUTH}/recover/send_code`, { body })
  if (asked.code !== 'proof_required') return asked
  return ask(wallet, 'POST', `${AUTH}/recover/send_code`, { body: { ...body, proof: await solveProof(String(asked.challenge)) } })
}
const recover = (phone: string, email: string, email_code: string, pin_code = PIN): Promise<Answer> =>
  ask(wallet, 'POST', `${AUTH}/recover`, { body: { phone, email, email_code, pin_code } })

test('an e-mail is theirs once they have entered its code and their PIN, and not before', async () => {
  const user = await aUserWith(wallet, freshPhone())
  const email = aMailbox()
  await sendCode(user, email)
  const code = await codeFor(email)
  expect(await confirm(user, email, code)).toMatchObject({ http: 403, code: 'pin_required', field: 'pin_code' })
  expect(await confirm(user, email, code, '0000')).toMatchObject({ http: 403, code: 'pin_wrong', field: 'pin_code' })
  expect(await profileOf(user)).toMatchObject({ email_confirmed: false })
  expect(await confirm(user, email, code, PIN)).toMatchObject({ status: 'ok' })
  expect(await profileOf(user)).toMatchObject({ email, email_confirmed: true })
})

test('a code is good once, for the address that it was sent to, and no more than five guesses', async () => {
  const user = await aUserWith(wallet, freshPhone())
  const email = aMailbox()
  await sendCode(user, email)
  const code = await codeFor(email)
  expect(await confirm(user, aMailbox(), code, PIN)).toMatchObject({ http: 422, code: 'code_expired' })
  expect(await confirm(user, email, wrongFor(code), PIN)).toMatchObject({ http: 422, code: 'code_wrong', field: 'email_code' })
  expect(await confirm(user, email, code, PIN)).toMatchObject({ status: 'ok' })
  expect(await confirm(user, email, code, PIN)).toMatchObject({ code: 'code_expired' })
  wallet.passSeconds(61)
  await sendCode(user, email)
  const next = await codeFor(email)
  for (let guess = 0; guess < 5; guess++)
    expect(await confirm(user, email, wrongFor(next), PIN)).toMatchObject({ code: 'code_wrong' })
  expect(await confirm(user, email, next, PIN)).toMatchObject({ code: 'code_expired' })
})

test('a code is good for a quarter of an hour', async () => {
  const user = await aUserWith(wallet, freshPhone())
  const email = aMailbox()
  await sendCode(user, email)
  wallet.passSeconds(901)
  expect(await confirm(user, email, await codeFor(email), PIN)).toMatchObject({ code: 'code_expired' })
})

test("another person's code confirms nothing of one's own", async () => {
  const [anna, boris] = [await aUserWith(wallet, freshPhone()), await aUserWith(wallet, freshPhone())]
  const email = aMailbox()
  await sendCode(anna, email)
  expect(await confirm(boris, email, await codeFor(email), PIN)).toMatchObject({ code: 'code_expired' })
})

test('of a change hears who had the address before, and the owner in the app [api-email-1]', async () => {
  const { user, email } = await anOwner()
  const other = aMailbox()
  wallet.passSeconds(61)
  await sendCode(user, other)
  expect(await confirm(user, other, await codeFor(other), PIN)).toMatchObject({ status: 'ok' })
  await until(async () => (await mailTo(email)).some(({ subject }) => /Адрес почты кошелька .* изменен/.test(subject)))
  expect((await mailTo(other)).some(({ subject }) => subject.includes('изменен'))).toBe(false)
  expect(await profileOf(user)).toMatchObject({ email: other, email_confirmed: true })
  expect(await user.told()).toContain('The email address was changed')
})

test('an address that has no mailbox is told at its field, and may be mended at once', async () => {
  const user = await aUserWith(wallet, freshPhone())
  expect(await sendCode(user, 'nobody@mail.example')).toMatchObject({ http: 422, code: 'email_refused', field: 'email' })
  expect(await sendCode(user, aMailbox())).toMatchObject({ status: 'ok' })
})

test('a minute has to pass between two, and a mailbox is sent ten a day, whoever asks [api-email-2]', async () => {
  const email = aMailbox()
  const anna = await aUserWith(wallet, freshPhone())
  await sendCode(anna, email)
  expect(await sendCode(anna, email)).toMatchObject({ http: 429, code: 'code_too_soon' })
  for (let sent = 1; sent < 10; sent++) {
    wallet.passSeconds(61)
    expect(await sendCode(anna, email)).toMatchObject({ status: 'ok' })
  }
  const boris = await aUserWith(wallet, freshPhone())
  expect(await sendCode(boris, email)).toMatchObject({ http: 429, code: 'code_limit' })
  expect(await mailTo(email)).toHaveLength(10)
})

test('who has lost their number gets in by their e-mail and their PIN, and the owner is told', async () => {
  const { email, phone } = await anOwner()
  expect(await sendRecovery(phone, email.toUpperCase())).toMatchObject({ status: 'ok' })
  const reply = await recover(phone, email, await codeFor(email.toUpperCase()))
  expect(reply).toMatchObject({ status: 'ok', has_pin: true })
  const info = await ask(wallet, 'GET', `${AUTH}/info`, { token: String(reply.auth_token) })
  expect(info).toMatchObject({ status: 'ok', phone })
  await until(async () => (await mailTo(email)).some(({ subject }) => /с\sнового устройства/.test(subject)))
})

test('by neither of the two alone, and a code is worth one sign-in [api-email-3]', async () => {
  const { email, phone } = await anOwner()
  await sendRecovery(phone, email)
  const code = await codeFor(email)
  const refused = { http: 422, code: 'code_wrong', field: 'email_code' }
  expect(await recover(phone, email, wrongFor(code))).toMatchObject(refused)
  expect(await recover(phone, email, code, '0000')).toMatchObject(refused)
  expect(await recover(phone, email, code)).toMatchObject({ status: 'ok' })
  expect(await recover(phone, email, code)).toMatchObject({ code: 'code_expired' })
})

test('of many at once with one code one gets in', async () => {
  const { email, phone } = await anOwner()
  await sendRecovery(phone, email)
  const code = await codeFor(email)
  const answers = await Promise.all(Array.from({ length: 4 }, () => recover(phone, email, code)))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
})

test('whoever reads the mail has ten PINs in a month, and who does not read it takes none of them [api-email-4]', async () => {
  const { email, phone } = await anOwner()
  await sendRecovery(phone, email)
  for (let guess = 0; guess < 5; guess++) await recover(phone, email, wrongFor(await codeFor(email)), '0000')
  for (let guess = 0; guess < 10; guess++) {
    if (guess % 5 === 0) {
      wallet.passSeconds(61)
      expect(await sendRecovery(phone, email)).toMatchObject({ status: 'ok' })
    }
    expect(await recover(phone, email, await codeFor(email), '0000')).toMatchObject({ code: 'code_wrong' })
  }
  wallet.passSeconds(61)
  await sendRecovery(phone, email)
  expect(await recover(phone, email, await codeFor(email))).toMatchObject({ http: 429, code: 'code_limit' })
})

test('nobody learns from an answer whether there is a wallet, or whose an e-mail is; its owner is told that nothing can be done by it [api-email-5]', async () => {
  const { email, phone } = await anOwner()
  const unconfirmed = await aUserWith(wallet, freshPhone())
  const asked = [
    [phone, email],
    [phone, aMailbox()],
    [unconfirmed.phone, aMailbox()],
    [freshPhone(), aMailbox()],
  ] as const
  const answers: Answer[] = []
  for (const [number, mailbox] of asked) {
    wallet.passSeconds(61)
    answers.push(await sendRecovery(number, mailbox))
  }
  for (const answer of answers) expect(answer).toEqual({ ...answers[0], http: 200 })
  for (const [number, mailbox] of asked.slice(1)) {
    expect((await mailTo(mailbox))[0]).toMatchObject({ code: null, text: expect.stringMatching(/кошелька\s+нет/) })
    expect(await recover(number, mailbox, '123456')).toMatchObject({ http: 422, code: 'code_wrong', field: 'email_code' })
  }
})

test('a stranger has to work for a code [api-email-6]', async () => {
  const { email, phone } = await anOwner()
  const asked = await ask(wallet, 'POST', `${AUTH}/recover/send_code`, { body: { phone, email } })
  expect(asked).toMatchObject({ http: 429, code: 'proof_required' })
  expect((await mailTo(email)).filter(({ subject }) => subject.includes('код для входа'))).toEqual([])
})

test('an e-mail that was confirmed since a day before is not theirs any more once the owner has said that it was not them [api-email-7]', async () => {
  const { email, phone, user } = await anOwner()
  await until(async () => (await mailTo(email)).some(({ subject }) => subject.includes('подтверждена')))
  const told = (await mailTo(email)).find(({ subject }) => subject.includes('подтверждена'))
  const token = /\/secure#([A-Za-z0-9_-]+)/.exec(told?.text ?? '')?.[1] ?? ''
  expect(await ask(wallet, 'POST', `${AUTH}/secure`, { body: { link_token: token } })).toMatchObject({ status: 'ok' })
  expect(await profileOf(user)).toMatchObject({ code: 'INVALID_TOKEN' })
  expect(await sendRecovery(phone, email)).toMatchObject({ status: 'ok' })
  const subjects = (await mailTo(email)).map(({ subject }) => subject)
  expect(subjects).toContainEqual(expect.stringMatching(/^Вход в\s\S+ по почте$/))
  expect(subjects).not.toContainEqual(expect.stringContaining('код для входа'))
})

test('where no provider sends e-mail it is off, and so are its calls', async () => {
  const without = await startTestWallet({ EMAIL_PROVIDER: 'none' })
  try {
    const user = await aUserWith(without, freshPhone())
    const off = { http: 403, code: 'switched_off' }
    expect(await user.post(`${AUTH}/email/send_code`, { email: 'a@b.example' })).toMatchObject(off)
    const body = { phone: user.phone, email: 'a@b.example' }
    expect(await ask(without, 'POST', `${AUTH}/recover/send_code`, { body })).toMatchObject(off)
    expect(
      await ask(without, 'POST', `${AUTH}/recover`, { body: { ...body, email_code: '123456', pin_code: PIN } }),
    ).toMatchObject(off)
  } finally {
    await without.close()
  }
})
