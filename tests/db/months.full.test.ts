import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { verifyAndRecord, verifyBooks } from '#server/app/verify-books'
import { LOCKS } from '#server/db/locks'
import { openDatabase } from '#server/db/pool'
import type { Statement } from '#server/db/queryable'
import { archiveMonth } from '#server/months/archive'
import { asOwner, type Session } from '#server/months/session'
import { settleTopup } from '#server/topup/settle'
import { orderOf } from '#server/topup/store'
import { aUser, type TestUser, until } from '#tests/builders'
import { anOldWallet, type OldWallet } from '#tests/months'
import { operate } from '#tests/operator'
import { programOf } from '#tests/programs'
import { asRole, databaseWithRoles, migrateAsOwner } from '#tests/roles'
import { SECRET } from '#tests/secret'

let old: OldWallet
let owner: pg.Client
let environment: Record<string, string>
let [first, second, third]: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'wallet-months-'))
const fileOf = (month: string): string => join(folder, `${month}.gz`)

beforeAll(async () => {
  const url = await databaseWithRoles()
  expect(migrateAsOwner(url)).toContain('0097_months.sql')
  old = await anOldWallet(asRole('wallet_app', url))
  ;[first, second, third] = old.months
  environment = { DATABASE_URL: asRole('wallet_owner', url), WALLET_SECRET: SECRET }
  owner = new pg.Client({ connectionString: environment.DATABASE_URL })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await old?.wallet.close()
  rmSync(folder, { recursive: true, force: true })
})

const months = (...words: string[]) => operate(environment, ['months', ...words, '--yes', '--as', 'test'])

async function done(...words: string[]): Promise<string> {
  const { code, said, complaint } = await months(...words)
  expect([words, code, complaint]).toEqual([words, 0, ''])
  return said
}

const count = async (text: string): Promise<number> => Number((await owner.query<{ count: string }>(text)).rows[0]?.count)

/** The SQLSTATE of what a statement fails with; nothing when it succeeds. */
async function faultOf(client: pg.Client, statement: string): Promise<string | undefined> {
  return client.query(statement).then(
    () => undefined,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
  )
}

/** All that a person is told of their operations. */
async function toldTo(user: TestUser): Promise<unknown> {
  const { results } = await user.get('/v2/wallet/transaction?limit=200', 'en')
  const ids = [...new Set((results as { operation_id: string }[]).map(({ operation_id }) => operation_id))]
  const from = `${first}-01T00:00:00Z`
  // Each account in its own currency: what is converted goes by the rates of the moment.
  const statOf = ({ id }: { id: string }) => user.get(`/v2/wallet/stat?from=${from}&to=${third}-28T00:00:00Z&account_id=${id}`)
  return {
    results,
    receipts: await Promise.all(ids.map((id) => user.get(`/v2/wallet/operation?id=${id}`, 'en'))),
    stats: await Promise.all((await user.accounts()).map(statOf)),
    recipients: (await user.get('/v2/wallet/withdrawal/recipients')).results,
    statement: await fetch(`${user.wallet.url}/v2/wallet/statement?format=csv&from=${from}`, {
      headers: { authorization: `Token ${user.token}` },
    }).then((response) => response.text()),
  }
}

const toldToAll = async () => [await toldTo(old.anna), await toldTo(old.boris)]

/** Verifies all of the books, and what is new. */
async function expectVerified(): Promise<void> {
  for (const isFull of [true, false]) {
    const { findings, isRecorded } = await verifyAndRecord(old.wallet.database, { isFull })
    expect([isRecorded, findings.filter(({ faults }) => faults.length > 0)]).toEqual([true, []])
  }
}

