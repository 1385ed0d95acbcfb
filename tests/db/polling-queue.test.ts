import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBrand } from '#server/brand'
import { idAt } from '#server/db/ids'
import { pollingQueue } from '#server/db/polling-queue'
import { type Database, openDatabase } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { insertIdentification } from '#server/identity/store'
import { storeFirstLevels } from '#server/users/levels'
import { insertUser } from '#server/users/users'
import { until } from '#tests/builders'
import { createDatabase } from '#tests/test-wallet'

let database: Database
let id: string
const now = new Date()
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const queue = pollingQueue('identification', 'id')
const round = {
  now,
  takenSeconds: 60,
  poll: async () => later(15),
  retryAt: () => later(30),
  onError: () => undefined,
  ending: new AbortController().signal,
}

beforeAll(async () => {
  database = openDatabase({ connection: await createDatabase(), connectionsMax: 4, onError: () => undefined })
  await storeFirstLevels(database, (await loadBrand('stater')).levels)
  const userId = await insertUser(
    database,
    { firstName: 'Anna', lastName: '', email: 'anna@mail.example' },
    { phone: '+79990000001', levelCode: 'basic', isTopupAllowed: true, isWithdrawalAllowed: true, registeredAt: now },
  )
  id = idAt(now)
  const from = { fromLevel: 'basic', toLevel: 'full', provider: 'sandbox', language: 'ru', startedAt: now } as const
  await database.inTransaction((tx) => insertIdentification(tx, { id, userId: userId ?? '', ...from }, now))
})
afterAll(() => database.close())

const due = async (): Promise<{ at: Date | null; checks: number } | undefined> =>
  database.find({ name: 'test.due', text: 'select next_check_at as at, checks from identification where id = $1' }, [id])
const makeDue = () =>
  database.run({ name: 'test.make_due', text: 'update identification set next_check_at = $1, checks = 0' }, [now])

test('a row is polled when it says, again after a failure, and no more when there is no need', async () => {
  await makeDue()
  await queue.pollDue(database, { ...round, now: later(-1), poll: () => Promise.reject(new Error('Not due')) })
  expect(await due()).toEqual({ at: now, checks: 0 })
  await queue.pollDue(database, round)
  expect(await due()).toEqual({ at: later(15), checks: 1 })
  const errors: unknown[] = []
  const poll = () => Promise.reject(new Error('No answer'))
  await queue.pollDue(database, { ...round, now: later(15), poll, onError: (error) => errors.push(error) })
  expect(await due()).toEqual({ at: later(30), checks: 2 })
  expect(errors).toEqual([new Error('No answer')])
  const end = { name: 'test.end', text: "update identification set state = 'aborted', reason = 'expired', ended_at = $1" }
  await database.run(end, [now])
  await queue.pollDue(database, { ...round, now: later(30), poll: async () => undefined })
  expect(await due()).toEqual({ at: null, checks: 3 })
})

test('what was put off or brought forward while it was polled stays as it was put', async () => {
  await makeDue()
  const bringForward = { name: 'test.bring_forward', text: 'update identification set next_check_at = $1' }
  await queue.pollDue(database, {
    ...round,
    async poll() {
      await database.run(bringForward, [later(1)])
      return later(15)
    },
  })
  expect(await due()).toEqual({ at: later(1), checks: 1 })
})

test('rows that were taken when the answer was lost are due again at once, not when they would be given free', async () => {
  await makeDue()
  const lossy: Queryable = {
    ...database,
    async list(statement, values) {
      await database.list(statement, values)
      throw new Error('The connection was lost')
    },
  }
  await expect(queue.pollDue(lossy, round)).rejects.toThrow('The connection was lost')
  await until(async () => (await due())?.at?.getTime() === now.getTime(), 5)
  expect(await due()).toEqual({ at: now, checks: 0 })
})

test('when to poll again is stored also when the database refused it at first', async () => {
  await makeDue()
  const errors: unknown[] = []
  let letGo: () => void = () => undefined
  let locker: Promise<void> | undefined
  await queue.pollDue(database, {
    ...round,
    async poll() {
      // Longer than a statement waits for a lock.
      await new Promise<void>((isLocked) => {
        locker = database.inTransaction(async (tx) => {
          await tx.run({ name: 'test.lock_row', text: 'select from identification where id = $1 for update' }, [id])
          isLocked()
          await new Promise<void>((resolve) => {
            letGo = resolve
          })
        })
      })
      return later(15)
    },
    onError: (error) => errors.push(error),
  })
  expect(errors).toMatchObject([{ code: '55P03' }])
  expect(await due()).toEqual({ at: later(60), checks: 1 })
  letGo()
  await locker
  await until(async () => (await due())?.at?.getTime() === later(15).getTime(), 5)
})
