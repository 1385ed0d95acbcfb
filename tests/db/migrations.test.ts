import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/pool'
import { until } from '#tests/builders'
import { casesOf } from '#tests/cases'
import { countLockWaits } from '#tests/lock-waits'
import { createDatabase, expectTrueBooks, startTestWallet } from '#tests/test-wallet'
import { sendPaymentEvent, sendPayoutEvent } from '#tests/vendors'

const FOLDER = new URL('../../db/migrations/', import.meta.url)

/** Brings an empty database to where a wallet was after a migration, as `migrate` had done it then. */
async function migrateTo(client: pg.Client, last: string): Promise<void> {
  await client.query(
    'create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  for (const name of (await readdir(FOLDER)).sort().filter((file) => file <= last)) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8')
    await client.query(sql)
    const checksum = createHash('sha256').update(sql).digest('hex')
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
  }
}

const [anna, dollars, roubles, clearing, hold, liquidity, roubleLiquidity] = Array.from({ length: 7 }, () => randomUUID())
const [paid, awaited, expired, payout, exchange, failedPayout] = Array.from({ length: 6 }, () => randomUUID())
const stranger = randomUUID()

/** What writes rows into the books of an earlier time, and transfers. */
function writerOf(client: pg.Client) {
  const insert = (text: string, ...values: unknown[]): Promise<unknown> => client.query(`insert into ${text}`, values)
  const transfer = async (
    id = '',
    kind: string,
    ...sides: (readonly [account: string | undefined, currency: string, minor: number, after?: number])[]
  ) => {
    const transferId = randomUUID()
    await insert('transfer (id, operation_id, kind, posted_at) values ($1, $2, $3, now())', transferId, id, kind)
    const columns = [0, 1, 2, 3].map((place) => sides.map((side) => side[place] ?? null))
    await insert(
      `entry (transfer_id, line, account_id, currency, amount_minor, balance_after_minor)
       select $1, place - 1, account_id, currency, minor, after
       from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality as side (account_id, currency, minor, after, place)`,
      transferId,
      ...columns,
    )
  }
  return { insert, transfer }
}

