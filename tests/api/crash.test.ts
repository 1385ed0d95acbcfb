import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CRASH_POINTS, type CrashPoint } from '#server/db/crash-point'
import { type Database, openDatabase } from '#server/db/pool'
import { verifyBooks } from '#server/ledger/verify'
import { aKey, aUser, decideIdentity, decidePayment, PIN, type TestUser, until } from '#tests/builders'
import { ServerProcess } from '#tests/server-process'
import { createDatabase } from '#tests/test-house'

let server: ServerProcess
let database: Database
beforeAll(async () => {
  const url = await createDatabase()
  // A rate is still honoured when the last of many starts is over.
  server = await ServerProcess.prepare(url, { RATE_LIFETIME_SECONDS: '3600' })
  database = openDatabase({ connection: url, connectionsMax: 2, onError: () => undefined })
})
beforeEach(async () => {
  if (!server.isRunning()) await server.start()
})
afterEach(async () => {
  const findings = await database.inSnapshot(verifyBooks)
  expect(findings.filter(({ faults }) => faults.length > 0)).toEqual([])
})
afterAll(async () => {
  await server.kill()
  await database.close()
})

async function nothingOpen(user: TestUser): Promise<boolean> {
  const { results } = await user.get('/v2/wallet/transaction')
  return (results as { state: string }[]).every(({ state }) => state !== 'pending')
}

const run = (text: string, values: readonly unknown[] = []) => database.run({ name: `test.${text.slice(0, 50)}`, text }, values)

/** How many payouts the provider has. */
async function paidOut(): Promise<number> {
  const row = await database.find<{ count: bigint }>({ name: 'test.paid_out', text: 'select count(*) from sandbox.payout' })
  return Number(row?.count ?? 0n)
}

/** As if the time had passed after which the worker looks at what is open. */
async function bringOn(table: 'withdrawal' | 'topup' | 'identification'): Promise<void> {
  await run(`update ${table} set next_check_at = now() where next_check_at is not null`)
}

/** Starts the wallet so that it dies at a point, does what leads there, and waits until it has died just there. */
async function crashAt(point: CrashPoint, lead: () => Promise<unknown>): Promise<void> {
  await server.kill()
  server.begin({ CRASH_AT: point })
  // Some points are reached by the worker before the wallet has said that it is open.
  await server.whenOpen().catch(() => undefined)
  await lead().catch(() => undefined)
  const neverReached = new AbortController()
  const limit = pause(45_000, 'never reached', { signal: neverReached.signal })
  expect([point, await Promise.race([server.whenEnded(), limit])]).toEqual([point, 'SIGKILL'])
  neverReached.abort()
  expect(server.complaints.trim().split('\n').at(-1)).toBe(`Crashed at ${point}`)
}

const PIN_POINTS = ['pin.claimed', 'pin.wrong.uncommitted', 'pin.wrong.committed'] as const
const WITHDRAWAL_POINTS = [
  'withdrawal.pin_proven',
  'withdrawal.vaulted',
  'withdrawal.hold.uncommitted',
  'withdrawal.hold.committed',
  'withdrawal.sent',
  'withdrawal.end.uncommitted',
  'withdrawal.end.committed',
] as const
const WITHDRAWAL_CHECKS = ['withdrawal.check.taken', 'withdrawal.check.asked'] as const
const TOPUP_POINTS = ['topup.order.uncommitted', 'topup.order.committed', 'topup.page.opened', 'topup.page.kept'] as const
const TOPUP_CHECKS = ['topup.check.taken', 'topup.check.asked'] as const
const TOPUP_ENDS = ['topup.settle.uncommitted', 'topup.settle.committed'] as const
const WEBHOOKS = ['webhook.uncommitted', 'webhook.committed'] as const
const EXCHANGE_POINTS = ['exchange.before', 'ledger.group.read', 'exchange.committed'] as const
const IDENTITY_POINTS = [
  'identity.begin.uncommitted',
  'identity.begin.committed',
  'identity.page.opened',
  'identity.page.kept',
] as const
const IDENTITY_CHECKS = ['identity.check.taken', 'identity.check.asked'] as const
const IDENTITY_ENDS = ['identity.settle.uncommitted', 'identity.settle.committed'] as const
const SEALS = ['seal.uncommitted'] as const

test('every point of the code where the wallet can be made to die is tried', () => {
  const withdrawals = [...PIN_POINTS, ...WITHDRAWAL_POINTS, ...WITHDRAWAL_CHECKS]
  const topups = [...TOPUP_POINTS, ...TOPUP_CHECKS, ...TOPUP_ENDS, ...WEBHOOKS]
  const identities = [...IDENTITY_POINTS, ...IDENTITY_CHECKS, ...IDENTITY_ENDS]
  expect([...withdrawals, ...topups, ...EXCHANGE_POINTS, ...identities, ...SEALS].sort()).toEqual([...CRASH_POINTS].sort())
})

