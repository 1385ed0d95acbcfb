import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, until } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { createDatabase, startTestWallet, type TestWallet } from '#tests/test-wallet'

// Somebody stays signed in over all of it.
const SEASON = String(100 * 86_400)

let wallet: TestWallet
let folder: string
/** Two months that are over, and the one that goes on, as in 2026-10. */
let months: readonly [string, string, string]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'accounting-'))
  const now = new Date()
  const middleOf = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15))
  const named = (at: Date) => at.toISOString().slice(0, 7)
  months = [named(middleOf(2)), named(middleOf(1)), named(now)]
  const secondsUntil = (at: Date): number => (at.getTime() - now.getTime()) / 1000
  wallet = await startTestWallet(
    { SESSION_IDLE_SECONDS: SEASON, SESSION_ABSOLUTE_SECONDS: SEASON },
    { passedSeconds: secondsUntil(middleOf(2)) },
  )
  const anna = await aUser(wallet, '100.00 USD', '5000.00 RUB')
  await anna.exchange('10.00', 'USD', 'RUB')
  await anna.withdraw('20.00', 'USD')
  wallet.passSeconds(secondsUntil(middleOf(1)) - secondsUntil(middleOf(2)))
  await anna.topUp('50.00', 'USD')
  await anna.withdraw('1.00', 'USD', { pan: '2200123456780002' })
  wallet.passSeconds(-secondsUntil(middleOf(1)))
  await anna.topUp('7.00', 'USD')
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
  await rm(folder, { recursive: true })
})

function exportMonth(month: string, ...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: wallet.databaseUrl }, ['export', 'accounting', '--month', month, '--to', folder, ...words])
}

/** The lines of a file by its columns. */
async function linesOf(file: string): Promise<Record<string, string>[]> {
  const [head = [], ...rows] = (await readFile(join(folder, file), 'utf8'))
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])))
}

const cents = (decimal = ''): bigint => BigInt(decimal === '' ? 0 : decimal.replace('.', ''))

test('the entries of a month are those of the books, and its balances go on where the last month’s ended', async () => {
  for (const month of months.slice(0, 2)) expect(await exportMonth(month)).toMatchObject({ code: 0, complaint: '' })
  for (const month of months.slice(0, 2)) {
    const text = `select transfer_id, account.role, amount_minor from entry
      join transfer on transfer.id = transfer_id join account on account.id = account_id
      where to_char(posted_at at time zone 'UTC', 'YYYY-MM') = $1 order by seq, line`
    const booked = await wallet.database.list<{ transfer_id: string; role: string; amount_minor: bigint }>(
      { name: 'test.booked', text },
      [month],
    )
    const entries = await linesOf(`entries-${month}.csv`)
    expect(booked.length).toBeGreaterThan(3)
    expect(entries.map((entry) => [entry.transfer, cents(entry.credit) - cents(entry.debit)])).toEqual(
      booked.map(({ transfer_id, amount_minor }) => [transfer_id, amount_minor]),
    )
    for (const entry of entries) {
      expect(entry.time).toMatch(new RegExp(`^${month}-15T.*Z$`))
      expect([entry.debit, entry.credit].filter((side) => side !== '')).toHaveLength(1)
      expect(entry.account).toMatch(/^([0-9a-f-]{36}|[a-z_]+)$/)
    }
  }
  const [first, second] = [await linesOf(`trial-balance-${months[0]}.csv`), await linesOf(`trial-balance-${months[1]}.csv`)]
  expect(second.map((line) => [line.account, line.currency, line['opening balance']])).toEqual(
    first.map((line) => [line.account, line.currency, line['closing balance']]),
  )
  const ofCustomers = (lines: Record<string, string>[]) =>
    lines.find(({ account, currency }) => account === 'customer accounts' && currency === 'USD')
  expect(ofCustomers(first)).toMatchObject({
    'opening balance': '0.00',
    debits: '30.00',
    credits: '100.00',
    'closing balance': '70.00',
  })
  expect(ofCustomers(second)).toMatchObject({
    'opening balance': '70.00',
    debits: '1.00',
    credits: '51.00',
    'closing balance': '120.00',
  })
})

test('each line closes where its sides lead it, each currency comes to nothing, and the sums are those of the entries', async () => {
  const [month] = months
  const lines = await linesOf(`trial-balance-${month}.csv`)
  const entries = await linesOf(`entries-${month}.csv`)
  for (const line of lines) {
    expect(cents(line['closing balance'])).toBe(cents(line['opening balance']) - cents(line.debits) + cents(line.credits))
  }
  const sum = (items: Record<string, string>[], column: string) => items.reduce((total, item) => total + cents(item[column]), 0n)
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const of = (items: Record<string, string>[]) => items.filter((item) => item.currency === currency)
    expect([currency, sum(of(lines), 'opening balance'), sum(of(lines), 'closing balance')]).toEqual([currency, 0n, 0n])
    expect(sum(of(lines), 'debits')).toBe(sum(of(lines), 'credits'))
    expect(sum(of(entries), 'debit')).toBe(sum(of(lines), 'debits'))
    expect(sum(of(entries), 'credit')).toBe(sum(of(lines), 'credits'))
  }
  const roles = new Set(lines.map((line) => line.account))
  for (const role of ['customer accounts', 'liquidity', 'fees', 'topup_clearing', 'payout_clearing', 'suspense', 'owed'])
    expect(roles).toContain(role)
})