/** Books of that time: a person, operations of each kind and state, and what alarms had been raised of. */
async function fill(client: pg.Client): Promise<void> {
  const { insert, transfer } = writerOf(client)
  await insert("level values ('basic', 0, 'Базовый', 'Basic', true, true, true)")
  await insert(
    `wallet_user (id, phone, first_name, last_name, email, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
     values ($1, '+79990000001', 'Anna', '', 'anna@mail.example', 'basic', true, true, now())`,
    anna,
  )
  for (const [id, currency, minor] of [
    [dollars, 'USD', 4000],
    [roubles, 'RUB', 30_000],
  ] as const)
    await insert(
      "account (id, user_id, role, currency, balance_minor, opened_at) values ($1, $2, 'user', $3, $4, now())",
      id,
      anna,
      currency,
      minor,
    )
  for (const [id, role, currency] of [
    [clearing, 'topup_clearing', 'USD'],
    [hold, 'payout_hold', 'USD'],
    [liquidity, 'liquidity', 'USD'],
    [roubleLiquidity, 'liquidity', 'RUB'],
  ] as const)
    await insert('account (id, role, currency, opened_at) values ($1, $2, $3, now())', id, role, currency)

  const operation = (
    id: string | undefined,
    kind: string,
    state: string,
    minor: number,
    { fee = 0, details = {}, to = 0 } = {},
  ) =>
    insert(
      `operation (id, user_id, kind, state, account_id, currency, amount_minor, fee_minor, to_account_id, to_currency, to_amount_minor, details, created_at, ended_at)
       values ($1, $2, $3, $4, $5, 'USD', $6, $7, $8, $9, $10, $11, now(), case $4 when 'pending' then null else now() end)`,
      id,
      anna,
      kind,
      state,
      dollars,
      minor,
      fee,
      to ? roubles : null,
      to ? 'RUB' : null,
      to || null,
      details,
    )
  await operation(paid, 'topup', 'complete', 10_000)
  await operation(awaited, 'topup', 'pending', 7000)
  await operation(expired, 'topup', 'failed', 500, { details: { reason: 'expired' } })
  await operation(payout, 'withdrawal', 'pending', -2000, { fee: 100, details: { destination: 'card', last: '4821' } })
  await operation(failedPayout, 'withdrawal', 'failed', -1000, {
    details: { destination: 'card', last: '0002', reason: 'declined' },
  })
  await operation(exchange, 'exchange', 'complete', -3900, {
    to: 30_000,
    details: { quantity_out: '7.7', mid: '7.8', margin: '50' },
  })
  for (const id of [paid, awaited, expired]) await insert("topup (operation_id, provider) values ($1, 'sandbox')", id)
  await insert(
    "withdrawal (operation_id, provider, token, masked, state, next_check_at) values ($1, 'sandbox', 'tok', '220012******4821', 'unknown', now() + interval '1 day')",
    payout,
  )
  await insert(
    "withdrawal (operation_id, provider, token, masked, state) values ($1, 'sandbox', 'tok', '220012******0002', 'reversed')",
    failedPayout,
  )
  await transfer(paid, 'topup', [clearing, 'USD', -10_000], [dollars, 'USD', 10_000, 10_000])
  await transfer(payout, 'withdrawal_hold', [dollars, 'USD', -2100, 7900], [hold, 'USD', 2100])
  await transfer(failedPayout, 'withdrawal_hold', [dollars, 'USD', -1000, 6900], [hold, 'USD', 1000])
  await transfer(failedPayout, 'withdrawal_reverse', [hold, 'USD', -1000], [dollars, 'USD', 1000, 7900])
  await transfer(
    exchange,
    'exchange',
    [dollars, 'USD', -3900, 4000],
    [liquidity, 'USD', 3900],
    [roubleLiquidity, 'RUB', -30_000],
    [roubles, 'RUB', 30_000, 30_000],
  )

  const alarm = (kind: string, id: string | null | undefined, details: Record<string, string>) =>
    insert('alarm (id, kind, operation_id, details, raised_at) values ($1, $2, $3, $4, now())', randomUUID(), kind, id, details)
  await alarm('payment_amount_differs', awaited, { ordered: 'USD 70.00', paid: 'USD 69.00' })
  await alarm('payment_without_order', null, { order: stranger, paid: 'USD 5.00' })
  await alarm('payout_changed_its_end', failedPayout, { told: 'paid' })
}

