import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, ask, aUser, freshPhone, until } from '#tests/builders'
import { openLink } from '#tests/faulty-link'
import { freePort } from '#tests/free-port'
import { fullTest } from '#tests/full-run'
import { ServerProcess } from '#tests/server-process'
import { createDatabase, startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent } from '#tests/vendors'

let wallet: TestWallet
let began: number
beforeAll(async () => {
  began = now()
  wallet = await startTestWallet({ MONITORING_PORT: '0' })
})
afterAll(() => wallet.close())

/** By this machine's clock, in seconds. */
const now = (): number => Date.now() / 1000

/** Fails unless a moment that is told is between two others, give or take a minute: clocks differ. */
function expectBetween(first: number, told: number, last: number): void {
  expect(told).toBeGreaterThan(first - 60)
  expect(told).toBeLessThan(last + 60)
}

const metricsOf = async ({ monitoringUrl }: TestWallet): Promise<string> => (await fetch(`${monitoringUrl}/metrics`)).text()

/** The value of a metric with these labels; nothing when it is not there. */
async function metric(of: TestWallet, name: string, ...labels: string[]): Promise<number | undefined> {
  const line = (await metricsOf(of))
    .split('\n')
    .find((each) =>
      each.startsWith(`${name}{`)
        ? labels.every((label) => each.includes(label))
        : each.startsWith(`${name} `) && labels.length === 0,
    )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('health and metrics are on a port of their own, which people do not reach by the other one [monitoring-1]', async () => {
  expect(wallet.monitoringUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const alive = await fetch(`${wallet.monitoringUrl}/livez`)
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }])
  const ready = await fetch(`${wallet.monitoringUrl}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ok', checks: { running: 'ok', database: 'ok', migrations: 'ok', ledger: 'ok', worker: 'ok' } },
  ])
  const outside = { headers: { accept: 'text/html' } }
  for (const path of ['/livez', '/readyz', '/metrics', '/health']) {
    expect((await fetch(`${wallet.url}${path}`, outside)).status).toBe(404)
  }
  const without = await startTestWallet()
  expect(without.monitoringUrl).toBeUndefined()
  await without.close()
})

test('a database that lacks a migration of this build is not ready; one that has more than it knows is', async () => {
  const checks = async () => ((await (await fetch(`${wallet.monitoringUrl}/readyz`)).json()) as { checks: unknown }).checks
  const rename = (from: string, to: string) =>
    wallet.database.run({ name: `test.${to}`, text: 'update migration set name = $2 where name = $1' }, [from, to])
  await rename('0018_told_cases.sql', '9999_of_a_newer_build.sql')
  expect(await checks()).toMatchObject({ migrations: 'failed', database: 'ok' })
  await rename('9999_of_a_newer_build.sql', '0018_told_cases.sql')
  await wallet.database.run({ name: 'test.newer', text: "insert into migration values ('9999_newer.sql', '')" })
  expect(await checks()).toMatchObject({ migrations: 'ok' })
  await wallet.database.run({ name: 'test.as_before', text: "delete from migration where name = '9999_newer.sql'" })
})

fullTest(
  'whoever needs a provider that says nothing is told at once after five have waited, and served when it speaks again',
  async () => {
    const link = await openLink({ port: Number(new URL(wallet.url).port), host: '127.0.0.1' })
    const sandbox = { SANDBOX_URL: `http://127.0.0.1:${link.port}/sandbox`, PROVIDER_TIMEOUT_MS: '3000' }
    const behind = await startTestWallet({ ...sandbox, MONITORING_PORT: '0' })
    const signUp = (): Promise<Answer> => {
      const body = { phone: freshPhone(), first_name: 'Anna', last_name: 'Smirnova', email: 'anna@mail.example' }
      const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
      return ask(behind, 'POST', '/v2/wallet/auth/register', { body: { ...body, ...address } })
    }
    const heldBack = () => metric(behind, 'wallet_provider_calls_held_back_total', 'provider="sms"')
    expect(await signUp()).toMatchObject({ http: 200 })
    link.breakWith('silent')
    const answers = await Promise.all(Array.from({ length: 5 }, signUp))
    for (const answer of answers) expect(answer).toMatchObject({ http: 503 })
    expect(await heldBack()).toBeUndefined()
    // One of them may be the one that tries it; who is held back hears of it before the provider is asked (server/providers/breaker.test.ts).
    await until(async () => {
      const later = await Promise.race([signUp(), signUp()])
      expect(later).toMatchObject({ http: 503, code: answers[0]?.code })
      return ((await heldBack()) ?? 0) > 0
    })
    link.mend()
    await until(async () => (await signUp()).http === 200)
    await behind.close()
    await link.close()
  },
)

