import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type Pooler, startPooler } from '#tests/pooler'
import { migrateAsOwner } from '#tests/roles'
import { ServerProcess } from '#tests/server-process'
import { createDatabase } from '#tests/test-wallet'

const REFUSED = /^DATABASE_URL does not keep the settings of a session: .* PostgreSQL itself, not of a pooler .*\n$/

async function aPooler(...settings: string[]): Promise<Pooler> {
  const pooler = await startPooler(await createDatabase({ isMigrated: false }), settings)
  onTestFinished(() => pooler.close())
  return pooler
}

test.each([
  ['as it comes, which refuses the settings of a session', []],
  ['that ignores the settings of a session', ['ignore_startup_parameters = options']],
])('behind a PgBouncer in transaction mode, %s, the start is refused with one line that says why', async (_kind, settings) => {
  const pooler = await aPooler(...settings)
  const wallet = await ServerProcess.prepare(pooler.url)
  wallet.begin()
  expect(await wallet.whenEnded()).toBe(1)
  expect(wallet.complaints).toMatch(REFUSED)
  expect(migrateAsOwner(pooler.url)).toMatch(REFUSED)
})

test('behind it other programs find the database, in which nothing has been created', async () => {
  const pooler = await aPooler()
  expect(migrateAsOwner(pooler.url)).toMatch(REFUSED)
  const client = new pg.Client({ connectionString: pooler.url })
  await client.connect()
  expect((await client.query("select to_regclass('migration') as migration")).rows).toEqual([{ migration: null }])
  await client.end()
})
