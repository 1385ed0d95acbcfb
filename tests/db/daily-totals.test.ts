import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Currency } from '#money/currency'
import { verifyBooks } from '#server/app/verify-books'
import { type Database, openDatabase } from '#server/db/pool'
import type { Period } from '#server/history/period'
import { statisticsOf } from '#server/history/statistics'
import { createDatabase } from '#tests/test-wallet'

const FOLDER = new URL('../../db/migrations/', import.meta.url)
const DAY_MS = 86_400_000
const BEGAN = Date.parse('2026-03-01T00:00Z')
const DAYS = 5
const [anna, boris] = [randomUUID(), randomUUID()]
const ACCOUNTS: readonly (readonly [user: string, account: string, currency: Currency])[] = [
  [anna, randomUUID(), 'RUB'],
  [anna, randomUUID(), 'USD'],
  [boris, randomUUID(), 'RUB'],
]
let database: Database
let old: pg.Client

beforeAll(async () => {
  const url = await createDatabase({ isMigrated: false })
  old = new pg.Client({ connectionString: url })
  await old.connect()
  for (const name of (await readdir(FOLDER)).sort().filter((file) => file < '0026')) {
    await old.query(await readFile(new URL(name, FOLDER), 'utf8'))
  }
  await old.query("insert into level values ('basic', 0, 'Базовый', 'Basic', true, true, true)")
  for (const [place, id] of [anna, boris].entries())
    await old.query(
      `insert into wallet_user (id, phone, first_name, last_name, email, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
       values ($1, $2, 'Anna', '', 'anna@mail.example', 'basic', true, true, now())`,
      [id, `+7999000000${place}`],
    )
  for (const [user, id, currency] of ACCOUNTS)
    await old.query(
      "insert into account (id, user_id, role, currency, balance_minor, opened_at) values ($1, $2, 'user', $3, 0, now())",
      [id, user, currency],
    )
  for (let count = 0; count < 60; count += 1) await begin(count % 3 === 0 ? 'complete' : 'pending')
  database = openDatabase({ connection: url, connectionsMax: 2, onError: () => undefined })
  // What is posted between the two is there once.
  await old.query(await readFile(new URL('0026_daily_totals.sql', FOLDER), 'utf8'))
  for (let count = 0; count < 20; count += 1) await begin('pending')
  await move('topup', ['pending', 'complete'], 15)
  await move('withdrawal', ['held', 'complete'], 10)
  for (const name of (await readdir(FOLDER)).sort().filter((file) => file >= '0027'))
    await old.query(await readFile(new URL(name, FOLDER), 'utf8'))
})
afterAll(async () => {
  await database.close()
  await old.end()
})

let begun = 0

/** An operation of somebody, at an instant of these days that falls on a midnight now and then. */
async function begin(state: string): Promise<void> {
  begun += 1
  const id = randomUUID()
  const at = new Date(BEGAN + (begun % 7 === 0 ? (begun % DAYS) * DAY_MS : (begun * 7_654_321) % (DAYS * DAY_MS)))
  const kind = begun % 2 === 0 ? 'withdrawal' : 'topup'
  const [user, account, currency] = ACCOUNTS[begun % 3] ?? []
  await old.query("insert into operation (id, kind, state, details, created_at, ended_at) values ($1, $2, $3, '{}', $4, $5)", [
    id,
    kind,
    state === 'pending' && kind === 'withdrawal' ? 'held' : state,
    at,
    state === 'pending' ? null : at,
  ])
  const amount = begun % 22 === 0 ? 0 : (kind === 'topup' ? 1 : -1) * begun * 100
  await old.query(
    "insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at) values ($1, 0, $2, $3, $4, $5, 0, '{}', $6)",
    [id, user, account, currency, amount, at],
  )
}

/** Moves some operations of a kind on to another state. */
async function move(kind: string, [from, to]: readonly [string, string], count: number): Promise<void> {
  await old.query(
    'update operation set state = $3, ended_at = now() where id in (select id from operation where kind = $1 and state = $2 order by id limit $4)',
    [kind, from, to, count],
  )
}