/** Runs a months command as a process of its own, and kills it once it waits for a lock that this test holds. */
async function killedAt(locks: string, words: readonly string[]): Promise<void> {
  await owner.query(`begin; ${locks}`)
  const child = execFile(process.execPath, [...programOf('operator'), 'months', ...words, '--yes', '--as', 'test'], {
    env: { ...process.env, ...environment },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // Within the transaction that holds the lock, who is connected stays as it was at the first look.
  const watch = new pg.Client({ connectionString: environment.DATABASE_URL })
  await watch.connect()
  // A try that is over begins again: whichever of them is under way.
  const waiting = async (): Promise<boolean> => {
    const { rows } = await watch.query(
      "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database() and usename = 'wallet_owner'",
    )
    if (child.exitCode !== null) throw new Error('It ended before it came there')
    return rows.length > 0
  }
  try {
    await until(waiting)
  } finally {
    await watch.end()
    child.kill('SIGKILL')
    await ended
    // Nor does the server go on with what nobody waits for any more.
    await owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = current_database() and pid <> pg_backend_pid()',
    )
    await owner.query('rollback')
  }
  // Its connection is gone before the next command begins.
  const held = `select count(*) from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and objid = ${LOCKS.months}`
  await until(async () => (await count(held)) === 0)
}

const stateOf = async (month = ''): Promise<string | undefined> =>
  (await owner.query<{ state: string }>('select state from archived_month where month = $1', [`${month}-01`])).rows[0]?.state

let before: unknown
let posted: readonly number[] = []
let trialBalance = ''
const postedNow = async (): Promise<number[]> => {
  const counts: number[] = []
  for (const table of ['operation', 'operation_leg', 'transfer', 'entry'])
    counts.push(await count(`select count(*) from ${table}`))
  return counts
}

describe.sequential('months of the ledger', () => {
  test('cannot be moved by the wallet’s role, nor before they are over, nor out of their order', async () => {
    const asApp = await operate({ ...environment, DATABASE_URL: old.wallet.databaseUrl }, [
      'months',
      'archive',
      first ?? '',
      '--yes',
    ])
    expect([asApp.code, asApp.complaint]).toEqual([
      1,
      'The role "wallet_app" of DATABASE_URL does not own the tables: months are moved as their owner, wallet_owner',
    ])
    const now = new Date().toISOString().slice(0, 7)
    expect((await months('archive', now)).complaint).toBe(`${now} has not been over for 31 days`)
    expect((await months('archive', '2026-13')).complaint).toContain('is no month')
    expect((await months('detach', first ?? '', '--to', fileOf('no'))).complaint).toBe(`${first} has not been archived`)
    expect((await months('attach', first ?? '', '--from', fileOf('no'))).complaint).toBe(`${first} has not been archived`)
    expect(await done('list')).toBe('All months are in the tables of the running wallet.\n')
  })

  test('are moved without a change in what anybody sees; after a kill in the middle, the move goes on', async () => {
    before = await toldToAll()
    posted = await postedNow()
    expect(JSON.stringify(before)).toContain('balance_after')
    const legs = await count('select count(*) from only operation_leg')
    // It waits for its place in the register at its end, when all is moved; and at its beginning, when nothing is.
    await killedAt(`insert into archived_month values ('${first}-01', 'moving', 0, '', 0, now())`, ['archive', first ?? ''])
    expect(await stateOf(first)).toBeUndefined()
    // Two operations at a time, and the end comes after the second two.
    const database = openDatabase({ connection: environment.DATABASE_URL ?? '', connectionsMax: 2, onError: () => undefined })
    const dying = (session: Session) =>
      archiveMonth(session, [], first ?? '', { stays: [], atOnce: 2, onMoved: (moved) => expect(moved).toBeLessThan(3) })
    await expect(asOwner(database, dying)).rejects.toThrow('less than 3')
    await database.close()
    expect(await stateOf(first)).toBe('moving')
    expect(await count('select count(*) from only operation_leg')).toBeLessThan(legs)
    expect(await toldToAll()).toEqual(before)
    await expectVerified()
    await done('archive', first ?? '')
    expect(await count('select count(*) from only operation_leg')).toBeLessThan(legs)
    await owner.query(`update archived_month set state = 'moving'`)
    await killedAt('lock table archived_month in share mode', ['archive', first ?? ''])
    expect(await stateOf(first)).toBe('moving')
    await expectVerified()
    await done('archive', first ?? '')
    expect(await stateOf(first)).toBe('attached')
    expect(await postedNow()).toEqual(posted)
    expect(await toldToAll()).toEqual(before)
    await expectVerified()
  })

  test('operations that had not ended with their month, and those still referred to, stay', async () => {
    const { rows } = await owner.query<{ kind: string; state: string }>(
      `select distinct kind, state from only operation_leg join operation on operation.id = operation_id
        where operation.created_at < '${first}-01'::date + interval '1 month' order by 1, 2`,
    )
    expect(rows).toContainEqual({ kind: 'p2p', state: 'expired' })
    expect(rows).toContainEqual({ kind: 'topup', state: 'failed' })
    expect(rows.filter(({ state }) => state === 'complete')).toEqual([])
  })

  test('are archived in their order, and no month is removed before the next one is archived', async () => {
    expect((await months('detach', first ?? '', '--to', fileOf('no'))).complaint).toContain('archive the month after it first')
    await done('archive', second ?? '')
    await done('archive', third ?? '')
    expect((await months('archive', first ?? '')).complaint).toBe(`${third} was archived before: months go in their order`)
    expect((await months('detach', second ?? '', '--to', fileOf('no'))).complaint).toBe(
      `${first} has to go first: months go in their order`,
    )
    expect(await toldToAll()).toEqual(before)
    await expectVerified()
  })

  test.each(['entry', 'transfer', 'operation_leg'])(
    'nothing of %s in a month can be changed, lost, or added to by the wallet',
    async (table) => {
      const own = `${table}_${first?.replace('-', '_')}`
      const app = new pg.Client({ connectionString: old.wallet.databaseUrl })
      await app.connect()
      const column = table === 'transfer' ? 'kind' : 'currency'
      for (const name of [table, own]) {
        expect(await faultOf(owner, `update ${name} set ${column} = 'X'`)).toBe('WL002')
        expect(await faultOf(owner, `delete from ${name}`)).toBe('WL002')
        expect(await faultOf(app, `update ${name} set ${column} = 'X'`)).toBe('42501')
        expect(await faultOf(app, `delete from ${name}`)).toBe('42501')
      }
      expect(await faultOf(owner, `truncate ${own}`)).toBe('WL002')
      for (const statement of [
        `select from ${own}`,
        `insert into ${own} select * from ${own}`,
        `alter table ${own} no inherit ${table}`,
        `drop table ${own}`,
        "update archived_month set state = 'detached'",
        'delete from archived_balance',
        'insert into archived_total select * from archived_total',
      ])
        expect([statement, await faultOf(app, statement)]).toEqual([
          statement,
          statement.includes(own) && /alter|drop/.test(statement) ? '42501' : '42501',
        ])
      expect(await faultOf(app, 'select from archived_month')).toBeUndefined()
      await app.end()
    },
  )

  test('a start in production accepts the role with months present', async () => {
    expect(migrateAsOwner(environment.DATABASE_URL?.replace('wallet_owner@', 'postgres@') ?? '')).toBe('Nothing to migrate\n')
    const app = new pg.Client({ connectionString: old.wallet.databaseUrl })
    await app.connect()
    expect(await faultOf(app, `select from entry_${first?.replace('-', '_')}`)).toBe('42501')
    await app.end()
  })

  test('are removed into a file; after a kill just before the end nothing is lost, and the removal is repeated', async () => {
    const month = first?.replace('-', '_')
    await killedAt(`lock table entry_${month} in access share mode`, ['detach', first ?? '', '--to', fileOf('first')])
    expect(existsSync(fileOf('first'))).toBe(true)
    expect(await stateOf(first)).toBe('detaching')
    expect(await postedNow()).toEqual(posted)
    expect(await toldToAll()).toEqual(before)
    await expectVerified()
    writeFileSync(fileOf('other'), 'somebody else’s')
    expect((await months('detach', first ?? '', '--to', fileOf('other'))).complaint).toContain(
      'is there already, and is another one',
    )
    await done('detach', first ?? '', '--to', fileOf('first'))
    expect(await stateOf(first)).toBe('detached')
    expect(await count(`select count(*) from pg_class where relname ~ '_${month}$'`)).toBe(0)
    expect((await postedNow()).every((now, place) => place === 0 || now < (posted[place] ?? 0))).toBe(true)
    await expectVerified()
  })

  test('what remains is shown as before, without the archived operations', async () => {
    const { results } = (await toldTo(old.anna)) as { results: { created_at: string; kind: string }[] }
    const all = (before as { results: { created_at: string }[] }[])[0]?.results ?? []
    expect(results.length).toBeGreaterThan(0)
    expect(results.length).toBeLessThan(all.length)
    expect(all).toEqual(expect.arrayContaining(results))
    expect(results.some(({ kind, created_at }) => kind === 'p2p' && created_at.startsWith(first ?? '?'))).toBe(true)
  })

  test('the list says so at its end, as do the whole list, a search and the statistics, and only to the people concerned', async () => {
    const until = `${second}-01T00:00:00.000Z`
    const told = async (user: TestUser, path: string) => (await user.get(`/v2/wallet/${path}`)).archived_until
    for (const path of [
      'transaction?limit=200',
      'transaction',
      'transaction?q=USD',
      `stat?from=${first}-10T00:00:00Z&to=${third}-01T00:00:00Z`,
    ])
      expect([path, await told(old.anna, path)]).toEqual([path, until])
    // Not the end yet, and nothing of before.
    expect(await told(old.anna, 'transaction?limit=2')).toBeUndefined()
    expect(await told(old.anna, `transaction?from=${second}-01T00:00:00Z`)).toBeUndefined()
    const { anna: clara } = { anna: await aUser(old.wallet) }
    expect(await told(clara, 'transaction')).toBeUndefined()
  })

  test('a statement begins at the end of the archive, with the balance of then, and a statement of an earlier period is refused', async () => {
    const { id } = await old.anna.account('RUB')
    const get = (period: string) =>
      fetch(`${old.wallet.url}/v2/wallet/statement?format=csv&account_id=${id}${period}`, {
        headers: { authorization: `Token ${old.anna.token}` },
      })
    const [, opening = '', ...lines] = (await (await get('')).text()).trimEnd().split('\n')
    expect(opening).toContain(`${second}-01 00:00:00`)
    expect(opening).toContain('8500.00')
    expect(lines.at(-1)).toContain(await old.anna.balance('RUB'))
    expect((await get(`&to=${first}-20T00:00:00Z`)).status).toBe(400)
  })

  test('a late report about archived money changes nothing: its sender is told to come again', async () => {
    const { rows } = await owner.query<{ id: string }>(
      `select operation_id as id from topup join operation on operation.id = operation_id
        where state = 'complete' and not exists (select from operation_leg where operation_leg.operation_id = topup.operation_id) limit 1`,
    )
    const late = { order: rows[0]?.id ?? '', externalId: 'late', state: 'complete', amount: money('RUB', 100n) } as const
    await expect(settleTopup(old.wallet, late, new Date())).rejects.toThrow(
      'is of a month that is in the archive: bring it back first',
    )
    await expectVerified()
  })

  test('a request for an archived operation delays no other reader', async () => {
    const { rows } = await owner.query<{ id: string; is_here: boolean }>(
      'select operation_id as id, exists (select from operation_leg where operation_leg.operation_id = topup.operation_id) as is_here from topup',
    )
    const ids = [true, false].map((isHere) => rows.find(({ is_here }) => is_here === isHere)?.id ?? '')
    const both = await Promise.allSettled(ids.map((id) => old.wallet.database.read(orderOf(id))))
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  test('the accountant sees the archived months, and the trial balance of later months includes them', async () => {
    const accounting = (month: string, to: string) =>
      operate(environment, ['export', 'accounting', '--month', month, '--to', join(folder, to)])
    expect((await accounting(first ?? '', 'a')).complaint).toContain('in the archive')
    expect((await accounting(third ?? '', 'b')).complaint).toBe('')
    trialBalance = readFileSync(join(folder, 'b', `trial-balance-${third}.csv`), 'utf8')
  })

  test('an archived operation cannot go on until it is restored', async () => {
    const late = (has: string): string =>
      `with late as (
        update operation set state = 'charged_back'
        where ended_at is not null and ${has} (select from operation_leg where operation_id = operation.id) returning id
      ) select count(*) from late`
    expect(await faultOf(owner, late('not exists'))).toBe('WL004')
    await owner.query('begin')
    expect(await count(late('exists'))).toBeGreaterThan(0)
    await owner.query('rollback')
  })

  test.each([
    ['an operation in the archive in another state', "update operation set state = 'failed' where id = $archived", 'INV-15'],
    ['an operation in the archive that is gone', 'delete from operation where id = $archived', 'INV-15'],
    ['a total of a day in the archive', 'update daily_total set amount_minor = amount_minor + 1 where day < $month', 'INV-15'],
    ['a balance that the archive says', 'update archived_balance set balance_minor = balance_minor + 1', 'INV-2'],
    [
      'legs that are gone of an operation that is there',
      "delete from operation_leg where created_at >= $month and details ? 'from'",
      'INV-5',
    ],
    ['the end of the chain in the archive', 'update archived_month set checkpoint_hash = sha256(checkpoint_hash)', 'INV-8'],
  ])('verify finds %s', async (_what, plant, invariant) => {
    const administrator = new pg.Client({ connectionString: environment.DATABASE_URL?.replace('wallet_owner@', 'postgres@') })
    await administrator.connect()
    const archived = `(select id from operation where not exists (select from operation_leg where operation_id = operation.id) order by id limit 1)`
    await administrator.query('begin; set local session_replication_role = replica')
    await administrator.query(
      plant.replace('$archived', archived).replace('$month', `('${first}-01'::date + interval '1 month')`),
    )
    const wrong = (
      await verifyBooks({
        list: async <Row extends object>({ text }: Statement, values: readonly unknown[] = []) =>
          (
            await administrator.query(text, [...values])
          ).rows as Row[],
        find: async <Row extends object>({ text }: Statement, values: readonly unknown[] = []) =>
          (
            await administrator.query(text, [...values])
          ).rows[0] as Row | undefined,
        run: async ({ text }: Statement, values: readonly unknown[] = []) =>
          (await administrator.query(text, [...values])).rowCount ?? 0,
      })
    ).filter(({ faults }) => faults.length > 0)
    await administrator.query('rollback')
    await administrator.end()
    expect(wrong.map((finding) => finding.invariant)).toContain(invariant)
  })

  test('a second month is archived after the first, and both are restored in reverse order: everything is as it was', async () => {
    await done('detach', second ?? '', '--to', fileOf('second'))
    await expectVerified()
    await old.anna.exchange('100.00', 'RUB', 'USD')
    await expectVerified()
    expect(await done('list')).toMatch(/detached.*[0-9a-f]{64}/)
    expect((await months('attach', first ?? '', '--from', fileOf('first'))).complaint).toBe(
      `${second} has to come back first: months go in their order`,
    )
    await done('attach', second ?? '', '--from', fileOf('second'))
    await expectVerified()
    await killedAt('lock table archived_balance in share mode', ['attach', first ?? '', '--from', fileOf('first')])
    expect(await stateOf(first)).toBe('detached')
    await expectVerified()
    await done('attach', first ?? '', '--from', fileOf('first'))
    expect(await stateOf(first)).toBe('attached')
    expect(await count('select count(*) from archived_balance')).toBe(0)
    expect(await count('select count(*) from archived_total')).toBe(0)
    await expectVerified()
    const back = join(folder, 'c')
    expect((await operate(environment, ['export', 'accounting', '--month', third ?? '', '--to', back])).complaint).toBe('')
    expect(readFileSync(join(back, `trial-balance-${third}.csv`), 'utf8')).toBe(trialBalance)
    const [anna, boris] = (await toldToAll()) as [{ results: unknown[] }, unknown]
    const [annaBefore, borisBefore] = before as [{ results: unknown[] }, unknown]
    // But for the exchange of just now, which stands before all others.
    expect(anna.results.slice(2)).toEqual(annaBefore.results)
    expect(boris).toEqual(borisBefore)
  })

  test('a file other than the written one is refused, and so is an incomplete file', async () => {
    await done('detach', first ?? '', '--to', fileOf('again'))
    const whole = readFileSync(fileOf('again'))
    writeFileSync(fileOf('cut'), whole.subarray(0, whole.length - 20))
    expect((await months('attach', first ?? '', '--from', fileOf('cut'))).complaint).toContain('cut.gz')
    expect((await months('attach', first ?? '', '--from', fileOf('second'))).complaint).toContain('is not the file that')
    const changed = gunzipSync(whole).toString().replace(/RUB:1/, 'RUB:2')
    writeFileSync(fileOf('changed'), gzipSync(changed))
    expect((await months('attach', first ?? '', '--from', fileOf('changed'))).complaint).toMatch(
      /^Checkpoint \d+ in .* does not fit$/,
    )
    await done('attach', first ?? '', '--from', fileOf('again'))
    await expectVerified()
  })
})
