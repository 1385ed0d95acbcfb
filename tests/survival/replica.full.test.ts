import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '#server/db/embedded'
import { aUser, type TestUser, until } from '#tests/builders'
import { copyAsReplica } from '#tests/replica'
import { ServerProcess } from '#tests/server-process'

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

let folder: string
let primary: Embedded
let replica: Embedded
let server: ServerProcess
let atReplica: pg.Client
let anna: TestUser
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replica-'))
  chmodSync(folder, 0o755)
  const first = await startEmbedded({ dataDir: join(folder, 'primary'), log: SILENT })
  await first.stop()
  copyAsReplica(folder, { primary: 'primary', replica: 'replica' })
  primary = await startEmbedded({ dataDir: join(folder, 'primary'), log: SILENT })
  replica = await startEmbedded({ dataDir: join(folder, 'replica'), log: SILENT })
  server = await ServerProcess.start(primary.connectionString, { DATABASE_READ_URL: replica.connectionString })
  atReplica = new pg.Client({ connectionString: replica.connectionString })
  atReplica.on('error', () => undefined)
  await atReplica.connect()
  anna = await aUser(server, '100.00 USD', '1.00 EUR')
})
afterEach(() => atReplica.query('select pg_wal_replay_resume()').catch(() => undefined))
afterAll(async () => {
  await server.kill()
  await atReplica.end().catch(() => undefined)
  await replica.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

const statement = async (): Promise<Record<string, unknown>[]> =>
  (await anna.get('/v2/wallet/transaction')).results as Record<string, unknown>[]

/** How many rows of legs have been read at the replica. */
async function legsRead(): Promise<number> {
  const { rows } = await atReplica.query<{ rows: bigint }>(
    "select coalesce(idx_tup_fetch, 0) + seq_tup_read as rows from pg_stat_user_tables where relname = 'operation_leg'",
  )
  return Number(rows[0]?.rows ?? 0)
}

/** The same, with what those who read have not yet said: a connection counts its last reads, at the latest, when it ends. */
async function allLegsRead(): Promise<number> {
  await atReplica.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return legsRead()
}

test('a statement is read from the replica, and contains the person’s last operation', async () => {
  const before = await legsRead()
  await until(async () => {
    await statement()
    return (await legsRead()) > before
  })
  const body = await anna.exchangeBody('1.00', 'USD', 'EUR')
  for (let round = 0; round < 10; round += 1) {
    const { transaction_id } = await anna.post('/v2/wallet/exchange', body)
    expect((await statement())[0]).toMatchObject({ operation_id: transaction_id })
  }
})

test('a late replica is invisible to people', async () => {
  const body = await anna.exchangeBody('1.00', 'USD', 'EUR')
  await atReplica.query('select pg_wal_replay_pause()')
  // It has not been late for long enough to be left alone; what they have just done is not there.
  const { transaction_id } = await anna.post('/v2/wallet/exchange', body)
  expect((await statement())[0]).toMatchObject({ operation_id: transaction_id })
  const order = await anna.topUp('5.00', 'USD')
  await until(async () => (await statement()).some(({ operation_id }) => operation_id === order))
  const before = await allLegsRead()
  // Longer than what is read of it may be late; on a slow machine it is later still.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await statement()).not.toEqual([])
  expect(await allLegsRead()).toBe(before)
})

test('a lost replica is invisible to people', async () => {
  await atReplica.end()
  await replica.stop()
  for (let round = 0; round < 10; round += 1) expect(await anna.get('/v2/wallet/transaction')).toMatchObject({ http: 200 })
  expect(await anna.get('/v2/wallet/stat')).toMatchObject({ http: 200 })
  expect(server.isRunning()).toBe(true)
})
