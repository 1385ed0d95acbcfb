import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { LOCKS } from '#server/db/locks'
import { openDatabase } from '#server/db/pool'
import { type Answer, aKey, aUser, until } from '#tests/builders'
import { freePort } from '#tests/free-port'
import { fullTest } from '#tests/full-run'
import { startOwnPostgres } from '#tests/own-postgres'
import { programOf } from '#tests/programs'
import { ServerProcess } from '#tests/server-process'
import { createDatabase, expectTrueBooks, startTestWallet } from '#tests/test-wallet'
import { aLink, databaseName, LASTING_RATES, taken } from './outage.ts'

let url: string
let server: ServerProcess
let admin: pg.Client
beforeAll(async () => {
  url = await createDatabase()
  server = await ServerProcess.start(url, LASTING_RATES)
  admin = new pg.Client({ connectionString: url.replace(/\/test_\w+\?/, '/postgres?') })
  await admin.connect()
})
afterAll(async () => {
  await server.kill()
  await admin.end()
})

/** Ends every connection to the wallet's database, as a restart of PostgreSQL does. */
async function endConnections(): Promise<void> {
  const name = /\/(test_\w+)\?/.exec(url)?.[1]
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
}

interface Sent {
  readonly answer: Answer
  /** The same request once more, under the same key. */
  readonly again: () => Promise<Answer>
}

const isDone = ({ http }: Answer): boolean => http === 200
const effectOf = ({ transaction_id, order }: Answer): unknown => transaction_id ?? order

test('the wallet survives the repeated loss of all its database connections: clean refusals, and nothing lost or done twice [outage-1]', async () => {
  const people = await Promise.all(['a', 'b', 'c'].map(() => aUser(server, '1000.00 USD', '1.00 EUR')))
  const sent: Sent[] = []
  let cuts = 0
  const streams = people.map(async (person) => {
    const exchange = await person.exchangeBody('1.00', 'USD', 'EUR')
    return [
      { send: (key: string) => person.post('/v2/wallet/exchange', exchange, { key }) },
      { send: (key: string) => person.withdraw('1.00', 'USD', { key }) },
      // More are not left unpaid.
      { send: (key: string) => person.post('/v2/wallet/top-up', { amount: '1.00', currency_code: 'USD' }, { key }), max: 20 },
    ]
  })
  const sending = (await Promise.all(streams)).flat().map(async ({ send, max = Number.POSITIVE_INFINITY }) => {
    for (let made = 0; cuts < 8 && made < max; made += 1) {
      const key = aKey()
      const again = () => send(key)
      sent.push({ again, answer: await again() })
    }
  })
  for (; cuts < 8; cuts += 1) {
    const before = sent.length
    await until(async () => sent.length >= before + 20)
    await endConnections()
  }
  await Promise.all(sending)

  expect(server.isRunning()).toBe(true)
  const refused = sent.map(({ answer }) => answer).filter((answer) => !isDone(answer))
  expect(refused).not.toEqual([])
  for (const answer of refused) expect(answer).toMatchObject({ http: 503, status: 'error', message: expect.any(String) })
  await expectClaimsGivenBack()
  const effects = new Set<unknown>()
  for (const { answer, again } of sent) {
    const repeated = await taken(again)
    expect(repeated).toMatchObject({ http: 200 })
    if (isDone(answer)) expect(effectOf(repeated)).toBe(effectOf(answer))
    effects.add(effectOf(repeated))
  }
  expect(effects.size).toBe(sent.length)
  await expectNothingLost({ operations: sent.length + 2 * people.length })
})

test('a wallet started before its database waits for it, says so in plain words, and opens when the database is there', async () => {
  const link = await aLink(url)
  link.breakWith('refused')
  const early = await ServerProcess.prepare(link.url(databaseName(await createDatabase())))
  early.begin()
  await until(async () => early.complaints.includes('does not answer'))
  expect(early.isRunning()).toBe(true)
  link.mend()
  await early.whenOpen()
  const anna = await aUser(early, '5.00 USD')
  expect(await anna.balance('USD')).toBe('5.00')
  // Away again while it is open: refused as an outage, and mended by itself.
  link.breakWith('refused')
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  link.mend()
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  expect(await early.stop()).toBe(0)
  await link.close()
})