test('calls are counted by route, never by what was asked for, and webhooks too', async () => {
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  await anna.exchange('10.00', 'USD', 'EUR')
  await anna.post('/v2/wallet/exchange', { from_account_id: 'x' })
  await fetch(`${wallet.url}/v2/wallet/nothing-of-ours/${anna.phone}`)
  const count = (...labels: string[]) => metric(wallet, 'http_request_duration_seconds_count', ...labels)
  expect(await count('method="POST"', 'route="/v2/wallet/exchange"', 'code="200"')).toBe(1)
  expect(await count('route="/v2/wallet/exchange"', 'code="400"')).toBe(1)
  expect(await count('route="/webhooks/payments"', 'code="200"')).toBeGreaterThan(0)
  expect(await count('route="none"', 'code="404"')).toBeGreaterThan(0)
  expect(await metricsOf(wallet)).not.toContain(anna.phone)
})

test('batches, providers, jobs and connections are measured', async () => {
  await until(
    async () => ((await metric(wallet, 'wallet_job_duration_seconds_count', 'name="withdrawals"', 'outcome="done"')) ?? 0) > 0,
  )
  expect(await metric(wallet, 'wallet_ledger_batch_duration_seconds_count', 'outcome="committed"')).toBeGreaterThan(1)
  expect(await metric(wallet, 'wallet_ledger_batch_requests_count')).toBeGreaterThan(1)
  expect(
    await metric(wallet, 'wallet_provider_call_duration_seconds_count', 'provider="payments"', 'outcome="answered"'),
  ).toBeGreaterThan(0)
  expect(await metric(wallet, 'wallet_ledger_requests_waiting')).toBe(0)
  expect(await metric(wallet, 'wallet_database_connections', 'pool="pipelined"', 'state="idle"')).toBeGreaterThan(0)
  expect(await metric(wallet, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
})

fullTest('a job that asks its provider in vain fails, and when it went well last stays as it was; others go on', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const lastSuccess = async (job: string) =>
    (await metric(wallet, 'wallet_job_last_success_timestamp_seconds', `name="${job}"`)) ?? 0
  const hasFailed = async (job: string) =>
    (await metric(wallet, 'wallet_job_duration_seconds_count', `name="${job}"`, 'outcome="failed"')) !== undefined
  const rename = (from: string, to: string) =>
    wallet.database.run({ name: `test.${to}`, text: `alter table sandbox.${from} rename to ${to}` })
  await until(async () => (await lastSuccess('withdrawals')) > 0)
  expectBetween(began, await lastSuccess('withdrawals'), now())
  // A card whose payout the provider is silent about, at first; then it is away.
  await anna.withdraw('5.00', 'USD', { pan: '2200123456780119' })
  await rename('payout', 'payout_away')
  await until(() => hasFailed('withdrawals'))
  const before = await lastSuccess('withdrawals')
  await until(async () => (await lastSuccess('topups')) > before + 2)
  expect([await lastSuccess('withdrawals'), await hasFailed('topups')]).toEqual([before, false])
  await rename('payout_away', 'payout')
  await until(async () => (await lastSuccess('withdrawals')) > before)
})

test('cases, suspense, what has not ended, checkpoints and verification are told from the database', async () => {
  const anna = await aUser(wallet)
  const before = now()
  const { order } = await anna.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'USD' })
  expect(await metric(wallet, 'wallet_operations_pending', 'kind="topup"')).toBeGreaterThan(0)
  expect(await metric(wallet, 'wallet_cases_open', 'kind="payment_amount_differs"')).toBeUndefined()
  await sendPaymentEvent(wallet, { order: String(order), status: 'complete', amount: '69.00', currency: 'USD' })
  expect(await metric(wallet, 'wallet_cases_open', 'kind="payment_amount_differs"')).toBe(1)
  expect(await metric(wallet, 'wallet_suspense_minor_units', 'currency="USD"')).toBe(6900)
  const opened = (await metric(wallet, 'wallet_cases_oldest_timestamp_seconds', 'kind="payment_amount_differs"')) ?? 0
  expectBetween(before, opened, now())
  expect(await metric(wallet, 'wallet_books_verified_timestamp_seconds')).toBe(0)
  const insert = 'insert into verification values (now(), 20, 3)'
  await wallet.database.run({ name: 'test.verified', text: insert })
  expect(await metric(wallet, 'wallet_books_faults')).toBe(3)
  const full = await metric(wallet, 'wallet_books_fully_verified_timestamp_seconds')
  expect(full).toBeGreaterThan(0)
  await wallet.database.run({
    name: 'test.verified_new',
    text: 'insert into verification values (clock_timestamp(), 20, 0, false)',
  })
  expect(await metric(wallet, 'wallet_books_faults')).toBe(0)
  expect(await metric(wallet, 'wallet_books_fully_verified_timestamp_seconds')).toBe(full)
  expect(await metric(wallet, 'wallet_books_verified_timestamp_seconds')).toBeGreaterThan(full ?? 0)
  expect(await metric(wallet, 'wallet_database_up')).toBe(1)
})