const LEGS = {
  name: 'test.totals',
  text: `select kind, sum(amount_minor)::bigint as minor
    from operation_leg join operation on operation.id = operation_id
    where user_id = $1 and currency = $2 and state in ('complete', 'charged_back')
      and operation_leg.created_at >= $3 and operation_leg.created_at < $4
    group by kind having sum(amount_minor) <> 0`,
}

/** What the legs of a person's account add up to by kind, read one by one. */
async function summed(userId: string, currency: Currency, { from, to }: Period): Promise<Record<string, bigint>> {
  const rows = await database.list<{ kind: string; minor: bigint }>(LEGS, [userId, currency, from, to])
  return Object.fromEntries(rows.map(({ kind, minor }) => [kind, minor]))
}

/** The same by the statistics. */
async function told(userId: string, accountId: string, currency: Currency, period: Period): Promise<Record<string, bigint>> {
  const noRates = () => Promise.reject(new Error('Nothing has to be converted'))
  const deps = { database, readsOf: () => database, displayCurrency: currency, presentRates: noRates }
  const { rows } = await statisticsOf(deps, { userId, accountId, period }, new Date())
  return Object.fromEntries(rows.flatMap(({ category, amount }) => (amount.minor === 0n ? [] : [[category, amount.minor]])))
}

const instant = fc.oneof(
  fc.integer({ min: -1, max: DAYS + 1 }).map((day) => new Date(BEGAN + day * DAY_MS)),
  fc.integer({ min: -DAY_MS, max: (DAYS + 1) * DAY_MS }).map((ms) => new Date(BEGAN + ms)),
)
const period = fc.oneof(
  fc.tuple(instant, instant).map(([one, other]): Period => (one < other ? { from: one, to: other } : { from: other, to: one })),
  instant.map((from): Period => ({ from, to: 'infinity' })),
  instant.map((to): Period => ({ from: '-infinity', to })),
  fc.constant<Period>({ from: '-infinity', to: 'infinity' }),
)
const whose = fc.constantFrom(...ACCOUNTS)

test('the statistics of any period equal the sum of its legs, wherever the period cuts a day', async () => {
  await fc.assert(
    fc.asyncProperty(period, whose, async (part, [userId, accountId, currency]) => {
      expect(await told(userId, accountId, currency, part)).toEqual(await summed(userId, currency, part))
    }),
    { numRuns: 150 },
  )
})

test('legs from before the totals, from during their backfill and from afterwards are counted once', async () => {
  expect(await wrongTotals()).toEqual([])
  await begin('pending')
  await move('topup', ['pending', 'expired'], 5)
  await move('topup', ['expired', 'complete'], 2)
  await move('topup', ['complete', 'charged_back'], 3)
  await move('withdrawal', ['held', 'failed'], 4)
  expect(await wrongTotals()).toEqual([])
  const all: Period = { from: '-infinity', to: 'infinity' }
  for (const [userId, accountId, currency] of ACCOUNTS)
    expect(await told(userId, accountId, currency, all)).toEqual(await summed(userId, currency, all))
})

test('a wrong total is found', async () => {
  await old.query('begin')
  await old.query(
    'update daily_total set legs = legs + 1 where (account_id, day, kind, state) = (select account_id, day, kind, state from daily_total limit 1)',
  )
  await old.query('commit')
  expect(await wrongTotals()).toHaveLength(1)
  await old.query('truncate daily_total')
  await old.query(await readFile(new URL('0027_daily_totals_before.sql', FOLDER), 'utf8'))
  expect(await wrongTotals()).toEqual([])
})

async function wrongTotals(): Promise<readonly string[]> {
  const findings = await database.inSnapshot(verifyBooks)
  return findings.flatMap(({ invariant, faults }) => (invariant === 'INV-13' ? faults : []))
}