test('books from before operations had legs stay the same after migration, and old alarms block nothing', async () => {
  const databaseUrl = await createDatabase({ isMigrated: false })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await migrateTo(client, '0008_words.sql')
  await fill(client)
  await client.end()
  const database = openDatabase({ connection: databaseUrl, connectionsMax: 2, onError: () => undefined })
  expect(await migrate(database)).toContain('0009_operation_legs.sql')
  await database.close()

  const wallet = await startTestWallet({}, { databaseUrl })
  const cases = casesOf(wallet)
  await wallet.expectTrueBooks()
  const legs = await wallet.database.list({
    name: 'test.legs',
    text: `select kind, state, leg, currency, amount_minor, fee_minor, operation_leg.details
      from operation join operation_leg on operation_leg.operation_id = operation.id order by kind, state, leg`,
  })
  expect(legs).toEqual([
    {
      kind: 'exchange',
      state: 'complete',
      leg: 0,
      currency: 'USD',
      amount_minor: -3900n,
      fee_minor: 0n,
      details: { from: 'USD', to: 'RUB' },
    },
    {
      kind: 'exchange',
      state: 'complete',
      leg: 1,
      currency: 'RUB',
      amount_minor: 30_000n,
      fee_minor: 0n,
      details: { from: 'USD', to: 'RUB' },
    },
    { kind: 'topup', state: 'complete', leg: 0, currency: 'USD', amount_minor: 10_000n, fee_minor: 0n, details: {} },
    { kind: 'topup', state: 'expired', leg: 0, currency: 'USD', amount_minor: 500n, fee_minor: 0n, details: {} },
    { kind: 'topup', state: 'pending', leg: 0, currency: 'USD', amount_minor: 7000n, fee_minor: 0n, details: {} },
    {
      kind: 'withdrawal',
      state: 'failed',
      leg: 0,
      currency: 'USD',
      amount_minor: -1000n,
      fee_minor: 0n,
      details: { destination: 'card', last: '0002' },
    },
    {
      kind: 'withdrawal',
      state: 'unknown',
      leg: 0,
      currency: 'USD',
      amount_minor: -2100n,
      fee_minor: 100n,
      details: { destination: 'card', last: '4821' },
    },
  ])
  const earlier = await wallet.database.list<{ id: string; alarm: string }>({
    name: 'test.earlier',
    text: "select id, details ->> 'alarm' as alarm from operator_case where kind = 'earlier_alarm' order by 2",
  })
  expect(earlier.map(({ alarm }) => alarm)).toEqual([
    'payment_amount_differs',
    'payment_without_order',
    'payout_paid_after_return',
  ])

  // Told again, each is booked now, once.
  for (const again of [1, 2]) {
    expect([
      again,
      await sendPaymentEvent(wallet, { order: awaited ?? '', status: 'complete', amount: '69.00', currency: 'USD' }),
    ]).toEqual([again, 200])
    expect([
      again,
      await sendPaymentEvent(wallet, { order: stranger, status: 'complete', amount: '5.00', currency: 'USD' }),
    ]).toEqual([again, 200])
    const recalled = { reference: failedPayout ?? '', status: 'paid', amount: '10.00', currency: 'USD' } as const
    expect([again, await sendPayoutEvent(wallet, recalled)]).toEqual([again, 200])
  }
  expect(await cases.about(awaited ?? '')).toMatchObject({ kind: 'payment_amount_differs', amount: 'USD 6900' })
  expect(await cases.about(stranger)).toMatchObject({ kind: 'payment_without_order', amount: 'USD 500' })
  expect(await cases.about(failedPayout ?? '')).toMatchObject({ kind: 'payout_paid_after_return' })
  await wallet.expectTrueBooks()
  for (const { id } of earlier) await cases.resolve(id, 'close')
  await wallet.close()
})

const LATER = {
  ...{ account: randomUUID(), chargedBack: randomUUID(), chargeback: randomUUID(), awaited: randomUUID() },
  ...{ differs: randomUUID(), payout: randomUUID(), check: randomUUID() },
}