fullTest('a start that is told how long to wait for its database ends then, in one line that says what for', async () => {
  const link = await aLink(url)
  link.breakWith('refused')
  const early = await ServerProcess.prepare(link.url('wallet'), { DATABASE_WAIT_SECONDS: '2' })
  const startedAt = performance.now()
  early.begin()
  expect(await early.whenEnded()).toBe(1)
  expect(performance.now() - startedAt).toBeGreaterThan(2000)
  expect(early.complaints.trimEnd().split('\n').at(-1)).toMatch(/has not answered for 2 s .*DATABASE_WAIT_SECONDS/)
  expect(early.complaints).not.toMatch(/^\s+at /m)
  await link.close()
})

fullTest('migrations that are started before their database wait for it and say so', async () => {
  const link = await aLink(url)
  link.breakWith('refused')
  const environment = { DATABASE_URL: link.url(databaseName(await createDatabase({ isMigrated: false }))) }
  const early = spawn(process.execPath, programOf('migrate'), { env: { ...process.env, ...environment } })
  let [said, complaints] = ['', '']
  early.stdout.on('data', (text: Buffer) => {
    said += text.toString()
  })
  early.stderr.on('data', (text: Buffer) => {
    complaints += text.toString()
  })
  const ended = once(early, 'exit')
  await until(async () => complaints.includes('waiting for it'))
  link.mend()
  expect(await ended).toEqual([0, null])
  expect(said).toContain('Migrated: 0001_people.sql')
  await link.close()
})

test('a database that takes no writes for a while is an outage; the wallet goes on without help when writes work again', async () => {
  const own = await createDatabase()
  const healthPort = String(await freePort())
  const wallet = await ServerProcess.start(own, { ...LASTING_RATES, MONITORING_PORT: healthPort })
  const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).ok
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  expect(await isReady()).toBe(true)
  const exchange = await anna.exchangeBody('1.00', 'USD', 'EUR')
  const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
    await admin.query(`alter database ${databaseName(own)} set default_transaction_read_only = ${isReadOnly}`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [databaseName(own)])
  }
  await setReadOnly(true)
  const key = aKey()
  await until(async () => (await anna.get('/v2/wallet')).http === 200)
  expect(await anna.post('/v2/wallet/exchange', exchange, { key })).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  expect(await anna.withdraw('1.00', 'USD', { key: `w-${key}` })).toMatchObject({ http: 503 })
  expect(await isReady()).toBe(false)
  await setReadOnly(false)
  expect(await taken(() => anna.post('/v2/wallet/exchange', exchange, { key }))).toMatchObject({ http: 200 })
  expect(await taken(() => anna.withdraw('1.00', 'USD', { key: `w-${key}` }))).toMatchObject({ http: 200 })
  expect(wallet.complaints).toContain('read-only transaction')
  await wallet.kill()
})

test('a wallet process that waits for a migration of another process logs that, and stops in good order when told to', async () => {
  const own = await createDatabase()
  const other = new pg.Client({ connectionString: own })
  await other.connect()
  await other.query(`select pg_advisory_lock(${LOCKS.migrations})`)
  const waiting = await ServerProcess.prepare(own)
  waiting.begin()
  await until(async () => waiting.complaints.includes('Another process migrates the tables'))
  expect(await waiting.stop()).toBe(0)
  await other.end()
})

fullTest('a wallet that waits for its database ends in good order when it is told to', async () => {
  const link = await aLink(url)
  link.breakWith('refused')
  const early = await ServerProcess.prepare(link.url('wallet'))
  early.begin()
  await until(async () => early.complaints.includes('does not answer'))
  expect(await early.stop()).toBe(0)
  await link.close()
})

/** Makes a role whom a server lets in by the password `right` alone. */
async function askForPassword(connectionString: string, role: string): Promise<void> {
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  await owner.query(`create role ${role} login password 'right'`)
  const hba = (await owner.query<{ hba_file: string }>('show hba_file')).rows[0]?.hba_file ?? ''
  const rules = await readFile(hba, 'utf8')
  await writeFile(hba, `local all ${role} scram-sha-256\n${rules}`)
  await owner.query('select pg_reload_conf()')
  await owner.end()
}

