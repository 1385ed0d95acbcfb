import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/pool'
import { idempotencyKeyOf } from '#server/idempotency/key'
import { answerOnce } from '#server/idempotency/record'
import { deriveKeys } from '#server/security/keys'
import { SECRET } from '#tests/secret'
import { createDatabase } from '#tests/test-wallet'

let database: Database
beforeAll(async () => {
  database = openDatabase({ connection: await createDatabase(), connectionsMax: 4, onError: () => undefined })
  await database.run({ name: 'test.table', text: 'create table done (id integer)' })
})
afterAll(() => database.close())

const aKey = () => idempotencyKeyOf(deriveKeys(SECRET), { call: '/v2/wallet/x', userId: 'anna', body: {}, given: randomUUID() })
const done = async (): Promise<number> => (await database.list({ name: 'test.done', text: 'select id from done' })).length
const write = { name: 'test.write', text: 'insert into done values (1)' }

test('a refusal leaves nothing of its work behind and is stored; a success takes effect once [db-idempotency-1]', async () => {
  const key = aKey()
  const refused = { refusal: { code: 'account_unknown' } } as const
  const attempts = [1, 2].map(() =>
    answerOnce(database, key, async (tx) => {
      await tx.run(write, [])
      return refused
    }),
  )
  expect(await Promise.all(attempts)).toEqual([refused, refused])
  expect(await done()).toBe(0)
  const never = () => Promise.reject(new Error('It has been answered'))
  expect(await answerOnce(database, key, never)).toEqual(refused)

  const other = aKey()
  const well = [1, 2].map((id) =>
    answerOnce(database, other, async (tx) => {
      await tx.run(write, [])
      return { reply: { id: String(id) } }
    }),
  )
  const [one, two] = await Promise.all(well)
  expect(one).toEqual(two)
  expect(await done()).toBe(1)
})
