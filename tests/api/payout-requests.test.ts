import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Polled } from '#server/db/polling-queue'
import { type Database, openDatabase } from '#server/db/pool'
import { type Ledger, openLedger } from '#server/ledger/ledger'
import { checkDue } from '#server/outgoing/sending'
import { createSandboxPayouts } from '#server/providers/payouts/sandbox'
import { createKeyedMutex } from '#server/security/keyed-mutex'
import { deriveKeys } from '#server/security/keys'
import { relyingPartyOf } from '#server/security/passkeys'
import { createPins } from '#server/security/pins'
import { outgoingWithdrawals, type WithdrawalDeps } from '#server/withdrawal/withdrawal'
import { aUser, until } from '#tests/builders'
import { casesOf } from '#tests/cases'
import { SECRET } from '#tests/secret'
import { expectTrueBooks, startTestWallet } from '#tests/test-wallet'

// What is answered is waited for, however slow this machine is.
const TIMEOUT_MS = 60_000

let database: Database
let ledger: Ledger
let databaseUrl: string
let vendor: Server
let deps: WithdrawalDeps
/** Withdrawals of 40.00 out of 50.00 whose request nobody has answered. */
let unanswered: string[] = []
/** What the vendor is asked, and what it answers; `after` is what it does not answer before. */
let asked: string[] = []
/** The references of the payouts that are requested from it. */
let references: unknown[] = []
let answer: (method: string) => { status: number; body?: unknown; after?: Promise<unknown> }