test('a month is not over while somebody may still commit what was decided in it', async () => {
  const [month] = months
  const apart = join(folder, 'apart')
  const writer = new pg.Client({ connectionString: wallet.databaseUrl })
  await writer.connect()
  await writer.query('begin; lock table transfer in row exclusive mode')
  const { said } = await exportMonth(month, '--to', apart)
  expect(said).toContain(`${month} can still get entries`)
  for (const name of await readdir(apart)) expect(name).toContain(`${month}-until-`)
  await writer.query('rollback')
  await writer.end()
  await exportMonth(month, '--to', apart)
  expect(await readdir(apart)).toContain(`entries-${month}.csv`)
})

test('who took out which month is recorded, and a dry run or a refusal is not', async () => {
  const text = "select subject, changed_by, note, after from operator_change where area = 'accounting' order by id"
  const recorded = () => wallet.database.list<{ subject: string }>({ name: 'test.recorded', text })
  const before = await recorded()
  const apart = await mkdtemp(join(folder, 'recorded-'))
  await exportMonth(months[0], '--to', apart, '--note', 'for the auditor')
  const [made, ...others] = (await recorded()).slice(before.length)
  expect(others).toEqual([])
  expect(made).toMatchObject({
    subject: months[0],
    changed_by: expect.stringMatching(/./),
    note: 'for the auditor',
    after: { exported_until: expect.stringMatching(/^20\d\d-\d\d-01T00:00:00\.000Z$/) },
  })
  await exportMonth(months[0], '--to', apart)
  await exportMonth('9999-01', '--to', apart)
  await exportMonth('2020-01', '--to', apart, '--dry-run')
  expect(await recorded()).toHaveLength(before.length + 1)
})

test('a month that is exported twice at the same time is whole, and nothing is left beside it', async () => {
  const [month] = months
  const twice = await mkdtemp(join(folder, 'twice-'))
  const names = [`entries-${month}.csv`, `trial-balance-${month}.csv`]
  const words = ['export', 'accounting', '--month', month, '--to', twice]
  const holder = new pg.Client({ connectionString: wallet.databaseUrl })
  await holder.connect()
  // Both have seen that nothing is there before either writes.
  await holder.query('begin; lock table account')
  const running = [1, 2].map(() => operate({ DATABASE_URL: wallet.databaseUrl }, words))
  // In every database that was made from the same template the table has this number.
  const waiting = `select count(*)::integer as count from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and relation = 'account'::regclass and not granted`
  await until(async () => (await holder.query<{ count: number }>(waiting)).rows[0]?.count === 2)
  await holder.end()
  for (const { code, complaint } of await Promise.all(running)) expect([code, complaint]).toEqual([0, ''])
  expect((await readdir(twice)).sort()).toEqual(names)
  for (const name of names) expect(await readFile(join(twice, name), 'utf8')).toBe(await readFile(join(folder, name), 'utf8'))
})

test('a month that goes on says in its names how far it goes', async () => {
  const { said } = await exportMonth(months[2])
  const written = (await readdir(folder)).filter((name) => name.includes(months[2]))
  expect(written.sort()).toEqual([
    expect.stringMatching(/^entries-\d{4}-\d{2}-until-\d{4}-\d{2}-\d{2}T\d{9}Z\.csv$/),
    expect.stringMatching(/^trial-balance-\d{4}-\d{2}-until-/),
  ])
  expect(said).toContain('can still get entries')
  expect(await linesOf(written[0] ?? '')).toMatchObject([{ debit: '7.00' }, { credit: '7.00' }])
})

test('nothing is written over, on a dry run, of a month to come, or of none', async () => {
  const before = await readdir(folder)
  expect(await exportMonth(months[0])).toMatchObject({ code: 1, complaint: expect.stringContaining('is there already') })
  expect(await exportMonth('2020-01', '--dry-run')).toMatchObject({ code: 0, said: expect.stringContaining('Dry run') })
  expect(await exportMonth('9999-01')).toMatchObject({ code: 1, complaint: '9999-01 has not begun' })
  expect(await exportMonth('2026-1')).toMatchObject({ code: 1, complaint: expect.stringContaining('is no month') })
  expect(await readdir(folder)).toEqual(before)
})

test('books that do not balance are handed to nobody', async () => {
  const connectionString = await createDatabase()
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`set session_replication_role = replica;
    insert into account (id, role, currency, opened_at) values ('00000000-0000-4000-8000-000000000001', 'fees', 'USD', now());
    insert into transfer (id, kind, posted_at) values ('00000000-0000-4000-8000-000000000002', 'test', '2026-01-10');
    insert into entry (transfer_id, line, account_id, currency, amount_minor)
      values ('00000000-0000-4000-8000-000000000002', 0, '00000000-0000-4000-8000-000000000001', 'USD', 5)`)
  await client.end()
  const before = await readdir(folder)
  const words = ['export', 'accounting', '--month', '2026-01', '--to', folder]
  expect(await operate({ DATABASE_URL: connectionString }, words)).toMatchObject({
    code: 1,
    complaint: 'The closing balances in USD do not come to nothing: look at npm run verify',
  })
  expect(await readdir(folder)).toEqual(before)
})