test('killed while the provider is silent, the wallet keeps the hold and ends the withdrawal as the provider says', async () => {
  const anna = await aUser(server, '100.00 USD')
  const [key, payouts] = [aKey(), await paidOut()]
  const asked = anna.withdraw('40.00', 'USD', { pan: '2200123456780119', key }).catch(() => 'no answer')
  await until(async () => (await anna.balance('USD')) === '60.00')
  await server.kill()
  expect(await asked).toBe('no answer')
  await server.start()
  expect(await anna.balance('USD')).toBe('60.00')
  await until(() => nothingOpen(anna), 25)
  expect(await anna.balance('USD')).toBe('60.00')
  expect(await paidOut()).toBe(payouts + 1)
  expect(await anna.withdraw('40.00', 'USD', { pan: '2200123456780119', key })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('60.00')
}, 60_000)

/** Sends withdrawals of 10.00 that each die at a point of their own, then ends them all, and gives how many payouts that took. */
async function withdrawThrough(
  anna: TestUser,
  points: readonly CrashPoint[],
  to: { recipient?: string },
): Promise<{ asked: number; paid: number }> {
  const payouts = await paidOut()
  const sent: { key: string; recipient?: string }[] = []
  for (const point of points) {
    const withdrawal = { key: aKey(), ...to }
    sent.push(withdrawal)
    await crashAt(point, () => anna.withdraw('10.00', 'USD', withdrawal))
  }
  await server.start()
  await bringOn('withdrawal')
  for (const withdrawal of sent) {
    expect(['ok', 'pending']).toContain((await anna.withdraw('10.00', 'USD', withdrawal)).status)
  }
  await until(() => nothingOpen(anna), 20)
  for (const withdrawal of sent) expect(await anna.withdraw('10.00', 'USD', withdrawal)).toMatchObject({ status: 'ok' })
  return { asked: sent.length, paid: (await paidOut()) - payouts }
}

test('killed at every step of a withdrawal, nothing is lost and nothing happens twice', async () => {
  const anna = await aUser(server, '1000.00 USD')
  const { asked, paid } = await withdrawThrough(anna, WITHDRAWAL_POINTS, {})
  expect(paid).toBe(asked)
  expect(await anna.balance('USD')).toBe(`${1000 - 10 * asked}.00`)
}, 120_000)

test('killed at every step of a withdrawal to a recipient of before, it is paid once', async () => {
  const anna = await aUser(server, '1000.00 USD')
  await anna.withdraw('10.00', 'USD')
  const [recipient] = await anna.recipients()
  // Until then it goes the way of every other.
  const points = WITHDRAWAL_POINTS.slice(WITHDRAWAL_POINTS.indexOf('withdrawal.vaulted'))
  const { asked, paid } = await withdrawThrough(anna, points, { recipient: recipient?.id ?? '' })
  expect(paid).toBe(asked)
  expect(await anna.balance('USD')).toBe(`${990 - 10 * asked}.00`)
  expect(await anna.recipients()).toMatchObject([{ masked: '••\u00a04821' }])
}, 120_000)

test('killed while it looks after a withdrawal that was left open, the wallet pays it once', async () => {
  const anna = await aUser(server, '100.00 USD')
  const [key, payouts] = [aKey(), await paidOut()]
  await crashAt('withdrawal.hold.committed', () => anna.withdraw('10.00', 'USD', { key }))
  for (const point of [...WITHDRAWAL_CHECKS, 'withdrawal.sent', 'withdrawal.end.uncommitted'] as const) {
    await bringOn('withdrawal')
    await crashAt(point, () => Promise.resolve())
  }
  await bringOn('withdrawal')
  await server.start()
  await until(() => nothingOpen(anna), 20)
  expect(await anna.withdraw('10.00', 'USD', { key })).toMatchObject({ status: 'ok' })
  expect([await anna.balance('USD'), await paidOut()]).toEqual(['90.00', payouts + 1])
}, 120_000)

test('killed while a PIN is checked, a right one has cost no try, and a wrong one is counted once', async () => {
  const people = await Promise.all(PIN_POINTS.map(() => aUser(server, '100.00 USD')))
  const guesses = PIN_POINTS.map((point, place) => {
    const options = { key: aKey(), pin: point === 'pin.claimed' ? PIN : '0000' }
    return { point, guess: () => people[place]?.withdraw('10.00', 'USD', options) ?? Promise.reject(new Error('Nobody')) }
  })
  for (const { point, guess } of guesses) await crashAt(point, guess)
  // Half a minute later the claim of a process that has gone is nobody's.
  await run("update pin set trying_until = trying_until - interval '31 seconds' where trying_until is not null")
  await server.start()
  const [right, uncounted, counted] = await Promise.all(guesses.map(({ guess }) => guess()))
  expect(right).toMatchObject({ status: 'ok' })
  expect([uncounted, counted]).toMatchObject([
    { code: 'pin_wrong', attempts_left: 4 },
    { code: 'pin_wrong', attempts_left: 4 },
  ])
  for (const person of people.slice(1)) {
    expect(await person.withdraw('10.00', 'USD', { pin: '0000' })).toMatchObject({ code: 'pin_wrong', attempts_left: 3 })
  }
}, 120_000)

test('killed at every step of a top-up, a payment is credited once', async () => {
  const anna = await aUser(server)
  const body = { amount: '10.00', currency_code: 'USD' }
  const keys: string[] = []
  const order = async (): Promise<string> => {
    const key = aKey()
    keys.push(key)
    return String((await anna.post('/v2/wallet/top-up', body, { key })).order)
  }
  for (const point of TOPUP_POINTS) await crashAt(point, order)
  for (const point of TOPUP_CHECKS) {
    await bringOn('topup')
    await crashAt(point, () => Promise.resolve())
  }
  for (const point of TOPUP_ENDS) {
    await crashAt(point, async () => {
      // Paid at the provider, whose webhook is lost: our own question finds it.
      const paid = "update sandbox.payment set outcome = 'complete', decided_at = now() where reference = $1"
      await run(paid, [await order()])
      await bringOn('topup')
    })
  }
  for (const point of WEBHOOKS) await crashAt(point, async () => decidePayment(server, await order(), 'pay'))
  await server.start()
  for (const key of keys) {
    const again = await anna.post('/v2/wallet/top-up', body, { key })
    expect(again).toMatchObject({ status: 'ok' })
    await decidePayment(server, String(again.order), 'pay')
    await bringOn('topup')
    await until(async () => (await anna.state(String(again.order))) === 'complete', 20)
  }
  expect(await anna.balance('USD')).toBe(`${10 * keys.length}.00`)
  expect((await anna.get('/v2/wallet/transaction')).results).toHaveLength(keys.length)
}, 180_000)

test('killed at every step of an exchange, its key tells afterwards what became of it', async () => {
  const anna = await aUser(server, '100.00 USD', '1.00 EUR')
  const body = await anna.exchangeBody('10.00', 'USD', 'EUR')
  const keys = EXCHANGE_POINTS.map(() => aKey())
  const exchange = (key = '') => anna.post('/v2/wallet/exchange', body, { key })
  for (const [place, point] of EXCHANGE_POINTS.entries()) await crashAt(point, () => exchange(keys[place]))
  await server.start()
  for (const key of keys) {
    const first = await exchange(key)
    expect(first).toMatchObject({ status: 'ok' })
    expect(await exchange(key)).toEqual(first)
  }
  expect(await anna.balance('USD')).toBe('70.00')
}, 120_000)

test('killed at every step of an upgrade, one identification is begun and its page works', async () => {
  const points = [...IDENTITY_POINTS, ...IDENTITY_ENDS]
  const people = await Promise.all(points.map(() => aUser(server)))
  const upgrade = (person: TestUser) => person.post('/v2/wallet/identification-level/upgrade')
  for (const [place, point] of points.entries()) {
    const person = people[place]
    if (!person) throw new Error('Nobody')
    await crashAt(point, async () => {
      const { verification_url } = await upgrade(person)
      await decideIdentity(verification_url, 'approve')
    })
  }
  for (const point of IDENTITY_CHECKS) {
    await bringOn('identification')
    await crashAt(point, () => Promise.resolve())
  }
  await server.start()
  const level = async (person: TestUser) =>
    ((await person.get('/v2/wallet/auth/info', 'en')).identification_level as { name: string }).name
  for (const person of people) {
    const { verification_url } = await upgrade(person)
    if (verification_url) expect(await decideIdentity(verification_url, 'approve')).toBe(200)
    await bringOn('identification')
    await until(async () => (await level(person)) === 'full', 20)
  }
  const begun = await database.list<{ count: bigint }>({
    name: 'test.begun',
    text: 'select count(*) from identification group by user_id',
  })
  expect(begun.map(({ count }) => count)).toEqual(people.map(() => 1n))
}, 180_000)

test('killed while a seal is written, the chain goes on and fits', async () => {
  await aUser(server, '1.00 USD')
  const seals = async () => {
    const row = await database.find<{ count: bigint }>({ name: 'test.seals', text: 'select count(*) from seal' })
    return Number(row?.count)
  }
  // What is sealed was posted a quarter of a minute ago.
  await crashAt('seal.uncommitted', () => Promise.resolve())
  const before = await seals()
  await server.start()
  await until(async () => (await seals()) > before, 30)
}, 120_000)
