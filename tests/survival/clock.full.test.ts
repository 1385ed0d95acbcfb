import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/pool'
import { type Answer, ask, aUser, readCode, TestUser, until } from '#tests/builders'
import { environmentOfMachineClock, setMachineClock } from '#tests/fake-time'
import { freePort } from '#tests/free-port'
import { ServerProcess } from '#tests/server-process'
import { createDatabase, expectTrueBooks } from '#tests/test-wallet'

const HOUR = 3600
const DAY = 86_400
// Within it a slow machine sends a code, reads it and signs in.
const LIFETIME_SECONDS = 20
const LIFETIMES = {
  CODE_LIFETIME_SECONDS: String(LIFETIME_SECONDS),
  RATE_LIFETIME_SECONDS: String(LIFETIME_SECONDS),
  CODE_GAP_SECONDS: '1',
  CODES_PER_PHONE_HOUR: '20',
  CODES_PER_PHONE_DAY: '20',
  ANSWER_TIMEOUT_MS: '20000',
}
const RAISED = "This machine's clock differs from the database's"
const ENDED = "This machine's clock agrees with the database's again"

/** A wallet in a process of its own, with a machine's clock of its own. */
interface Machine {
  readonly server: ServerProcess
  readonly metrics: () => Promise<string>
  readonly setClock: (seconds: number) => void
}

const folder = mkdtempSync(join(tmpdir(), 'wallet-clock-'))
let url: string
let right: Machine
let late: Machine
let early: Machine
beforeAll(async () => {
  url = await createDatabase()
  right = await aMachine('right', 0)
  ;[late, early] = await Promise.all([aMachine('late', -HOUR), aMachine('early', HOUR)])
})
afterAll(async () => {
  await Promise.all([right, late, early].map(({ server }) => server.stop()))
  const database = openDatabase({ connection: url, connectionsMax: 1, onError: () => undefined })
  await expectTrueBooks(database)
  await database.close()
  rmSync(folder, { recursive: true })
})

async function aMachine(name: string, secondsAhead: number): Promise<Machine> {
  const file = join(folder, name)
  const port = await freePort()
  setMachineClock(file, secondsAhead)
  const environment = await environmentOfMachineClock(file)
  const server = await ServerProcess.start(url, { ...LIFETIMES, ...environment, MONITORING_PORT: String(port) })
  return {
    server,
    metrics: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    setClock: (seconds) => setMachineClock(file, seconds),
  }
}

/** A person who comes to one of the machines. */
const at = ({ server }: Machine, { phone, token }: TestUser): TestUser => new TestUser(server, phone, token)
const sendCode = async ({ server }: Machine, phone: string): Promise<string> => {
  await until(async () => (await ask(server, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })).status === 'ok')
  return readCode(server, phone)
}
const signIn = ({ server }: Machine, phone: string, confirm_code: string): Promise<Answer> =>
  ask(server, 'POST', '/v2/wallet/auth/login', { body: { phone, confirm_code } })
/** Waits by the monotonic clock. */
async function pass(seconds: number): Promise<void> {
  const since = performance.now()
  await until(async () => performance.now() - since > seconds * 1000, seconds + 5)
}

/** By how many seconds a process says that its machine is ahead. */
async function skewOf({ metrics }: Machine): Promise<number> {
  return Number(/^wallet_clock_skew_seconds (\S+)$/m.exec(await metrics())?.[1])
}

const linesOf = ({ server }: Machine, message: string): number => server.complaints.split(message).length - 1

test('a clock that is an hour off raises an alarm, once, and shows in the metrics; a right clock does neither', async () => {
  expect(Math.abs((await skewOf(late)) + HOUR)).toBeLessThan(1)
  expect(Math.abs((await skewOf(early)) - HOUR)).toBeLessThan(1)
  expect(Math.abs(await skewOf(right))).toBeLessThan(1)
  const lines = [late, early, right].map((machine) => linesOf(machine, RAISED))
  expect(lines).toEqual([1, 1, 0])
  const line = late.server.complaints.split('\n').find((each) => each.includes(RAISED)) ?? ''
  expect(JSON.parse(line)).toMatchObject({ level: 50, skewSeconds: -HOUR })
})

