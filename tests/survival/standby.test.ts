import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '#server/db/embedded'
import { openDatabase } from '#server/db/pool'
import { aKey, aUser, until } from '#tests/builders'
import { ServerProcess } from '#tests/server-process'
import { expectTrueBooks } from '#tests/test-wallet'

let folder: string
let cluster: Embedded
let server: ServerProcess
let admin: pg.Client
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'standby-'))
  chmodSync(folder, 0o755)
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  cluster = await startEmbedded({ dataDir: join(folder, 'data'), log: silent })
  admin = new pg.Client({ connectionString: cluster.connectionString })
  await admin.connect()
  server = await ServerProcess.start(cluster.connectionString)
}, 60_000)
afterAll(async () => {
  await server.kill()
  await admin.end()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Has every commit wait for a standby of this name, which there is not; none with ''. */
async function waitFor(standby: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${standby}'`)
  await admin.query('select pg_reload_conf()')
}

test('while the standby is away nobody is told that money has moved; when it is back each has moved once', async () => {
  const anna = await aUser(server, '100.00 USD', '1.00 EUR')
  const exchange = await anna.exchangeBody('10.00', 'USD', 'EUR')
  await waitFor('gone')
  const [key, other] = [aKey(), aKey()]
  const startedAt = performance.now()
  const answers = await Promise.all([
    anna.post('/v2/wallet/exchange', exchange, { key }),
    anna.post('/v2/wallet/accounts', { currency_code: 'GBP' }, { key: other }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  expect(performance.now() - startedAt).toBeLessThan(4000)
  // Longer than any statement may take: a commit is not one of those that are ended.
  await new Promise((resolve) => setTimeout(resolve, 6000))
  expect(await anna.post('/v2/wallet/exchange', exchange, { key })).toMatchObject({ http: 503 })
  expect(await anna.balance('USD')).toBe('100.00')
  await waitFor('')
  await until(async () => (await anna.post('/v2/wallet/exchange', exchange, { key })).http === 200, 10)
  expect(await anna.post('/v2/wallet/accounts', { currency_code: 'GBP' }, { key: other })).toMatchObject({ http: 200 })
  expect(await anna.balance('USD')).toBe('90.00')
  expect(server.isRunning()).toBe(true)
  const database = openDatabase({ connection: cluster.connectionString, connectionsMax: 1, onError: () => undefined })
  await expectTrueBooks(database)
  await database.close()
}, 60_000)
