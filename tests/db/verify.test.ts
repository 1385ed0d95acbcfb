import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyAndRecord, verifyBooks, verifyNewBooks } from '#server/app/verify-books'
import { type Database, openDatabase, type Transaction } from '#server/db/pool'
import type { Queryable, Statement } from '#server/db/queryable'
import type { Finding } from '#server/ledger/check-invariants'
import { writeCheckpoint } from '#server/ledger/checkpoint'
import { openLedger } from '#server/ledger/ledger'
import { findVerifiedPart } from '#server/ledger/verified-part'
import { loadBrandAssets } from '#server/settings/brand'
import { storeFirstLevels } from '#server/users/levels'
import { createDatabase } from '#tests/test-wallet'

const USERS = 150
const ROUNDS = 20
const TRANSFERS = USERS * ROUNDS * 4
const CHECKPOINTS = 120
// Those of the last round.
const NEW_TRANSFERS = USERS * 4
const BEGAN = Date.parse('2026-01-01T00:00:00Z')
const TABLES = [
  'wallet_user',
  'account',
  'operation',
  'operation_leg',
  'daily_total',
  'topup',
  'withdrawal',
  'transfer',
  'entry',
  'checkpoint',
]

let database: Database
beforeAll(async () => {
  database = openDatabase({ connection: await createDatabase(), connectionsMax: 2, onError: () => undefined })
  await storeFirstLevels(database, (await loadBrandAssets('stater')).levels)
  await (await openLedger(database, new Date(BEGAN))).close()
  await fill()
  // As a restore does, and a vacuum.
  await run("select brin_summarize_new_values('transfer_by_seq'), brin_summarize_new_values('operation_by_age')")
  const perCheckpoint = TRANSFERS / CHECKPOINTS
  const writeCheckpoints = async (transfers: number): Promise<void> => {
    for (let written = 0; written < transfers; written += perCheckpoint)
      await writeCheckpoint(database, new Date(BEGAN), { transfersMax: perCheckpoint })
  }
  await writeCheckpoints(TRANSFERS - NEW_TRANSFERS)
  await verifyAndRecord(database, { isFull: true })
  await writeCheckpoints(NEW_TRANSFERS)
})
// As a restored backup is: nobody has counted the rows.
beforeEach(() => forgetStatistics())
afterAll(() => database.close())

const run = (text: string) =>
  database.withClient(async (client) => {
    await client.query('set statement_timeout = 0')
    await client.query(text)
    await client.query('reset statement_timeout')
  })

const forgetStatistics = () =>
  run(`delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
    update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`)

/**
 * Each user tops up, exchanges and withdraws in each round, which is a day: 9 000 operations, 12 000 transfers and 30 000 entries, as the ledger would
 * have written them.
 */