beforeAll(async () => {
  const wallet = await startTestWallet()
  const withdrawn = Array.from({ length: 12 }, async () => {
    const anna = await aUser(wallet, '50.00 USD')
    return anna.withdraw('40.00', 'USD', { pan: '2200123456780119' })
  })
  unanswered = (await Promise.all(withdrawn)).map(({ transaction_id }) => String(transaction_id))
  // Only what a test does looks after them.
  await wallet.close()
  databaseUrl = wallet.databaseUrl
  database = openDatabase({ connection: databaseUrl, connectionsMax: 8, onError: () => undefined })
  ledger = await openLedger(database, new Date())
  vendor = createServer(async (request, response) => {
    const { method = '' } = request
    asked.push(method)
    if (method === 'POST') references.push(((await json(request)) as { reference: unknown }).reference)
    const { status, body, after } = answer(method)
    await after
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => vendor.once('listening', resolve))
  const baseUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const access = {
    baseUrl,
    apiKey: 'key',
    timeoutMs: TIMEOUT_MS,
    webhookUrl: 'http://localhost/webhooks/payouts',
    webhookSecrets: [],
  }
  const keys = deriveKeys(SECRET)
  deps = {
    database,
    ledger,
    payouts: { ...createSandboxPayouts(access), name: 'vendor' },
    pins: createPins(keys),
    keys,
    relyingParty: relyingPartyOf(baseUrl),
    pinLimits: { failuresInARow: 5, blockSeconds: 1800, failuresUntilSms: 15, failuresPerDay: 30 },
    firstDay: { percent: 20, seconds: 86_400 },
    velocity: () => ({ recipientsPerHour: 0, outPercent: 0, outFloorPercent: 0, sendersPerDay: 0, newDays: 0 }),
    perUser: createKeyedMutex(100),
    isOn: () => true,
    takesCardNumbers: true,
    walletsPerCard: () => 0,
    providerTimeoutMs: TIMEOUT_MS,
    pause,
  }
})
afterEach(() => expectTrueBooks(database))
afterAll(async () => {
  vendor.close()
  await ledger.close()
  await database.close()
})

/** Something that comes when the test says so. */
function aMoment(): { readonly hasCome: Promise<void>; readonly come: () => void } {
  let come = (): void => undefined
  const hasCome = new Promise<void>((resolve) => {
    come = resolve
  })
  return { hasCome, come: () => come() }
}

/** One of the unanswered withdrawals, requested from this provider. */
async function anUnanswered(provider = 'vendor'): Promise<string> {
  const id = unanswered.pop()
  if (id === undefined) throw new Error('More withdrawals have to be made for all tests')
  const text = 'update withdrawal set provider = $2, sending_until = null where operation_id = $1'
  await database.run({ name: 'test.to_vendor', text }, [id, provider])
  asked = []
  references = []
  return id
}

/** Looks after the withdrawals as the worker of a wallet with this vendor does. */
async function lookAfter(...ids: string[]): Promise<unknown[]> {
  const now = new Date()
  return (await lookAfterBy(() => now, ids)).errors
}

/** The same, by a clock; tells how many polls failed, too. */
async function lookAfterBy(clock: () => Date, ids: readonly string[]): Promise<Polled & { errors: unknown[] }> {
  const text = 'update withdrawal set next_check_at = $2 where operation_id = any($1::uuid[]) and next_check_at is not null'
  await database.run({ name: 'test.bring_on', text }, [ids, clock()])
  const errors: unknown[] = []
  const onError = (error: unknown): void => void errors.push(error)
  return {
    ...(await checkDue(outgoingWithdrawals(deps), deps, { clock, onError, ending: new AbortController().signal })),
    errors,
  }
}

/** The state of a withdrawal, and what its person has. */
async function stateOf(id: string): Promise<unknown[]> {
  const text = `select state, balance_minor::text as balance from operation
    join operation_leg on operation_id = operation.id join account on account.id = account_id where operation.id = $1`
  const row = await database.find<{ state: string; balance: string }>({ name: 'test.state', text }, [id])
  return [row?.state, row?.balance]
}

test.each([404, 401, 403, 409])(
  'HTTP %s for every call leaves a payout open: the money stays held until the vendor answers again',
  async (status) => {
    const id = await anUnanswered()
    answer = () => ({ status })
    await lookAfter(id)
    expect(await stateOf(id)).toEqual(['unknown', '1000'])
    answer = () => ({ status: 200, body: { id: 'x1', reference: id, status: 'paid', amount: '40.00', currency: 'USD' } })
    expect(await lookAfter(id)).toEqual([])
    expect(await stateOf(id)).toEqual(['complete', '1000'])
  },
)

test('a payout that the vendor does not know and refuses to make is given back', async () => {
  const id = await anUnanswered()
  answer = (method) => ({ status: method === 'GET' ? 404 : 422 })
  expect(await lookAfter(id)).toEqual([])
  expect(asked).toEqual(['GET', 'POST'])
  expect(await stateOf(id)).toEqual(['failed', '5000'])
})

test('a payout that was requested from another vendor is neither looked up at this vendor nor sent to it', async () => {
  const id = await anUnanswered('the one before')
  answer = () => ({ status: 422 })
  expect(await lookAfter(id)).toEqual([])
  expect([asked, await stateOf(id)]).toEqual([[], ['unknown', '1000']])
})

test('a slow answer of the vendor is booked, or the next poll planned, by the time at which the answer came', async () => {
  const id = await anUnanswered()
  let now = new Date()
  const slowly = (status: number, body?: unknown) => () => {
    now = new Date(now.getTime() + 60_000)
    return { status, body }
  }
  answer = slowly(503)
  expect(await lookAfterBy(() => now, [id])).toMatchObject({ failed: 1, errors: [expect.any(Error)] })
  const timesOf = `select next_check_at, max(posted_at) as posted_at from withdrawal join transfer using (operation_id)
    where operation_id = $1 group by operation_id`
  const times = async () =>
    database.find<{ next_check_at: Date | null; posted_at: Date }>({ name: 'test.times', text: timesOf }, [id])
  expect((await times())?.next_check_at?.getTime()).toBeGreaterThan(now.getTime())
  answer = slowly(200, { id: 'x4', reference: id, status: 'paid', amount: '40.00', currency: 'USD' })
  expect(await lookAfterBy(() => now, [id])).toMatchObject({ failed: 0, errors: [] })
  expect(await times()).toEqual({ next_check_at: null, posted_at: now })
})

test('a payout that is requested again keeps its reference [payout-requests-1]', async () => {
  const id = await anUnanswered()
  answer = (method) => ({ status: method === 'GET' ? 404 : 503 })
  await lookAfter(id)
  expect(await stateOf(id)).toEqual(['unknown', '1000'])
  expect(references).toEqual([id])
  // Nobody else's test has to look after it.
  answer = () => ({ status: 200, body: { id: 'x3', reference: id, status: 'paid', amount: '40.00', currency: 'USD' } })
  await lookAfter(id)
})

test('two processes that poll the same withdrawal at once request its payout once [payout-requests-2]', async () => {
  const id = await anUnanswered()
  const paid = { id: 'x2', reference: id, status: 'paid', amount: '40.00', currency: 'USD' }
  const secondEnded = aMoment()
  answer = (method) => (method === 'GET' ? { status: 404 } : { status: 200, after: secondEnded.hasCome, body: paid })
  const first = lookAfter(id)
  await until(async () => asked.includes('POST'))
  const second = await lookAfter(id)
  secondEnded.come()
  expect([second, await first]).toEqual([[], []])
  expect(asked.filter((method) => method === 'POST')).toHaveLength(1)
})

test('the operator cannot give back a payout while it is being sent, and a payout that was given back is never sent', async () => {
  const id = await anUnanswered()
  const cases = casesOf({ database, databaseUrl })
  const caseId = randomUUID()
  const insert = `insert into operator_case (id, kind, reference, operation_id, details, opened_at)
    values ($1, 'payout_without_end', $2::text, $2::uuid, '{}', now())`
  await database.run({ name: 'test.open_case', text: insert }, [caseId, id])
  const operatorRefused = aMoment()
  answer = (method) => (method === 'GET' ? { status: 404 } : { status: 503, after: operatorRefused.hasCome })
  const sending = lookAfter(id)
  await until(async () => asked.includes('POST'))
  await cases.expectRefused(caseId, ['reverse'], 'It is being sent to the provider at this moment; try again in a minute')
  operatorRefused.come()
  await sending
  // The time is over for which it counts as being sent.
  const over = "update withdrawal set sending_until = sending_until - interval '1 hour' where operation_id = $1"
  await database.run({ name: 'test.sending_is_over', text: over }, [id])
  await until(async () => (await cases.operator('cases', 'resolve', caseId, 'reverse', '--yes', '--as', 'vera')).code === 0)
  expect(await stateOf(id)).toEqual(['failed', '5000'])
  asked = []
  await lookAfter(id)
  expect(asked).toEqual([])
})

test('a return that fails because the account is locked leaves the payout as it was', async () => {
  const id = await anUnanswered()
  const { operator } = casesOf({ database, databaseUrl })
  await database.inTransaction(async (tx) => {
    const text = `select from account where id = (select account_id from operation_leg where operation_id = $1) for update`
    await tx.list({ name: 'test.lock_account', text }, [id])
    const refused = await operator('withdrawals', 'return', id, '--note', 'the bank refuses', '--yes')
    expect(refused).toMatchObject({ code: 1, complaint: expect.stringContaining('nothing was done. Try again') })
  })
  const paid = { id: 'x5', reference: id, status: 'paid', amount: '40.00', currency: 'USD' }
  answer = (method) => (method === 'GET' ? { status: 404 } : { status: 200, body: paid })
  expect(await lookAfter(id)).toEqual([])
  expect(await stateOf(id)).toEqual(['complete', '1000'])
})
