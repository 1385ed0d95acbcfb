import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '#server/db/embedded'
import { openDatabase } from '#server/db/pool'
import { aKey, aUser, type TestUser, until } from '#tests/builders'
import { ServerProcess } from '#tests/server-process'
import { expectTrueBooks } from '#tests/test-wallet'
import { LASTING_RATES } from './outage.ts'

// A cluster with a wallet in it, and room for what the tests do.
const DISK = '192m'

let disk: string
/** What whoever runs PostgreSQL has complained of. */
let said = ''
let cluster: Embedded
let server: ServerProcess
let anna: TestUser
let exchange: Record<string, string>
beforeAll(async () => {
  disk = mountDisk()
  const error = (line: string): void => {
    said += line
  }
  cluster = await startEmbedded({ dataDir: join(disk, 'data'), log: { info: () => undefined, error } })
  server = await ServerProcess.start(cluster.connectionString, LASTING_RATES)
  anna = await aUser(server, '1000.00 USD', '1.00 EUR')
  exchange = await anna.exchangeBody('1.00', 'USD', 'EUR')
})
afterAll(async () => {
  await server.kill()
  await cluster.stop()
  asRoot('umount', disk)
  rmSync(disk, { recursive: true })
})

/** Runs a program as root: what it does to the machine's disks is nobody else's to do. */
function asRoot(...words: string[]): void {
  const [program = '', ...parameters] = process.getuid?.() === 0 ? words : ['sudo', '-n', ...words]
  try {
    execFileSync(program, parameters, { stdio: 'pipe' })
  } catch (cause) {
    throw new Error('A disk of its own, which this test fills up, can be mounted by root, or with sudo, on Linux only', { cause })
  }
}

/** A small disk, which is full when a file on it says so. */
function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder)
  return folder
}

/** Takes all the room there is on the disk. */
function fill(): void {
  const file = openSync(join(disk, 'filler'), 'a')
  for (let bytes = 1 << 20; bytes >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(bytes))
    } catch {
      bytes >>= 1
    }
  }
  closeSync(file)
}

const free = (): void => rmSync(join(disk, 'filler'))

/** Sends an exchange under a key, and expects it to be done or refused as an outage: nothing else may become of it. */
async function send(key = aKey()): Promise<{ readonly key: string; readonly isDone: boolean }> {
  const headers = { authorization: `Token ${anna.token}`, 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await fetch(`${server.url}/v2/wallet/exchange`, { method: 'POST', headers, body: JSON.stringify(exchange) })
  await answer.text()
  if (answer.status !== 200) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  return { key, isDone: answer.status === 200 }
}

/** Sends exchanges until `times` of them are refused. Returns the keys of all, refused or not. */
async function sendUntilRefused(times: number): Promise<string[]> {
  const sent: Awaited<ReturnType<typeof send>>[] = []
  await until(async () => {
    sent.push(await send())
    return sent.filter(({ isDone }) => !isDone).length >= times
  })
  return sent.map(({ key }) => key)
}

/** Fails unless what was asked for under these keys can be done again within half a minute, each has one effect, and the books are right. */
async function expectRecovery(keys: readonly string[], before: number): Promise<void> {
  await until(async () => (await send(keys[0])).isDone)
  for (const key of keys) expect(await send(key)).toMatchObject({ isDone: true })
  expect(Number(await anna.balance('USD'))).toBe(before - keys.length)
  const database = openDatabase({ connection: cluster.connectionString, connectionsMax: 1, onError: () => undefined })
  await expectTrueBooks(database)
  await database.close()
}

test('while the database’s disk is full people are told to come back, and can still read; with room again each request is done once', async () => {
  const before = Number(await anna.balance('USD'))
  fill()
  const keys = await sendUntilRefused(10)
  expect(server.complaints).toContain('"code":"53100"')
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  free()
  await expectRecovery(keys, before)
})

test('a database that stops because its log cannot be written is an outage, too, and comes back when there is room', async () => {
  const before = Number(await anna.balance('USD'))
  const admin = new pg.Client({ connectionString: cluster.connectionString })
  admin.on('error', () => undefined)
  await admin.connect()
  fill()
  // Goes on from file to file of the log until there is no room for the next.
  const fillLog = "select pg_logical_emit_message(true, 'test', 'x'::text), pg_switch_wal()"
  const isBroken = (): Promise<boolean> =>
    admin
      .query(fillLog)
      .then(() => false)
      .catch(() => true)
  await until(isBroken)
  const keys = await sendUntilRefused(10)
  // It says so itself, as its own log has no room either.
  await until(async () => said.includes('PostgreSQL ended unexpectedly'))
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  free()
  await expectRecovery(keys, before)
  expect(server.isRunning()).toBe(true)
})