async function fill(): Promise<void> {
  const at = (round: string) => `timestamptz '2026-01-01T00:00:00Z' + ${round} * interval '1 day'`
  await run(`
    begin;
    set local session_replication_role = replica;
    ${TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = off);`).join('\n')}
    insert into wallet_user (id, phone, first_name, last_name, email, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
      select gen_random_uuid(), '+7900' || lpad(n::text, 7, '0'), 'Anna', '', 'a@b.example', 'basic', true, true, ${at('0')}
      from generate_series(1, ${USERS}) as n;
    insert into account (id, user_id, role, currency, balance_minor, opened_at)
      select gen_random_uuid(), wallet_user.id, 'user', currency, 0, ${at('0')}
      from wallet_user, unnest(array['USD', 'EUR', 'JPY', 'USDC']) as currency;
    create temp table did on commit drop as
      select gen_random_uuid() as id, round, step, usd.user_id, usd.id as usd, other.id as other, other.currency as other_currency,
        (array['0.5', '150.25', '0.999999'])[round % 3 + 1] as rate, (array[50, 150, 999999])[round % 3 + 1] as given
      from generate_series(1, ${ROUNDS}) as round
      cross join generate_series(1, 3) as step
      join account as usd on usd.currency = 'USD' and usd.role = 'user'
      join account as other on other.user_id = usd.user_id and other.currency = (array['EUR', 'JPY', 'USDC'])[round % 3 + 1];
    insert into operation (id, kind, state, details, created_at, ended_at)
      select id, (array['topup', 'exchange', 'withdrawal'])[step], 'complete',
        case step when 2 then jsonb_build_object('quantity_out', rate) else '{}'::jsonb end, ${at('round')}, ${at('round')}
      from did;
    insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
      select id, 0, user_id, usd, 'USD', (array[1000, -100, -100])[step], 0, '{}'::jsonb, ${at('round')} from did
      union all
      select id, 1, user_id, other, other_currency, given, 0, '{}'::jsonb, ${at('round')} from did where step = 2;
    insert into daily_total (account_id, day, kind, state, is_out, amount_minor, legs)
      select account_id, operation_leg.created_at::date, kind, state, amount_minor < 0, sum(amount_minor), count(*)
      from operation_leg join operation on operation.id = operation_id group by 1, 2, 3, 4, 5;
    insert into topup (operation_id, provider) select id, 'sandbox' from did where step = 1;
    insert into withdrawal (operation_id, provider, token, masked) select id, 'sandbox', 't', 'm' from did where step = 3;
    create temp table posted on commit drop as
      select gen_random_uuid() as transfer_id, did.*, kind, part
      from did cross join lateral unnest(case step when 1 then array['topup'] when 2 then array['exchange']
        else array['withdrawal_hold', 'withdrawal_settle'] end) with ordinality as kinds (kind, part);
    insert into transfer (id, operation_id, kind, posted_at)
      select transfer_id, id, kind, ${at('round')} from posted order by round, step, part, usd;
    insert into entry (transfer_id, line, account_id, currency, amount_minor)
      select transfer_id, line, coalesce(own, wallet.id), side_currency, amount
      from posted
      cross join lateral (values
        ('topup', 0, null::uuid, 'topup_clearing', 'USD', -1000), ('topup', 1, usd, null, 'USD', 1000),
        ('exchange', 0, usd, null, 'USD', -100), ('exchange', 1, null, 'liquidity', 'USD', 100),
        ('exchange', 2, null, 'liquidity', other_currency, -given), ('exchange', 3, other, null, other_currency, given),
        ('withdrawal_hold', 0, usd, null, 'USD', -100), ('withdrawal_hold', 1, null, 'payout_hold', 'USD', 100),
        ('withdrawal_settle', 0, null, 'payout_hold', 'USD', -100), ('withdrawal_settle', 1, null, 'payout_clearing', 'USD', 100)
      ) as sides (of_kind, line, own, role, side_currency, amount)
      left join account as wallet on wallet.role = sides.role and wallet.currency = side_currency and wallet.user_id is null
      where of_kind = posted.kind;
    update entry set balance_after_minor = running from (
      select transfer_id, line, sum(amount_minor) over (partition by account_id order by seq, line) as running
      from entry join transfer on transfer.id = transfer_id where account_id in (select id from account where role = 'user')
    ) as told where told.transfer_id = entry.transfer_id and told.line = entry.line;
    update account set balance_minor = total from (
      select account_id, sum(amount_minor) as total from entry group by account_id
    ) as sums where account.id = account_id and role = 'user';
    commit`)
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Runs a look at the books and gives, for each statement in it, every step of how PostgreSQL carried it out. */
async function plansOf(look: (queryable: Queryable) => Promise<unknown>): Promise<{ statement: string; steps: PlanNode[] }[]> {
  const plans: { statement: string; steps: PlanNode[] }[] = []
  await database.inSnapshot((snapshot) => {
    const explained = async ({ name, text }: Statement, values?: readonly unknown[]): Promise<void> => {
      const explain = { name: `explain.${name}`, text: `explain (analyze, format json) ${text}` }
      const rows = await snapshot.list<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, values)
      plans.push({ statement: name, steps: rows.flatMap((row) => stepsOf(row['QUERY PLAN'][0].Plan)) })
    }
    return look({
      list: async (statement, values) => {
        await explained(statement, values)
        return snapshot.list(statement, values)
      },
      find: async (statement, values) => {
        await explained(statement, values)
        return snapshot.find(statement, values)
      },
      run: snapshot.run,
    })
  })
  return plans
}

/** How many rows a step looks at each time: those that it gives on, and those that it does not. */
function rowsOf(step: PlanNode): number {
  return step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0)
}

function stepsOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(stepsOf)]
}

test('the books of a restored backup without table statistics are found correct', async () => {
  const findings = await database.inSnapshot(verifyBooks)
  expect(findings.filter(({ faults }) => faults.length > 0)).toEqual([])
  expect(findings.map(({ looked }) => looked)).toEqual(
    expect.arrayContaining([
      '12000 transfers',
      '30000 entries',
      '9000 operations',
      '3000 exchanges',
      `${CHECKPOINTS} checkpoints over 12000 transfers`,
    ]),
  )
})

test('verification reads no whole table for every row of another', async () => {
  const plans = await plansOf(verifyBooks)
  const repeated = plans.flatMap(({ statement, steps }) =>
    steps
      .filter((step) => step['Actual Loops'] > 10 && step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) > 10)
      .map((step) => `${statement}: ${step['Node Type']} on ${step['Relation Name']}, ${step['Actual Loops']} times`),
  )
  expect(repeated).toEqual([])
  expect(plans.length).toBeGreaterThan(20)
})

test('checkpoints are recomputed a hundred at once from their range, not from the whole table', async () => {
  const digests = (await plansOf(verifyBooks)).filter(({ statement }) => statement === 'checkpoint.digests')
  expect(digests).toHaveLength(Math.ceil(CHECKPOINTS / 100))
  const read = digests.flatMap(({ steps }) => steps.filter((step) => step['Relation Name'] !== undefined))
  expect(read.filter((step) => step['Node Type'] === 'Seq Scan')).toEqual([])
})

test('verification takes no longer without table statistics', async () => {
  const rowsLookedThrough = async (): Promise<number> => {
    const steps = (await plansOf(verifyBooks)).flatMap((plan) => plan.steps)
    return steps.reduce((sum, step) => sum + step['Actual Loops'] * rowsOf(step), 0)
  }
  const without = await rowsLookedThrough()
  await run('analyze')
  const counted = await rowsLookedThrough()
  // Three times is what another good plan may do; one that goes wrong looks through seventy times as many.
  expect(without).toBeLessThan(3 * counted)
})

/** Does something behind the books' back, looks at what comes of it, and takes it back. */
async function planted(
  plant: string,
  look: (tx: Transaction) => Promise<Finding[]>,
): Promise<{ planted: number; wrong: string[] }> {
  const isAsBefore = new Error('The books are as they were')
  let result = { planted: 0, wrong: [''] }
  await database
    .inWritingSnapshot(async (tx) => {
      await tx.list({ name: 'test.replica', text: "select set_config('session_replication_role', 'replica', true)" })
      const count = await tx.run({
        name: `test.plant ${createHash('sha256').update(plant).digest('hex').slice(0, 40)}`,
        text: plant,
      })
      const findings = await look(tx)
      result = { planted: count, wrong: findings.filter(({ faults }) => faults.length > 0).map(({ invariant }) => invariant) }
      throw isAsBefore
    })
    .catch((error: Error) => expect(error).toBe(isAsBefore))
  return result
}

/** Looks at what came after the part that was verified before the tests. */
async function lookAtNew(tx: Transaction): Promise<Finding[]> {
  const since = await findVerifiedPart(tx)
  if (!since) throw new Error('Nothing is verified yet')
  return verifyNewBooks(tx, since)
}

const PLANTS: readonly (readonly [what: string, plant: string, invariant: string])[] = [
  [
    'an entry that is off by a cent',
    'update entry set amount_minor = amount_minor + 1 where transfer_id = $topup and line = 0',
    'INV-1',
  ],
  [
    'a balance that is off by a cent',
    `update account set balance_minor = balance_minor + 1 where id = (
      select account_id from entry where transfer_id = $topup and balance_after_minor is not null limit 1)`,
    'INV-3',
  ],
  [
    'a balance told after an entry that is off by a cent',
    'update entry set balance_after_minor = balance_after_minor + 1 where transfer_id = $topup and balance_after_minor is not null',
    'INV-3',
  ],
  [
    'an entry of no transfer',
    'update entry set transfer_id = gen_random_uuid() where transfer_id = $topup and line = 0',
    'INV-1',
  ],
  [
    'an operation of another amount',
    'update operation_leg set amount_minor = amount_minor + 1 where operation_id = (select operation_id from transfer where id = $topup)',
    'INV-5',
  ],
  ['a transfer that is gone', 'delete from transfer where id = $topup', 'INV-8'],
  ['a transfer at another time', "update transfer set posted_at = posted_at + interval '1 second' where id = $topup", 'INV-8'],
  [
    'an operation in a state that its kind has not',
    "update operation set state = 'held' where id = (select operation_id from transfer where id = $topup)",
    'INV-5',
  ],
  [
    'an operation that is gone',
    'delete from operation where id = (select operation_id from transfer where id = $topup)',
    'INV-5',
  ],
  [
    'an operation whose legs are gone',
    'delete from operation_leg where operation_id = (select operation_id from transfer where id = $topup)',
    'INV-5',
  ],
  [
    'a top-up whose order is gone',
    'delete from topup where operation_id = (select operation_id from transfer where id = $topup)',
    'INV-6',
  ],
  [
    'a debt that the books do not know',
    "update account set owed_minor = 1 where id = (select id from account where role = 'user' order by id limit 1)",
    'INV-11',
  ],
  [
    'an account that a freeze has left out',
    "update wallet_user set is_frozen = true where id = (select user_id from account where role = 'user' order by id limit 1)",
    'INV-12',
  ],
  [
    'money of a person that moved for no operation',
    `with own as (
      select id, balance_minor from account where role = 'user' and currency = 'USD' order by id limit 1
    ), moved as (
      insert into transfer (id, operation_id, kind, posted_at) values (gen_random_uuid(), null, 'topup', now()) returning id
    ), sides as (
      insert into entry (transfer_id, line, account_id, currency, amount_minor, balance_after_minor)
        select moved.id, 0, account.id, 'USD', -100, null
          from moved, account where role = 'topup_clearing' and currency = 'USD'
        union all
        select moved.id, 1, own.id, 'USD', 100, balance_minor + 100 from moved, own
    )
    update account set balance_minor = account.balance_minor + 100 from own where account.id = own.id`,
    'INV-5',
  ],
  [
    'a total of a day that is off by a cent',
    `update daily_total set amount_minor = daily_total.amount_minor + 1
      from transfer
      join operation_leg on operation_leg.operation_id = transfer.operation_id
      where transfer.id = $topup and daily_total.account_id = operation_leg.account_id
        and daily_total.day = operation_leg.created_at::date and daily_total.kind = 'topup'`,
    'INV-13',
  ],
  [
    'a total of a day that has one more than there is',
    `update daily_total set legs = legs + 1
      from transfer
      join operation_leg on operation_leg.operation_id = transfer.operation_id
      where transfer.id = $topup and daily_total.account_id = operation_leg.account_id
        and daily_total.day = operation_leg.created_at::date and daily_total.kind = 'topup'`,
    'INV-13',
  ],
  [
    'a case whose money is not in suspense',
    `insert into operator_case (id, kind, reference, currency, amount_minor, details, opened_at)
      values (gen_random_uuid(), 'test', 'test', 'USD', 1, '{}', now())`,
    'INV-10',
  ],
  [
    'money that is held for nothing',
    `update entry set account_id = (select id from account where role = 'payout_hold' and currency = 'USD')
      where transfer_id = $topup and balance_after_minor is null`,
    'INV-7',
  ],
]
const RATES = ['EUR', 'JPY', 'USDC'].map(
  (currency) =>
    [
      `a minor unit of ${currency} too much for the rate`,
      `update operation_leg set amount_minor = amount_minor + 1
        where leg = 1 and operation_id = (select operation_id from operation_leg where leg = 1 and currency = '${currency}' limit 1)`,
      'INV-9',
    ] as const,
)
const TOPUP = "(select id from transfer where kind = 'topup' and seq $when order by id limit 1)"
const VERIFIED = TOPUP.replace('$when', `<= ${TRANSFERS - NEW_TRANSFERS}`)
const NEW = TOPUP.replace('$when', `> ${TRANSFERS - NEW_TRANSFERS}`)

/** Of two orders that have one payment one may have been verified before. */
const TWO_ORDERS = [
  'a payment that was credited to two orders',
  `with first as (
    update topup set external_id = 'payment' where operation_id = (select operation_id from transfer where id = $topup)
  )
  update topup set external_id = 'payment' where operation_id = (
    select operation_id from transfer where kind = 'topup' and id <> $topup order by id limit 1)`,
  'INV-6',
] as const

test.each([...PLANTS, ...RATES, TWO_ORDERS])('%s is found', async (_what, plant, invariant) => {
  const { planted: count, wrong } = await planted(plant.replaceAll('$topup', VERIFIED), verifyBooks)
  expect(count).toBe(1)
  expect(wrong).toContain(invariant)
})

test.each(PLANTS)('%s is found in the new part, too', async (_what, plant, invariant) => {
  const { planted: count, wrong } = await planted(plant.replaceAll('$topup', NEW), lookAtNew)
  expect(count).toBe(1)
  expect(wrong).toContain(invariant)
})

test('the new part is found correct despite a change in the part verified before: only a full verification finds that change', async () => {
  expect((await planted('select 1', lookAtNew)).wrong).toEqual([])
  const change = `update operation_leg set amount_minor = amount_minor + 1
    where operation_id = (select operation_id from transfer where id = ${VERIFIED})`
  expect(await planted(change, lookAtNew)).toEqual({ planted: 1, wrong: [] })
  expect((await planted(change, verifyBooks)).wrong).toEqual(['INV-5', 'INV-13'])
})

test('of the part verified before only the neighbours of the new part are read', async () => {
  const read = {
    name: 'test.rows_read',
    text: `select relname as "table", seq_scan as scans, idx_tup_fetch as rows from pg_stat_xact_user_tables
      where relname in ('transfer', 'entry', 'operation', 'operation_leg', 'topup', 'withdrawal') order by relname`,
  }
  type Read = { table: string; scans: bigint; rows: bigint }
  let [before, after]: [Read[], Read[]] = [[], []]
  await planted('select 1', async (tx) => {
    // What this connection did before may not have been handed in yet.
    before = await tx.list<Read>(read)
    const findings = await lookAtNew(tx)
    after = await tx.list<Read>(read)
    return findings
  })
  const earlier = new Map(before.map((each) => [each.table, each]))
  const scans = after.map(({ table, scans: count }) => count - (earlier.get(table)?.scans ?? 0n))
  expect(scans).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
  const rows = Object.fromEntries(
    after.map(({ table, rows: count }) => [table, Number(count - (earlier.get(table)?.rows ?? 0n))]),
  )
  const { transfer = 0, ...others } = rows
  // The index of their order knows them by ranges of pages.
  expect(transfer).toBeLessThan(TRANSFERS / 2)
  // An entry is copied twice, with the new rows and with its operation, and hashed once. A leg is read with its operation, and again with
  // those of its day.
  expect(others).toEqual({ entry: 3 * 1500, operation: 450 + 600, operation_leg: 2 * 600, topup: 150, withdrawal: 150 })
})

test('with any number of errors and checkpoints, a hundred rows at most are in memory', async () => {
  let most = 0
  await planted('update account set balance_minor = balance_minor + 1 where user_id is not null', (tx) =>
    verifyBooks({
      find: tx.find,
      run: tx.run,
      list: async <Row extends object>(statement: Statement, values?: readonly unknown[]) => {
        const rows = await tx.list<Row>(statement, values)
        most = Math.max(most, rows.length)
        return rows
      },
    }),
  )
  expect(most).toBe(100)
})