test('when the newest base backup ended is told, 0 before there is one', async () => {
  expect(await metric(wallet, 'wallet_base_backup_timestamp_seconds')).toBe(0)
  const insert = "insert into base_backup values ('2026-01-02T00:00:00Z'), ('2026-01-03T00:00:00Z'), ('2026-01-01T00:00:00Z')"
  await wallet.database.run({ name: 'test.backed_up', text: insert })
  expect(await metric(wallet, 'wallet_base_backup_timestamp_seconds')).toBe(Date.parse('2026-01-03T00:00:00Z') / 1000)
})

fullTest(
  'while the database is away the wallet lives, is not ready, and still gives its metrics; told to stop it is not ready at once',
  async () => {
    const url = await createDatabase()
    const port = await freePort()
    const server = await ServerProcess.start(url, { MONITORING_PORT: String(port), STOP_DELAY_SECONDS: '5' })
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect((await at('/readyz')).status).toBe(200)
    const name = /\/(test_\w+)\?/.exec(url)?.[1]
    const admin = new pg.Client({ connectionString: url.replace(/\/test_\w+\?/, '/postgres?') })
    await admin.connect()
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await until(async () => (await at('/readyz')).status === 503)
    expect(await (await at('/readyz')).json()).toMatchObject({
      status: 'unavailable',
      checks: { database: 'failed', running: 'ok' },
    })
    expect((await at('/livez')).status).toBe(200)
    const inDatabase = /^wallet_(cases|suspense|operations|uncheckpointed|books)_\w+/gm
    const metrics = await (await at('/metrics')).text()
    expect(metrics).toMatch(/^wallet_database_up 0$/m)
    expect(metrics.match(inDatabase)).toBeNull()
    await admin.query(`alter database ${name} allow_connections true`)
    await until(async () => (await at('/readyz')).status === 200)
    expect((await (await at('/metrics')).text()).match(inDatabase)).toContain('wallet_books_verified_timestamp_seconds')
    await admin.end()
    const stopped = server.stop()
    await until(async () => (await at('/readyz')).status === 503)
    // It still serves whoever comes, for as long as the load balancer needs to notice.
    expect((await fetch(`${server.url}/v2/wallet/config`)).status).toBe(200)
    expect(await stopped).toBe(0)
  },
)

test('push messages that wait are told with their age, and not where none does', async () => {
  expect(await metric(wallet, 'wallet_messages_waiting', 'channel="push"')).toBeUndefined()
  // Not due for long.
  const text = `insert into push_message (user_id, subscription_id, created_at, next_check_at)
    select gen_random_uuid(), gen_random_uuid(), now() - interval '1 hour', now() + interval '1 day' from generate_series(1, 3)`
  const before = now()
  await wallet.database.run({ name: 'test.push_waits', text })
  await until(async () => (await metric(wallet, 'wallet_messages_waiting', 'channel="push"')) === 3)
  const oldest = await metric(wallet, 'wallet_messages_oldest_timestamp_seconds', 'channel="push"')
  expectBetween(before, (oldest ?? 0) + 3600, now())
  await wallet.database.run({ name: 'test.push_is_over', text: 'delete from push_message' })
  await until(async () => (await metric(wallet, 'wallet_messages_waiting', 'channel="push"')) === undefined)
})
