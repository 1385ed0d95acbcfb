import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, aUserWith, freshPhone, PIN, readMessages, until } from '#tests/builders'
import { solveProof } from '#tests/proof-of-work'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const AUTH = '/v2/wallet/auth'
const PERSON = { first_name: 'Анна', last_name: 'Смирнова', email: 'anna@mail.example' }

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100' })
  wallet.app.server.prependListener('request', ({ headers }) => {
    // A vendor's request, on a connection that was opened for one of ours, is none of it.
    request.enterWith(String(headers['x-asked'] ?? ''))
  })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => {
  pg.Client.prototype.query = query
  return wallet.close()
})

/** Which request of this file's a statement is run for: others, and jobs, run theirs meanwhile. */
const request = new AsyncLocalStorage<string>()
const statements = new Map<string, string[]>()
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
  const of = request.getStore()
  const [statement] = asked
  const name = nameOf(statement)
  if (of !== undefined && name !== NOT_OF_ANY) statements.get(of)?.push(name)
  return Reflect.apply(query, this, asked)
} as typeof query

// Of what the operator has set the process asks from time to time, whoever comes then.
const NOT_OF_ANY = 'operator.read'

function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const named = typeof statement === 'object' && statement !== null && 'name' in statement ? statement.name : undefined
  return String(named ?? 'another')
}

let asked = 0

/** The statements of an answer, in order, and what it was. */
async function done(path: string, body: object): Promise<{ said: unknown; did: readonly string[]; challenge: string }> {
  asked += 1
  const id = String(asked)
  statements.set(id, [])
  const { code, status, challenge } = await ask(wallet, 'POST', `${AUTH}/${path}`, { body, headers: { 'x-asked': id } })
  return { said: code ?? status, did: statements.get(id) ?? [], challenge: String(challenge) }
}

const wrongCodeFor = async (phone: string): Promise<string> => {
  const code = (await readMessages(wallet, phone)).find((message) => message.code)?.code ?? '0000'
  return ((Number(code) + 1) % 10_000).toString().padStart(4, '0')
}

/** Everything that a stranger may try at a number, one after the other, until its guesses of a month are used up, and what each came to. */
async function tryAll(phone: string, [send, guess]: readonly [string, string]): Promise<unknown[]> {
  const seen: unknown[] = []
  const note = ({ said, did }: Awaited<ReturnType<typeof done>>): void => void seen.push([said, did])
  const sendTo = async (): Promise<void> => note(await done(send, send === 'register' ? { ...PERSON, phone } : { phone }))
  for (let guesses = 0; guesses < 11; guesses += 1) {
    if (guesses % 3 === 0) await sendTo()
    const body = { phone, confirm_code: await wrongCodeFor(phone) }
    const first = await done(guess, body)
    note(first)
    if (first.said === 'proof_required')
      note(await done(guess, { ...body, proof: await solveProof(first.challenge), pin_code: '0000' }))
    if (guesses % 3 === 2) wallet.passSeconds(61)
  }
  return seen
}

test.each([
  ['sign-in', ['send_code', 'login']],
  ['sign-up', ['register', 'register/phone/confirm']],
  ['sign-up, asked for as a sign-in', ['register', 'login']],
] as const)('an answer at %s takes the same statements for a number with a wallet and for one without', async (_what, calls) => {
  const [owner, nobody] = [freshPhone(), freshPhone()]
  await aUserWith(wallet, owner)
  wallet.passSeconds(3600)
  const [hers, nobodys] = [await tryAll(owner, calls), await tryAll(nobody, calls)]
  expect(nobodys).toEqual(hers)
  expect(JSON.stringify(hers)).toContain('code_wrong')
  expect(JSON.stringify(hers)).toContain('limit.take')
})

test('a code that is sent again takes the same statements, whoever has begun a sign-up with a number [same-statements-1]', async () => {
  const [owner, nobody] = [freshPhone(), freshPhone()]
  await aUserWith(wallet, owner)
  wallet.passSeconds(3600)
  const sendAgain = async (phone: string): Promise<unknown> => {
    await done('register', { ...PERSON, phone })
    wallet.passSeconds(61)
    return (await done('send_code', { phone })).did
  }
  expect(await sendAgain(nobody)).toEqual(await sendAgain(owner))
})

test('an e-mail that is asked for, and its code, take the same statements whoever’s it is', async () => {
  const [owner, nobody] = [freshPhone(), freshPhone()]
  const email = `${owner}@mail.example`
  const user = await aUserWith(wallet, owner)
  await user.post(`${AUTH}/email/send_code`, { email })
  const mails = await (await fetch(`${wallet.url}/sandbox/email.json?to=${email}`)).json()
  const [{ code }] = (mails as { messages: [{ code: string }] }).messages
  await user.post(`${AUTH}/email/confirm`, { email, email_code: code, pin_code: PIN })
  const recover = async (phone: string): Promise<unknown[]> => {
    const body = { phone, email }
    const first = await done('recover/send_code', body)
    const sent = await done('recover/send_code', { ...body, proof: await solveProof(first.challenge) })
    const guessed = await done('recover', { ...body, email_code: '000000', pin_code: '0000' })
    return [first, sent, guessed].map(({ said, did }) => [said, did])
  }
  const hers = await recover(owner)
  // Of a mailbox, too, a minute has to pass.
  wallet.passSeconds(61)
  expect(await recover(nobody)).toEqual(hers)
})

test('an answer does not wait for an SMS that nobody without a wallet would be sent', async () => {
  const [owner, nobody] = ['18005550123', '18005550124']
  const phone = freshPhone()
  await aUserWith(wallet, phone)
  await wallet.database.run({ name: 'test.move', text: 'update wallet_user set phone = $1 where phone = $2' }, [
    `+${owner}`,
    `+${phone}`,
  ])
  await wallet.database.inTransaction(async (tx) => {
    await tx.run({ name: 'test.lock_inbox', text: 'lock table sandbox.sms_message' })
    const hers = await done('send_code', { phone: owner })
    expect(hers.said).toBe('ok')
    expect(await done('send_code', { phone: nobody })).toEqual(hers)
  })
  await until(async () => (await readMessages(wallet, owner)).length === 1)
  expect(await readMessages(wallet, nobody)).toEqual([])
})