/** Books from after cases had come: a debt, an order that nobody asks about, a payout without an end, and money in suspense. */
async function fillWithDebt(client: pg.Client): Promise<void> {
  const { insert, transfer } = writerOf(client)
  const [clearing, hold, suspense, owed] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await insert(
    "level values ('basic', 0, 'Базовый', 'Basic', true, true, true), ('full', 1, 'Полный', 'Full', false, true, true)",
  )
  await insert(
    `wallet_user (id, phone, first_name, last_name, email, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
     values ($1, '+79990000001', 'Anna', '', 'anna@mail.example', 'basic', true, true, now())`,
    anna,
  )
  await insert(
    `account (id, user_id, role, currency, balance_minor, owed_minor, opened_at) values ($1, $2, 'user', 'USD', 0, 2100, now())`,
    LATER.account,
    anna,
  )
  for (const [id, role] of [
    [clearing, 'topup_clearing'],
    [hold, 'payout_hold'],
    [suspense, 'suspense'],
    [owed, 'owed'],
  ] as const)
    await insert("account (id, role, currency, opened_at) values ($1, $2, 'USD', now())", id, role)

  const operation = async (id: string, kind: string, state: string, minor: number, { fee = 0, details = {} } = {}) => {
    await insert(
      `operation (id, kind, state, details, created_at, ended_at)
       values ($1, $2, $3, '{}', '2026-06-01', case when $3 in ('pending', 'unknown') then null else now() end)`,
      id,
      kind,
      state,
    )
    await insert(
      `operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
       values ($1, 0, $2, $3, 'USD', $4, $5, $6, '2026-06-01')`,
      id,
      anna,
      LATER.account,
      minor,
      fee,
      details,
    )
  }
  await operation(LATER.chargedBack, 'topup', 'charged_back', 10_000)
  await operation(LATER.awaited, 'topup', 'pending', 5000)
  await operation(LATER.differs, 'topup', 'differs', 700)
  await operation(LATER.payout, 'withdrawal', 'unknown', -2100, { fee: 100, details: { destination: 'card', last: '4821' } })
  await operation(LATER.chargeback, 'chargeback', 'complete', -7900, { details: { owed_amount: '21.00' } })
  for (const id of [LATER.chargedBack, LATER.awaited, LATER.differs])
    await insert("topup (operation_id, provider) values ($1, 'sandbox')", id)
  await insert(
    "withdrawal (operation_id, provider, token, masked, next_check_at) values ($1, 'sandbox', 'tok', '220012******4821', now() + interval '1 day')",
    LATER.payout,
  )
  await transfer(LATER.chargedBack, 'topup', [clearing, 'USD', -10_000], [LATER.account, 'USD', 10_000, 10_000])
  await transfer(LATER.payout, 'withdrawal_hold', [LATER.account, 'USD', -2100, 7900], [hold, 'USD', 2100])
  await transfer(
    LATER.chargeback,
    'chargeback',
    [LATER.account, 'USD', -7900, 0],
    [owed, 'USD', -2100],
    [clearing, 'USD', 10_000],
  )
  await transfer(LATER.differs, 'topup_suspense', [clearing, 'USD', -500], [suspense, 'USD', 500])
}

/** What waited for somebody then: cases, a flag that is off, and an identification. */
async function fillWithWaiting(client: pg.Client): Promise<void> {
  const { insert } = writerOf(client)
  const opened = (kind: string, reference: string, operationId: string | null, minor: number | null) =>
    insert(
      `operator_case (id, kind, reference, operation_id, currency, amount_minor, details, opened_at)
       values ($1, $2, $3, $4, case when $5::bigint is null then null else 'USD' end, $5, '{}', '2026-06-02')`,
      randomUUID(),
      kind,
      reference,
      operationId,
      minor,
    )
  await opened('topup_charged_back', LATER.chargedBack, LATER.chargeback, null)
  await opened('payment_amount_differs', LATER.differs, LATER.differs, 500)
  await opened('payment_without_order', stranger, null, null)
  await insert("feature_switch (name, is_on) values ('exchange', false)")
  await insert(
    `identification (id, user_id, from_level, to_level, provider, language, state, started_at, next_check_at)
     values ($1, $2, 'basic', 'full', 'sandbox', 'en', 'pending', now(), now() + interval '1 day')`,
    LATER.check,
    anna,
  )
}

/** What the migrations since have made of it, in words. */
const MADE_OF_IT = {
  name: 'test.made_of_it',
  text: `select fact from (
    select 'charged back ' || charged_back_minor as fact from topup where charged_back_minor is not null
    union all select 'asked about again' from topup where operation_id = $1 and next_check_at <= now()
    union all select kind || case when told_at = opened_at then ' told' else ' untold' end from operator_case
    union all select name || case when is_on then ' on' else ' off' end from feature_flag
    union all select 'heard of' from identification where answered_at is not null
    union all select 'frozen' from wallet_user where is_frozen
    ) as made order by fact collate "C"`,
}

