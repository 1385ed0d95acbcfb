import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Embedded } from '#server/db/embedded'
import { openDatabase } from '#server/db/pool'
import { aKey, ask, aUser, freshPhone, readCode, until } from '#tests/builders'
import { freePort } from '#tests/free-port'
import { startOwnPostgres } from '#tests/own-postgres'
import { ServerProcess } from '#tests/server-process'
import { expectTrueBooks } from '#tests/test-wallet'

let cluster: Embedded
let server: ServerProcess
let monitoringPort: number
let admin: pg.Client
beforeAll(async () => {
  cluster = await startOwnPostgres()
  admin = new pg.Client({ connectionString: cluster.connectionString })
  await admin.connect()
  monitoringPort = await freePort()
  const settings = { MONITORING_PORT: String(monitoringPort), TRUSTED_PROXIES: '1' }
  server = await ServerProcess.start(cluster.connectionString, settings)
})
afterAll(async () => {
  await server.kill()
  await admin.end()
  await cluster.stop()
})

/**
 * Has every commit wait for a standby that is away, until it is told that it is back. PostgreSQL's checkpointer puts the setting in force
 * some time after the reload has been asked for, so commits are tried until one waits.
 */
async function sendStandbyAway(): Promise<() => Promise<void>> {
  const name = async (standby: string) => {
    await admin.query(`alter system set synchronous_standby_names = '${standby}'`)
    await admin.query('select pg_reload_conf()')
  }
  const committer = new pg.Client({ connectionString: cluster.connectionString, application_name: 'committer' })
  await committer.connect()
  await name('gone')
  let committed: Promise<unknown> = Promise.resolve()
  await until(async () => {
    committed = committer.query(`select pg_logical_emit_message(true, 'standby', '')`)
    const waits = `select from pg_stat_activity where application_name = 'committer' and wait_event = 'SyncRep'`
    return (await admin.query(waits)).rowCount === 1
  }, 10)
  return async () => {
    await name('')
    await committed
    await committer.end()
  }
}

test('while the standby is away no movement of money is confirmed; when it is back each has happened once [standby-1]', async () => {
  const anna = await aUser(server, '100.00 USD', '1.00 EUR')
  const exchange = await anna.exchangeBody('10.00', 'USD', 'EUR')
  const bringStandbyBack = await sendStandbyAway()
  const [key, other] = [aKey(), aKey()]
  const startedAt = performance.now()
  const answers = await Promise.all([
    anna.post('/v2/wallet/exchange', exchange, { key }),
    anna.post('/v2/wallet/accounts', { currency_code: 'GBP' }, { key: other }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  expect(performance.now() - startedAt).toBeLessThan(3000)
  // Longer than any statement may take: a commit is not one of those that are ended.
  await new Promise((resolve) => setTimeout(resolve, 6000))
  expect(await anna.post('/v2/wallet/exchange', exchange, { key })).toMatchObject({ http: 503 })
  expect(await anna.balance('USD')).toBe('100.00')
  await bringStandbyBack()
  await until(async () => (await anna.post('/v2/wallet/exchange', exchange, { key })).http === 200)
  expect(await anna.post('/v2/wallet/accounts', { currency_code: 'GBP' }, { key: other })).toMatchObject({ http: 200 })
  expect(await anna.balance('USD')).toBe('90.00')
  expect(server.isRunning()).toBe(true)
  const database = openDatabase({ connection: cluster.connectionString, connectionsMax: 1, onError: () => undefined })
  await expectTrueBooks(database)
  await database.close()
})

/** Somebody at an address of their own who has been sent the code to confirm their phone with, and does so. */
async function aNewcomer(place: number) {
  const phone = freshPhone()
  const headers = { 'x-forwarded-for': `10.0.0.${place}` }
  const person = { first_name: 'Anna', last_name: 'Smirnova', email: 'anna@mail.example' }
  const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
  await ask(server, 'POST', '/v2/wallet/auth/register', { body: { ...person, ...address, phone }, headers })
  const body = { phone, confirm_code: await readCode(server, phone) }
  return () => ask(server, 'POST', '/v2/wallet/auth/register/phone/confirm', { body, headers })
}

test('with many writers while the standby is away, reads are answered, and further writes are refused at once', async () => {
  const anna = await aUser(server, '100.00 USD')
  // More than there are connections: they sign up one after another, or the wallet would be busy by then.
  const people: Awaited<ReturnType<typeof aNewcomer>>[] = []
  for (let place = 0; place < 22; place += 1) people.push(await aNewcomer(place))
  const [one, other, ...newcomers] = people
  const isReady = async () => (await fetch(`http://127.0.0.1:${monitoringPort}/readyz`)).status === 200
  const read = () => anna.get('/v2/wallet/transaction')
  expect(await one?.()).toMatchObject({ http: 200 })
  const bringStandbyBack = await sendStandbyAway()
  const answers = Promise.all(newcomers.map((confirm) => confirm()))
  expect([await isReady(), (await read()).http]).toEqual([true, 200])
  for (const answer of await answers) expect(answer).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  expect([await isReady(), (await read()).http]).toEqual([true, 200])
  const askedAt = performance.now()
  expect(await other?.()).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  expect(performance.now() - askedAt).toBeLessThan(1000)
  await bringStandbyBack()
  await until(async () => (await other?.())?.http === 200)
  expect([await isReady(), (await read()).http]).toEqual([true, 200])
})
