import pg from 'pg'
import { levels } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, type TestUser, until } from '#tests/builders'
import { fullTest } from '#tests/full-run'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent } from '#tests/vendors'

let wallet: TestWallet
let anna: TestUser
let logged = ''
beforeAll(async () => {
  wallet = await startTestWallet(
    { MONITORING_PORT: '0' },
    {
      logTo: {
        write(line) {
          logged += line
        },
      },
    },
  )
  anna = await aUser(wallet, '100.00 USD')
})
afterAll(() => wallet.close())

/** How often a job has ended well. */
async function runsOf(job: string): Promise<number> {
  const metrics = await (await fetch(`${wallet.monitoringUrl}/metrics`)).text()
  return Number(
    new RegExp(`^wallet_job_duration_seconds_count{name="${job}",outcome="done"} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0,
  )
}

const run = (text: string) => wallet.database.run({ name: `test.${text.slice(0, 50)}`, text })

test('what a database error says of rows and values is not logged; where it happened is [api-log-1]', async () => {
  await run(`create function refuse_with_values() returns trigger language plpgsql as $$ begin
    raise exception 'no top-up of canary-value' using errcode = '22023', detail = 'canary-detail', hint = 'canary-hint',
      table = 'topup', constraint = 'topup_is_sane';
  end $$`)
  await run('create trigger refuse before insert on topup for each row execute function refuse_with_values()')
  logged = ''
  const answer = await anna.post('/v2/wallet/top-up', { amount: '7.77', currency_code: 'USD' })
  expect(answer).toMatchObject({ http: 500, code: 'internal' })
  expect(logged).not.toMatch(/canary|7\.77|PL\/pgSQL function/)
  expect(JSON.parse(logged.split('\n')[0] ?? '')).toMatchObject({
    path: '/v2/wallet/top-up',
    err: {
      type: 'DatabaseError',
      code: '22023',
      statement: 'topup.insert',
      table: 'topup',
      constraint: 'topup_is_sane',
      routine: 'exec_stmt_raise',
    },
  })
  expect(logged).toMatch(/write-batch/)
  await run('drop trigger refuse on topup')
})

test('a connection that was lost is logged without its keys', async () => {
  const idle = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle'"
  logged = ''
  await wallet.database.list({ name: 'test.end_idle', text: idle })
  await until(async () => logged.includes('connection was lost'))
  expect(logged).toContain('57P01')
  expect(logged).not.toMatch(/secretKey|processID|_events|connectionParameters|scram/i)
})

test('a job that an outage stops is a warning; one that a fault of ours stops pages someone', async () => {
  const levelsOf = (job: string): unknown[] => {
    const lines = logged.split('\n').filter((line) => line.includes('A job failed') && line.includes(job))
    return lines.map((line) => JSON.parse(line).level)
  }
  const isTold = (job: string, level: number | undefined) => until(async () => levelsOf(job).includes(level))
  logged = ''
  const other = new pg.Client({ connectionString: wallet.databaseUrl })
  await other.connect()
  await other.query('begin')
  await other.query('lock table topup in access exclusive mode')
  await isTold('topups', levels.values.warn)
  await other.query('rollback')
  await other.end()
  expect(levelsOf('topups')).not.toContain(levels.values.error)

  await run('alter table identification rename to mislaid')
  await isTold('identifications', levels.values.error)
  await run('alter table mislaid rename to identification')
})

fullTest('a case is told once, as something that somebody has to look at, and so is an event that cannot be read', async () => {
  const boris = await aUser(wallet)
  const { order } = await boris.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'USD' })
  const told = { order: String(order), status: 'complete', currency: 'USD' } as const
  logged = ''
  expect(await sendPaymentEvent(wallet, { ...told, amount: 'canary' })).toBe(400)
  expect(logged).toContain("A provider's event cannot be read")
  expect(logged).not.toContain('canary')
  logged = ''
  for (const _ of [1, 2]) await sendPaymentEvent(wallet, { ...told, amount: '69.00' })
  const lines = () => logged.split('\n').filter((line) => line.includes('A case waits for the operator'))
  await until(async () => lines().length > 0)
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
    level: levels.values.error,
    kind: 'payment_amount_differs',
    reference: order,
  })
  // The job that tells has run once more, from its beginning to its end.
  const before = await runsOf('cases')
  await until(async () => (await runsOf('cases')) >= before + 2)
  expect(lines()).toHaveLength(1)
})