test('books from after the introduction of cases stay the same after migration: a debt is still paid first, and a charge-back is done once', async () => {
  const databaseUrl = await createDatabase({ isMigrated: false })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await migrateTo(client, '0010_cases.sql')
  await fillWithDebt(client)
  await fillWithWaiting(client)
  await client.end()
  const database = openDatabase({ connection: databaseUrl, connectionsMax: 2, onError: () => undefined })
  expect((await migrate(database))[0]).toBe('0011_debts.sql')
  await expectTrueBooks(database)
  const madeOfIt = await database.list<{ fact: string }>(MADE_OF_IT, [LATER.awaited])
  expect(madeOfIt.map(({ fact }) => fact)).toEqual([
    'asked about again',
    'charged back 10000',
    'earlier_alarm told',
    'exchange off',
    'heard of',
    'payment_amount_differs told',
    'topup_charged_back told',
  ])
  await database.close()

  const wallet = await startTestWallet({}, { databaseUrl })
  const event = { currency: 'USD' } as const
  expect(await sendPaymentEvent(wallet, { ...event, order: LATER.chargedBack, status: 'charged_back', amount: '100.00' })).toBe(
    200,
  )
  expect(await sendPaymentEvent(wallet, { ...event, order: LATER.awaited, status: 'complete', amount: '50.00' })).toBe(200)
  expect(await sendPayoutEvent(wallet, { ...event, reference: LATER.payout, status: 'failed', amount: '20.00' })).toBe(200)
  const text = 'select balance_minor, owed_minor from account where id = $1'
  const account = await wallet.database.find({ name: 'test.account', text }, [LATER.account])
  // 50.00 came, of which 21.00 were owed, and 21.00 that were held came back.
  expect(account).toEqual({ balance_minor: 5000n, owed_minor: 0n })
  await wallet.expectTrueBooks()
  await wallet.close()
})

test('a migration that waits for a table blocks no other access to it, and goes on when it is free', async () => {
  const url = await createDatabase({ isMigrated: false })
  const [old, reader, other] = [1, 2, 3].map(() => new pg.Client({ connectionString: url }))
  if (!(old && reader && other)) throw new Error('No clients')
  for (const client of [old, reader, other]) await client.connect()
  await migrateTo(old, '0012_feature_flags.sql')
  await reader.query('begin; lock table withdrawal in access share mode')
  const database = openDatabase({ connection: url, connectionsMax: 2, onError: () => undefined })
  const migrated = migrate(database)
  await until(async () => (await countLockWaits(database)) > 0)
  // Answered while the migration still has to wait: for the reader, who ends only then.
  expect((await other.query('select count(*) from withdrawal')).rowCount).toBe(1)
  await reader.query('commit')
  expect(await migrated).toContain('0013_payout_sending.sql')
  for (const client of [old, reader, other]) await client.end()
  await database.close()
})

test('after migration a device is known since its last sign-in, and opened the wallet if that sign-in was the registration', async () => {
  const databaseUrl = await createDatabase({ isMigrated: false })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await migrateTo(client, '0035')
  const { insert } = writerOf(client)
  await insert("level values ('basic', 0, 'Базовый', 'Basic', true, true, true)")
  await insert(
    `wallet_user (id, phone, first_name, last_name, email, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
     values ($1, '+79990000001', 'Anna', '', 'anna@mail.example', 'basic', true, true, '2026-06-01')`,
    anna,
  )
  for (const seen of ['2026-06-01', '2026-06-02'])
    await insert('known_device (user_id, device_id, seen_at) values ($1, $2, $3)', anna, randomUUID(), seen)
  await client.end()
  const database = openDatabase({ connection: databaseUrl, connectionsMax: 2, onError: () => undefined })
  expect(await migrate(database)).toContain('0035_devices.sql')
  const devices = await database.list({
    name: 'test.devices',
    text: 'select first_seen_at = seen_at as since_then, opened_wallet, name from known_device order by seen_at',
  })
  expect(devices).toEqual([
    { since_then: true, opened_wallet: true, name: null },
    { since_then: true, opened_wallet: false, name: null },
  ])
  await database.close()
})