fullTest('what no waiting mends ends the start with one line and without the password', async () => {
  const { connectionString, stop } = await startOwnPostgres()
  onTestFinished(stop)
  await askForPassword(connectionString, 'picky')
  const socket = connectionString.slice(connectionString.indexOf('?'))
  for (const [address, complaint] of [
    [`postgres://picky:wr0ng-canary@/wallet${socket}`, /password authentication failed for user "picky"/],
    [`postgres://picky@/wallet${socket}`, /password/],
    [`postgres://postgres:wr0ng-canary@/nowhere${socket}`, /database "nowhere" does not exist/],
    [`postgres://nobody:wr0ng-canary@/wallet${socket}`, /role "nobody" does not exist/],
    [`${connectionString}&options=-c%20statement_timeout%3D7s`, /^DATABASE_URL does not keep the settings of a session/],
    ['postgres://postgres:wr0ng-canary@[/wallet', /Invalid URL/],
    ['mysql://root:wr0ng-canary@localhost/wallet', /DATABASE_URL/],
  ] as const) {
    const wrong = await ServerProcess.prepare(address)
    wrong.begin()
    expect(await wrong.whenEnded()).toBe(1)
    expect(wrong.complaints).toMatch(complaint)
    expect(wrong.complaints).not.toMatch(/wr0ng-canary|^\s+at /m)
  }
})

fullTest(
  'when every connection is taken, whoever waits too long for one is refused with the time to come back [outage-2]',
  async () => {
    const wallet = await startTestWallet({ DATABASE_CONNECTIONS: '2' })
    const anna = await aUser(wallet, '100.00 USD')
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const holders = [1, 2].map(() => wallet.database.withClient(() => held))
    const waiting = Array.from({ length: 10 }, () => anna.get('/v2/wallet/transaction'))
    // What is read together has connections of its own.
    expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
    const answers = await Promise.all(waiting)
    for (const answer of answers) expect(answer).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
    letGo()
    await Promise.all(holders)
    expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
    await wallet.expectTrueBooks()
    await wallet.close()
  },
)

test('one person’s account that is locked for long does not keep requests waiting without end [outage-3]', async () => {
  const wallet = await startTestWallet({ DATABASE_CONNECTIONS: '2' })
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet, '100.00 USD')]
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let noteLock = (): void => undefined
  const locked = new Promise<void>((resolve) => {
    noteLock = resolve
  })
  const other = openDatabase({ connection: wallet.databaseUrl, connectionsMax: 1, onError: () => undefined })
  const lock = {
    name: 'test.lock',
    text: `select from account join wallet_user on wallet_user.id = user_id where phone = $1 and currency = 'USD' for update`,
  }
  const locker = other.inTransaction(async (tx) => {
    // Longer than any transaction of the wallet may stand still.
    await tx.run({ name: 'test.stand_still', text: 'set local idle_in_transaction_session_timeout = 0' })
    await tx.list(lock, [`+${anna.phone}`])
    noteLock()
    await held
  })
  await locked
  const topUp = { amount: '1.00', currency_code: 'USD' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => anna.post('/v2/wallet/top-up', topUp)))
  for (const answer of answers) expect(answer).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  expect(await boris.post('/v2/wallet/top-up', topUp)).toMatchObject({ status: 'ok' })
  letGo()
  await locker
  expect(await anna.post('/v2/wallet/top-up', topUp)).toMatchObject({ status: 'ok' })
  await other.close()
  await wallet.expectTrueBooks()
  await wallet.close()
})

/** Fails unless the claims of PINs are given back: one that nobody gives back stays, and keeps its person waiting until it has expired. */
async function expectClaimsGivenBack(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await until(async () => (await client.query('select from pin where trying_until is not null')).rowCount === 0)
  await client.end()
}

/** Fails unless every withdrawal has an end that the provider knows too, the books are right and hold just so many operations. */
async function expectNothingLost({ operations }: { operations: number }): Promise<void> {
  const database = openDatabase({ connection: url, connectionsMax: 1, onError: () => undefined })
  const count = async (what: string): Promise<number> => {
    const row = await database.find<{ count: bigint }>({
      name: `test.${what.slice(0, 55)}`,
      text: `select count(*) from ${what}`,
    })
    return Number(row?.count)
  }
  try {
    // What was asked after in vain a few times is asked after again a quarter of a minute later.
    await until(async () => (await count("operation where kind = 'withdrawal' and ended_at is null")) === 0)
    expect(await count('operation')).toBe(operations)
    expect(await count('sandbox.payout')).toBe(await count("operation where kind = 'withdrawal' and state = 'complete'"))
    await expectTrueBooks(database)
  } finally {
    await database.close()
  }
}
