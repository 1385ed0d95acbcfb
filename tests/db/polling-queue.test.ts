import { afterAll, beforeAll, expect, test } from 'vitest'
import { idAt } from '#server/db/ids'
import { pollingQueue } from '#server/db/polling-queue'
import { type Database, openDatabase } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { insertIdentification } from '#server/identity/store'
import { deriveKeys } from '#server/security/keys'
import { loadBrandAssets } from '#server/settings/brand'
import { storeFirstLevels } from '#server/users/levels'
import { insertUser } from '#server/users/users'
import { until } from '#tests/builders'
import { countLockWaits } from '#tests/lock-waits'
import { SECRET } from '#tests/secret'
import { createDatabase } from '#tests/test-wallet'

let database: Database
let id: string
let people = 0
const now = new Date()
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const queue = pollingQueue('identification', 'id')
const at = (seconds: number) => () => later(seconds)
const round = {
  clock: at(0),
  takenSeconds: 20,
  poll: async () => later(15),
  retryAt: () => later(30),
  onError: () => undefined,
  ending: new AbortController().signal,
}

beforeAll(async () => {
  database = openDatabase({ connection: await createDatabase(), connectionsMax: 8, onError: () => undefined })
  await storeFirstLevels(database, (await loadBrandAssets('stater')).levels)
  id = await addOne()
})
afterAll(() => database.close())

/** A new user. */
async function addPerson(): Promise<string> {
  people += 1
  const userId = await insertUser(
    database,
    deriveKeys(SECRET),
    { firstName: 'Anna', lastName: '', email: 'anna@mail.example' },
    {
      phone: `+7999${people.toString().padStart(7, '0')}`,
      levelCode: 'basic',
      isTopupAllowed: true,
      isWithdrawalAllowed: true,
      registeredAt: now,
    },
  )
  if (userId === undefined) throw new Error('The phone is taken')
  return userId
}

/** An identification that is due, of a user of its own. */
async function addOne(): Promise<string> {
  const userId = await addPerson()
  const added = idAt(now)
  const from = { fromLevel: 'basic', toLevel: 'full', provider: 'sandbox', language: 'ru', startedAt: now } as const
  await database.inTransaction((tx) => insertIdentification(tx, { id: added, userId, ...from }, now))
  return added
}

const nextCheck = async (): Promise<{ at: Date | null; checks: number } | undefined> =>
  database.find({ name: 'test.due', text: 'select next_check_at as at, checks from identification where id = $1' }, [id])
const makeDue = () =>
  database.run(
    {
      name: 'test.make_due',
      text: `update identification set next_check_at = $1, checks = 0, ended_at = null, reason = null, state = 'pending'`,
    },
    [now],
  )

test('a row is polled at its time, again after a failure, and no more when it is finished', async () => {
  await makeDue()
  await queue.pollDue(database, { ...round, clock: at(-1), poll: () => Promise.reject(new Error('Not due')) })
  expect(await nextCheck()).toEqual({ at: now, checks: 0 })
  expect(await queue.pollDue(database, round)).toEqual({ polls: 1, failed: 0 })
  expect(await nextCheck()).toEqual({ at: later(15), checks: 1 })
  const errors: unknown[] = []
  const poll = () => Promise.reject(new Error('No answer'))
  const failing = { ...round, clock: at(15), poll, onError: (error: unknown) => errors.push(error) }
  expect(await queue.pollDue(database, failing)).toEqual({ polls: 1, failed: 1 })
  expect(await nextCheck()).toEqual({ at: later(30), checks: 2 })
  expect(errors).toEqual([new Error('No answer')])
  const end = { name: 'test.end', text: "update identification set state = 'aborted', reason = 'expired', ended_at = $1" }
  await database.run(end, [now])
  await queue.pollDue(database, { ...round, clock: at(30), poll: async () => undefined })
  expect(await nextCheck()).toEqual({ at: null, checks: 3 })
})

test('a row rescheduled during its poll keeps its new time', async () => {
  await makeDue()
  const bringForward = { name: 'test.bring_forward', text: 'update identification set next_check_at = $1' }
  await queue.pollDue(database, {
    ...round,
    async poll() {
      await database.run(bringForward, [later(1)])
      return later(15)
    },
  })
  expect(await nextCheck()).toEqual({ at: later(1), checks: 1 })
})

