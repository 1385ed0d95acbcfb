import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/pool'
import { listUserAccounts, openUserAccount } from '#server/ledger/accounts'
import { makeChange } from '#server/operator/change'
import { freezeChange } from '#server/operator/freezing'
import { deriveKeys } from '#server/security/keys'
import { loadBrandAssets } from '#server/settings/brand'
import { storeFirstLevels } from '#server/users/levels'
import { getUser, insertUser, type User } from '#server/users/users'
import { until } from '#tests/builders'
import { SECRET } from '#tests/secret'
import { createDatabase } from '#tests/test-wallet'

let database: Database
beforeAll(async () => {
  database = openDatabase({ connection: await createDatabase(), connectionsMax: 4, onError: () => undefined })
  await storeFirstLevels(database, (await loadBrandAssets('stater')).levels)
})
afterAll(() => database.close())

async function aPerson(phone: string): Promise<User> {
  const standing = { phone, levelCode: 'basic', isTopupAllowed: true, isWithdrawalAllowed: true, registeredAt: new Date() }
  const id = await insertUser(
    database,
    deriveKeys(SECRET),
    { firstName: 'Anna', lastName: '', email: 'anna@mail.example' },
    standing,
  )
  if (!id) throw new Error('The phone is taken')
  return getUser(database, id)
}

/** Opens an account of a person, and commits once `held` has resolved. */
function open({ id }: User, held?: Promise<void>): Promise<unknown> {
  return database.inTransaction(async (tx) => {
    await openUserAccount(tx, { userId: id, currency: 'USD', now: new Date() })
    await held
  })
}

/** Freezes a person, and commits when it is let. */
function freeze(user: User, held?: Promise<void>): Promise<unknown> {
  const change = freezeChange(user, true)
  const author = { name: 'vera', note: 'asked by the police' }
  return makeChange(database, { ...change, write: (...made) => change.write(...made).then(() => held) }, { author })
}

/** How many sessions of this database are so. */
async function sessions(how: "wait_event_type = 'Lock'" | "state = 'idle in transaction'"): Promise<number> {
  const text = `select count(*) from pg_stat_activity where datname = current_database() and ${how}`
  return Number((await database.find<{ count: bigint }>({ name: `test.${how}`, text }))?.count)
}

test.each([
  ['the freeze is', '+79970000001', freeze, open],
  ['the account is', '+79970000002', open, freeze],
] as const)('an account opened while its owner is being frozen is frozen: %s first', async (_what, phone, first, second) => {
  const anna = await aPerson(phone)
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const begun = first(anna, held)
  await until(async () => (await sessions("state = 'idle in transaction'")) === 1)
  const both = Promise.all([begun, second(anna)])
  await until(async () => (await sessions("wait_event_type = 'Lock'")) === 1)
  letGo()
  await both
  expect(await listUserAccounts(database, anna.id)).toMatchObject([{ isFrozen: true }])
})
