import { afterAll, beforeAll, expect, test } from 'vitest'
import { KINDS_OF_DEBTS } from '#contract/operation-kind-lists'
import { type Database, openDatabase } from '#server/db/pool'
import { createDatabase } from '#tests/test-wallet'

let database: Database
beforeAll(async () => {
  database = openDatabase({ connection: await createDatabase(), connectionsMax: 1, onError: () => undefined })
})
afterAll(() => database.close())

/** Those of some kinds whose operations the index of debts leaves out, as its own predicate has it. */
async function missingAmong(kinds: readonly string[]): Promise<string[]> {
  return database.withClient(async (client) => {
    const index =
      "select pg_get_expr(indpred, indrelid) as predicate from pg_index where indexrelid = 'operation_of_debt'::regclass"
    const { predicate } = (await client.query<{ predicate: string }>(index)).rows[0] ?? {}
    const missing = `select kind from unnest($1::text[]) as kind where not (${predicate}) order by kind`
    return (await client.query<{ kind: string }>(missing, [kinds])).rows.map(({ kind }) => kind)
  })
}

test('the index of the operations of debts contains every kind that concerns debts; a missing kind is noticed', async () => {
  expect(await missingAmong(KINDS_OF_DEBTS)).toEqual([])
  expect(await missingAmong([...KINDS_OF_DEBTS, 'penalty'])).toEqual(['penalty'])
})