test('a row whose claim was lost, or whose next time could not be stored, is due again when its poll would be over', async () => {
  await makeDue()
  const lossy: Queryable = {
    ...database,
    async find(statement, values) {
      await database.find(statement, values)
      throw new Error('The connection was lost')
    },
  }
  await expect(queue.pollDue(lossy, round)).rejects.toThrow('The connection was lost')
  expect(await nextCheck()).toEqual({ at: later(round.takenSeconds), checks: 1 })
  const errors: unknown[] = []
  const unstoring: Queryable = { ...database, run: () => Promise.reject(new Error('The connection was lost')) }
  const again = { ...round, clock: at(round.takenSeconds), onError: (error: unknown) => errors.push(error) }
  await queue.pollDue(unstoring, again)
  expect(await nextCheck()).toEqual({ at: later(2 * round.takenSeconds), checks: 2 })
  expect(errors).toEqual([new Error('The connection was lost')])
})

test('twenty rows are polled at a time, no row twice by two processes, and none while the wallet is stopping', async () => {
  await makeDue()
  for (let count = 0; count < 60; count += 1) await addOne()
  let [atOnce, most, expected] = [0, 0, 20]
  const polled: string[] = []
  const slow = {
    ...round,
    async poll(row: string) {
      polled.push(row)
      atOnce += 1
      most = Math.max(most, atOnce)
      // As long as it takes until as many are polled as there should be.
      await until(async () => most >= expected)
      atOnce -= 1
      return later(15)
    },
  }
  await queue.pollDue(database, { ...slow, ending: AbortSignal.abort() })
  expect(polled).toEqual([])
  await queue.pollDue(database, slow)
  expect([polled.length, new Set(polled).size, most]).toEqual([61, 61, 20])
  await makeDue()
  expected = 40
  await Promise.all([queue.pollDue(database, slow), queue.pollDue(database, slow)])
  expect([polled.length, new Set(polled).size, most]).toEqual([122, 61, 40])
})

test('a locked row delays no round, and two rounds that meet at a row do not both poll it [polling-queue-1]', async () => {
  await makeDue()
  const polled: string[] = []
  const noting = {
    ...round,
    async poll(row: string) {
      polled.push(row)
      return later(15)
    },
  }
  let ended = 0
  let rounds: Promise<unknown> = Promise.resolve()
  await database.inTransaction(async (tx) => {
    await tx.find({ name: 'test.hold', text: 'select 1 as one from identification where id = $1 for update' }, [id])
    const one = () => queue.pollDue(database, noting).finally(() => (ended += 1))
    rounds = Promise.all([one(), one()])
    await until(async () => ended + (await countLockWaits(tx)) >= 2)
  })
  await rounds
  expect(polled).not.toContain(id)
  await queue.pollDue(database, noting)
  expect(polled.filter((row) => row === id)).toEqual([id])
})

test('in a long round, rows claimed late are left alone by other processes as long as rows claimed first', async () => {
  await makeDue()
  let seconds = 0
  const clock = () => later(seconds)
  const [here, there]: [string[], string[]] = [[], []]
  const anHourLater = () => new Date(clock().getTime() + 3_600_000)
  const lasting = { ...round, clock, takenSeconds: 50 }
  const other = {
    ...lasting,
    async poll(row: string) {
      there.push(row)
      return anHourLater()
    },
  }
  const polled = await queue.pollDue(database, {
    ...lasting,
    async poll(row) {
      here.push(row)
      // Of twenty that are under way at once each may be followed by one more before this: less than a row is taken for. All of them take longer.
      seconds += 1
      if (here.length === people) await queue.pollDue(database, other)
      return anHourLater()
    },
  })
  expect([here.length, there]).toEqual([people, []])
  expect(polled).toEqual({ polls: people, failed: 0 })
  // What the first ones were put off to has come meanwhile: the next round has it, and not this one.
  seconds = 3605
  expect((await queue.pollDue(database, other)).polls).toBeGreaterThan(0)
})

test('a failed round ends when its polls have ended', async () => {
  await makeDue()
  let [underWay, looks] = [0, 0]
  const lossy: Queryable = {
    ...database,
    async find(statement, values) {
      looks += 1
      if (looks > 1) throw new Error('The connection was lost')
      return await database.find(statement, values)
    },
  }
  const slow = {
    ...round,
    async poll() {
      underWay += 1
      for (let count = 0; count < 3; count += 1) await nextCheck()
      underWay -= 1
      return later(15)
    },
  }
  await expect(queue.pollDue(lossy, slow)).rejects.toThrow('The connection was lost')
  expect(underWay).toBe(0)
  expect(looks).toBeGreaterThan(5)
})

