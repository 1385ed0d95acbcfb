import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/pool'
import type { Statement } from '#server/db/queryable'
// What they import has all statements there are.
import '#server/app/operate'
import '#server/start-server'
import '#server/app/verify-books'
import { listStatements, namesInSource } from '#tests/statements'
import { createDatabase } from '#tests/test-wallet'

// Whatever people do, these have a few rows: the operator's settings, what there is once, and one for each backup or verification.
const SMALL = new Set([
  ...[
    'level',
    'level_limit',
    'feature_flag',
    'operator_text',
    'rate_margin',
    'velocity_figure',
    'support_contact',
    'secret_fingerprint',
    'migration',
  ],
  ...[
    'archived_month',
    'base_backup',
    'verification',
    'checkpoint_correction',
    'verified_part',
    'transfer_seq_seq',
    'pg_trigger',
  ],
])
// Of rows that are under way, and of the system's accounts: all of them are few.
const FEW = new Set([
  ...[
    'topup_to_check',
    'withdrawal_to_check',
    'payment_to_check',
    'p2p_to_check',
    'p2p_incoming',
    'p2p_request_to_check',
    'p2p_held',
    'identification_open_once',
    'message_due',
    'push_message_due',
    'operator_case_open',
  ],
  ...['operator_case_untold', 'account_one_system_account'],
])

const BY_HAND = 'a command of the operator, who waits for it'
/** The statements that may read a table from its one end to the other, and why. */
const READ_ALL: Readonly<Record<string, string>> = {
  'accounting.balances': BY_HAND,
  'reversal.find': BY_HAND,
  'reversal.list': BY_HAND,
  'auth.count_used_codes': 'walks back from the newest code until it has its fifty',
  'auth.forget_earlier_sign_ups': 'once, when what is personal is encrypted',
  'case.list': BY_HAND,
  'checkpoint.list_corrections': 'a verification: it reads the corrections, which are few',
  'ledger.list_debts': 'the debts of all people, by an index of their own: what was taken back by a bank is rare',
  'metrics.push_waiting': 'what waits to be pushed: a message is deleted once it is sent',
  'operator.count_of_secret': BY_HAND,
  'operator.end_all_sessions': BY_HAND,
  'operator.find_change': BY_HAND,
  'operator.find_keyed_head': BY_HAND,
  'operator.find_people': BY_HAND,
  'operator.forget_personal': BY_HAND,
  'operator.forget_pins': BY_HAND,
  'operator.forget_sign_ups': BY_HAND,
  'operator.list_cases_of': BY_HAND,
  'operator.list_changes': BY_HAND,
  'operator.list_changes_of_case': BY_HAND,
  'secret.keep': 'one row tells that there is one',
  'verified_part.forget_balances': 'a verification of everything',
  'verified_part.forget_open': 'a verification: what was under way at the last one',
}
// They declare, read and close a cursor.
const NOT_PLANNED = ['accounting.declare', 'accounting.fetch', 'accounting.close']

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

interface Index {
  readonly name: string
  readonly table: string
  readonly first: string
  /** The only column of the key of its table, if there is one. */
  readonly key: string | null
}

const INDEXES = {
  name: 'test.indexes',
  text: `select index.relname as name, relation.relname as table, pg_get_indexdef(indexrelid, 1, true) as first, (
      select pg_get_indexdef(key.indexrelid, 1, true) from pg_index as key
      where key.indrelid = pg_index.indrelid and key.indisprimary and key.indnatts = 1
    ) as key
    from pg_index
    join pg_class as index on index.oid = indexrelid
    join pg_class as relation on relation.oid = indrelid
    where relation.relnamespace = 'public'::regnamespace`,
}

let database: Database
let statements: readonly Statement[]
let indexes: ReadonlyMap<string, Index>
beforeAll(async () => {
  database = openDatabase({ connection: await createDatabase(), connectionsMax: 1, onError: () => undefined })
  indexes = new Map((await database.list<Index>(INDEXES)).map((index) => [index.name, index]))
  statements = await listStatements()
})
afterAll(() => database.close())

/** The plan of a statement for whatever it is asked with, in a session of the wallet's as the tables are now. */
async function planOf({ text }: Statement): Promise<PlanNode> {
  const { rows } = await database.withClient((client) => client.query(`explain (generic_plan, format json) ${text}`))
  return rows[0]['QUERY PLAN'][0].Plan
}

/** What a plan reads without need: tables, or indexes, that grow and of which all is read, or in which a row is not looked for by its key. */
function* faultsOf(node: PlanNode, isLimited = false): Generator<string> {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': name, 'Index Cond': bounds = '', Filter: filter = '' } = node
  const index = name === undefined ? undefined : indexes.get(name)
  if (type === 'Seq Scan' && table && !SMALL.has(table)) yield `all of ${table}`
  if (index && !SMALL.has(index.table)) {
    const { first, key } = index
    const isOneRow = key !== null && !filter.includes(' OR ') && new RegExp(`\\(${key} = (\\$|ANY)`).test(filter)
    const isBounded = new RegExp(`\\b${first} (?!IS NOT NULL)`).test(bounds) || (isLimited && filter === '')
    if (isOneRow && !bounds.includes(`${first} = `)) yield `a row of ${index.table} by ${name}`
    else if (!isBounded && !FEW.has(index.name)) yield `all of ${name}`
  }
  // What reads along an index is stopped by a limit above it, unless all of it is sorted or counted on the way.
  const limits = type === 'Limit' || (isLimited && (type === 'Subquery Scan' || type === 'LockRows'))
  for (const part of node.Plans ?? []) yield* faultsOf(part, limits)
}

async function listFaults(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const statement of statements) {
    if (NOT_PLANNED.includes(statement.name)) continue
    const faults = [...faultsOf(await planOf(statement))]
    if (faults.length > 0) found[statement.name] = faults
  }
  return found
}

test('every statement of the server is examined, and no two have the same name', () => {
  const names = statements.map(({ name }) => name)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  // The demo is a program, and fills a wallet.
  expect(namesInSource().filter((name) => !names.includes(name))).toEqual(['demo.find'])
})

test('a statement that reads the totals of all people for a few of them is detected, and so is one that does not use the key', async () => {
  const joined = `select place, coalesce(sum(-amount_minor) filter (where is_out), 0)::bigint as "outMinor"
    from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (account_id, now, place)
    join account on account.id = asked.account_id
    left join daily_total on daily_total.account_id = asked.account_id and day = (asked.now at time zone 'UTC')::date
      and kind = 'exchange' and state = 'complete'
    group by place`
  expect([...faultsOf(await planOf({ name: 'test.joined', text: joined }))]).toEqual(['all of daily_total_pkey'])
  const open = 'select id from wallet_user where id = $1 and closed_at is null'
  expect([...faultsOf(await planOf({ name: 'test.open', text: open }))]).toEqual([
    'a row of wallet_user by wallet_user_phone_once',
  ])
})

test('a plan made while the tables are empty reads no more rows than needed when they are full', async () => {
  const faults = await listFaults()
  expect(Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in READ_ALL)))).toEqual({})
  expect(Object.keys(READ_ALL).filter((name) => !(name in faults))).toEqual([])
})

test('a plan made when much is finished and nothing is under way reads no more rows than needed either', async () => {
  const rows = readFileSync(new URL('many-rows.sql', import.meta.url), 'utf8')
    .replaceAll('$people', '1000')
    .replaceAll('$rows', '5000')
  await database.withClient((client) => client.query(`begin; ${rows}; commit; analyze`))
  const faults = await listFaults()
  expect(Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in READ_ALL)))).toEqual({})
})