test.concurrent.each([
  ['late', 'right', () => [late, right] as const],
  ['right', 'late', () => [right, late] as const],
  ['early', 'late', () => [early, late] as const],
])('a code sent by a %s machine is valid for its usual time on a %s one', async (_issuer, _other, machines) => {
  const [issuer, other] = machines()
  const { phone } = await aUser(right.server)
  expect(await signIn(other, phone, await sendCode(issuer, phone))).toMatchObject({ status: 'ok' })
  const code = await sendCode(issuer, phone)
  await pass(LIFETIME_SECONDS + 0.1)
  expect(await signIn(other, phone, code)).toMatchObject({ code: 'code_expired' })
})

test.concurrent.each([
  ['late', 'right', () => [late, right] as const],
  ['right', 'early', () => [right, early] as const],
  ['early', 'late', () => [early, late] as const],
])('a rate offered by a %s machine is valid for its usual time on a %s one', async (_issuer, _other, machines) => {
  const [issuer, other] = machines()
  const anna = await aUser(right.server, '100.00 USD', '1.00 EUR')
  const body = await at(issuer, anna).exchangeBody('1.00', 'USD', 'EUR')
  expect(await at(other, anna).post('/v2/wallet/exchange', body)).toMatchObject({ status: 'ok' })
  const later = await at(issuer, anna).exchangeBody('1.00', 'USD', 'EUR')
  await pass(LIFETIME_SECONDS + 0.1)
  expect(await at(other, anna).post('/v2/wallet/exchange', later)).toMatchObject({ code: 'rate_expired' })
})

test('a machine whose clock is an hour off understands providers, and its entries have the right time', async () => {
  const anna = await aUser(right.server)
  await at(late, anna).topUp('5.00', 'USD')
  expect(await at(early, anna).withdraw('5.00', 'USD')).toMatchObject({ status: 'ok' })
  const { results } = await at(right, anna).get('/v2/wallet/transaction')
  const times = (results as { created_at: string }[]).map(({ created_at }) => Date.parse(created_at))
  expect(times).toHaveLength(2)
  for (const time of times) expect(Math.abs(time - Date.now())).toBeLessThan(20_000)
})

/** How often a machine's jobs have run. */
async function runsOf({ metrics }: Machine): Promise<number> {
  const counts = [...(await metrics()).matchAll(/^wallet_job_duration_seconds_count\S* (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

async function runsWithin(machine: Machine, seconds: number): Promise<number> {
  const before = await runsOf(machine)
  await pass(seconds)
  return (await runsOf(machine)) - before
}

test('a clock that jumps by a day while the wallet runs expires nothing, revives nothing, and runs no job more often [survival-clock-1]', async () => {
  const anna = await aUser(right.server, '100.00 USD', '1.00 EUR')
  const expired = await anna.exchangeBody('1.00', 'USD', 'EUR')
  await pass(LIFETIME_SECONDS)
  const usual = await runsWithin(right, 2)
  for (const seconds of [DAY, -DAY]) {
    const code = await sendCode(right, anna.phone)
    const body = await anna.exchangeBody('1.00', 'USD', 'EUR')
    right.setClock(seconds)
    expect(Math.abs((await skewOf(right)) - seconds)).toBeLessThan(1)
    expect(await anna.post('/v2/wallet/exchange', body)).toMatchObject({ status: 'ok' })
    expect(await anna.post('/v2/wallet/exchange', expired)).toMatchObject({ code: 'rate_expired' })
    expect(await signIn(right, anna.phone, code)).toMatchObject({ status: 'ok' })
    expect(await runsWithin(right, 2)).toBeLessThanOrEqual(2 * usual + 5)
    await until(async () => linesOf(right, RAISED) === 1)
  }
  right.setClock(0)
  await until(async () => linesOf(right, ENDED) === 1)
  expect(linesOf(right, RAISED)).toBe(1)
  expect(right.server.isRunning()).toBe(true)
})