const ADD_ORDERS = {
  name: 'test.add_orders',
  text: `with opened as (
      insert into account (id, user_id, role, currency, balance_minor, opened_at) values ($1, $2, 'user', 'USD', 0, now()) returning id
    ), did as materialized (
      select gen_random_uuid() as id, place from generate_series(1, $3::integer) as place
    ), operations as (
      insert into operation (id, kind, state, details, created_at) select id, 'topup', 'pending', '{}', $4 from did
    ), legs as (
      insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
      select did.id, 0, $2, opened.id, 'USD', 100, 0, '{}', $4 from did, opened
    )
    insert into topup (operation_id, provider, next_check_at) select id, 'test', $4 + place * interval '1 ms' from did`,
}

test('the rows of a person with many are polled in turns with the rows of others', async () => {
  const orders = pollingQueue('topup')
  const boris = await addPerson()
  await database.run(ADD_ORDERS, [idAt(now), await addPerson(), 200, later(-60)])
  await database.run(ADD_ORDERS, [idAt(now), boris, 2, later(-30)])
  const ofBoris = { name: 'test.of_boris', text: 'select operation_id as id from operation_leg where user_id = $1' }
  const his = new Set((await database.list<{ id: string }>(ofBoris, [boris])).map(({ id: order }) => order))
  const polled = new Set<string>()
  // As many as are polled at once: none of them ends before all have begun, so that these are the first that were taken.
  let begin: (first: Set<string>) => void = () => undefined
  const begun = new Promise<Set<string>>((resolve) => {
    begin = resolve
  })
  const poll = async (order: string) => {
    polled.add(order)
    if (polled.size === 20) begin(new Set(polled))
    await begun
    return later(15)
  }
  expect(await orders.pollDue(database, { ...round, poll })).toEqual({ polls: 202, failed: 0 })
  expect(his.size).toBe(2)
  const first = await begun
  expect([...his].filter((order) => !first.has(order))).toEqual([])
  expect(polled.size).toBe(202)
})

/** An operation that is due, of two people: who receives has the first leg. */
async function addTransfer(from: string, to: string, dueAt: Date): Promise<string> {
  const operationId = idAt(now)
  const insert = `insert into operation (id, kind, state, details, created_at) values ($1, 'topup', 'pending', '{}', $2)`
  await database.run({ name: 'test.add_operation', text: insert }, [operationId, now])
  for (const [leg, userId] of [to, from].entries()) {
    const account = `insert into account (id, user_id, role, currency, balance_minor, opened_at) values ($1, $2, 'user', 'RUB', 0, $3)
      on conflict (user_id, currency) do nothing`
    await database.run({ name: 'test.add_account', text: account }, [idAt(now), userId, now])
    const text = `insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
      select $1, $2, user_id, id, currency, $4, 0, '{}', $5 from account where user_id = $3`
    await database.run({ name: 'test.add_leg', text }, [operationId, leg, userId, leg === 0 ? 1n : -1n, now])
  }
  const text = 'insert into reconciliation (operation_id, ended_at, next_check_at) values ($1, $2, $3)'
  await database.run({ name: 'test.add_reconciliation', text }, [operationId, now, dueAt])
  return operationId
}

test('for an operation of two people the turn is that of the person whose money it is', async () => {
  const [anna, boris, clara, dora, eva] = [
    await addPerson(),
    await addPerson(),
    await addPerson(),
    await addPerson(),
    await addPerson(),
  ]
  const first = await addTransfer(anna, boris, later(-3))
  const second = await addTransfer(anna, clara, later(-2))
  const ofAnother = await addTransfer(dora, eva, later(-1))
  const listed: unknown[] = []
  const listening: Queryable = {
    ...database,
    async list<Row extends object>(statement: Parameters<Queryable['list']>[0], values?: Parameters<Queryable['list']>[1]) {
      const rows = await database.list<Row>(statement, values)
      listed.push(...rows)
      return rows
    },
  }
  await pollingQueue('reconciliation').pollDue(listening, round)
  expect(listed).toEqual([first, ofAnother, second].map((operationId) => ({ id: operationId })))
})
