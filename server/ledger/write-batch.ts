import { isNewsToPeople, stateOf } from '#contract/operation-states'
import { readTogether, statementsOf } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { recordKeysOf } from '#server/idempotency/key'
import { findRecords, type IdempotencyRecord } from '#server/idempotency/record'
import { type FindSystemAccount, lockUserAccounts, type UserAccount } from './accounts.ts'
import { applyBatch, type BatchResult, type DecidableRequest } from './apply-batch.ts'
import type { Outcome, PostingRequest } from './posting.ts'

/** What a batch is decided by: the accounts that could be locked, the answers given before, and what the requests want to know. */
interface BatchFacts {
  readonly accounts: readonly UserAccount[]
  readonly kept: ReadonlyMap<string, IdempotencyRecord>
  readonly requests: readonly DecidableRequest[]
}

/** In the place of an outcome: somebody else holds an account of this request, or there is no such account, and nothing was done. */
export const BLOCKED = Symbol('blocked')

/**
 * Posts requests in one transaction of two trips. With `waits` accounts that somebody else holds are waited for; without, their
 * requests are BLOCKED and the others do not wait. A request that throws is an Error in its place; the others are unharmed.
 */
export function postBatch(
  database: Pick<Database, 'inTwoTrips'>,
  findSystemAccount: FindSystemAccount,
  requests: readonly PostingRequest[],
  { waits }: { readonly waits: boolean },
): Promise<readonly (Outcome | Error | typeof BLOCKED)[]> {
  return database.inTwoTrips(
    (tx) => readFacts(tx, requests, waits),
    (tx, { accounts, kept, requests: asked }) => {
      crashPoint('ledger.batch.read')
      const locked = new Set(accounts.map(({ id }) => id))
      const isFree = ({ request }: DecidableRequest): boolean => waits || request.accounts.every((id) => locked.has(id))
      const batch = applyBatch(asked.filter(isFree), accounts, { kept, newId: idAt })
      const outcomes = batch.outcomes.values()
      return {
        result: asked.map((member) => (isFree(member) ? (outcomes.next().value ?? BLOCKED) : BLOCKED)),
        written: write(tx, findSystemAccount, batch),
      }
    },
  )
}

async function readFacts(tx: Queryable, requests: readonly PostingRequest[], waits: boolean): Promise<BatchFacts> {
  const wanted = requests.map(({ facts = {} }) => Object.entries(facts))
  const ids = [...new Set(requests.flatMap(({ accounts }) => accounts))]
  const [accounts, kept, found] = await Promise.all([
    ids.length > 0 ? lockUserAccounts(tx, ids, waits) : [],
    findRecords(
      tx,
      requests.map(({ idempotencyKey }) => idempotencyKey),
    ),
    readTogether(
      tx,
      wanted.flatMap((facts) => facts.map(([, fact]) => fact)),
    ),
  ])
  const values = found.values()
  return {
    accounts,
    kept,
    requests: requests.map((request, place) => ({
      request,
      facts: Object.fromEntries((wanted[place] ?? []).map(([name]) => [name, values.next().value])),
    })),
  }
}

async function write(tx: Queryable, findSystemAccount: FindSystemAccount, batch: BatchResult): Promise<void> {
  if (batch.answers.length === 0) return
  // A row that cannot be put into columns throws here, before anything is sent: what had been sent would be committed.
  const columns = columnsOf(batch, findSystemAccount)
  const { changes, joining } = batch
  const written =
    changes.length === 0 ? ([WRITE, columns] as const) : ([WRITE_WITH_CHANGES, [...columns, ...changedColumns(changes)]] as const)
  const joined = joining.length === 0 ? [] : [[JOIN, legColumns(joining)] as const]
  const statements = [written, ...joined, ...statementsOf(batch.rows)]
  await Promise.all(statements.map(([statement, values]) => tx.run(statement, values)))
}

// One statement for the whole batch: entries, balances and all that belongs with them become visible together.
const CHANGES = `changes as (
      update operation
      set state = changed.state, ended_at = coalesce(changed.ended_at, operation.ended_at)
      from unnest($32::uuid[], $33::text[], $34::timestamptz[]) as changed (id, state, ended_at)
      where operation.id = changed.id
    ),`
const writing = (changes: string): string => `with
    operations as (
      insert into operation (id, kind, state, details, created_at, ended_at)
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::timestamptz[])
    ),
    legs as (
      insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
      select * from unnest($7::uuid[], $8::smallint[], $9::uuid[], $10::uuid[], $11::text[], $12::bigint[], $13::bigint[],
        $14::jsonb[], $15::timestamptz[])
    ),
    ${changes}
    transfers as (
      insert into transfer (id, operation_id, kind, posted_at)
      select * from unnest($16::uuid[], $17::uuid[], $18::text[], $19::timestamptz[])
    ),
    entries as (
      insert into entry (transfer_id, line, account_id, currency, amount_minor, balance_after_minor)
      select * from unnest($20::uuid[], $21::smallint[], $22::uuid[], $23::text[], $24::bigint[], $25::bigint[])
    ),
    answers as (
      insert into idempotency_record (key, fingerprint, answer, created_at)
      select asked.*, now() from unnest($26::uuid[], $27::bytea[], $28::jsonb[]) as asked
    )
    update account
    set balance_minor = changed.balance_minor, owed_minor = changed.owed_minor
    from unnest($29::uuid[], $30::bigint[], $31::bigint[]) as changed (id, balance_minor, owed_minor)
    where account.id = changed.id`
// Statement triggers run for no row, too: most batches change no operation.
const WRITE = { name: 'ledger.write', text: writing('') }
const WRITE_WITH_CHANGES = { name: 'ledger.write_with_changes', text: writing(CHANGES) }

// Apart from, and after, the statement that changes the state: so the totals of its days take these legs in once, in the state that they
// joined (0026_daily_totals.sql).
const JOIN = {
  name: 'ledger.join',
  text: `insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
    select * from unnest($1::uuid[], $2::smallint[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::bigint[], $8::jsonb[],
      $9::timestamptz[])`,
}

function legColumns(legs: BatchResult['legs']): unknown[] {
  return [
    column(legs, ({ operationId }) => operationId),
    column(legs, ({ place }) => place),
    column(legs, ({ userId }) => userId),
    column(legs, ({ leg }) => leg.accountId),
    column(legs, ({ leg }) => leg.amount.currency),
    column(legs, ({ leg }) => leg.amount.minor),
    column(legs, ({ leg }) => leg.fee.minor),
    quotedColumn(legs, ({ leg }) => JSON.stringify(leg.details)),
    column(legs, ({ createdAt }) => createdAt),
  ]
}

function columnsOf(batch: BatchResult, findSystemAccount: FindSystemAccount): unknown[] {
  const { operations, legs, transfers, answers, accounts } = batch
  const entries = transfers.flatMap((transfer) =>
    transfer.entries.map(({ account, amount }, line) => ({
      transferId: transfer.id,
      line,
      accountId:
        'user' in account ? account.user : findSystemAccount('system' in account ? account.system : 'owed', amount.currency),
      amount,
      balanceAfter: transfer.balancesAfter[line] ?? null,
    })),
  )
  const records = answers.flatMap(({ idempotencyKey, answer }) =>
    recordKeysOf(idempotencyKey).map(({ key, fingerprint }) => ({ key, fingerprint, answer })),
  )
  return [
    column(operations, ({ id }) => id),
    column(operations, ({ kind }) => kind),
    column(operations, ({ state }) => state),
    quotedColumn(operations, ({ details }) => JSON.stringify(details)),
    column(operations, ({ createdAt }) => createdAt),
    column(operations, ({ kind, state, createdAt }) => endedAt(kind, state, createdAt)),
    ...legColumns(legs),
    column(transfers, ({ id }) => id),
    column(transfers, ({ operationId }) => operationId),
    column(transfers, ({ kind }) => kind),
    column(transfers, ({ postedAt }) => postedAt),
    column(entries, ({ transferId }) => transferId),
    column(entries, ({ line }) => line),
    column(entries, ({ accountId }) => accountId),
    column(entries, ({ amount }) => amount.currency),
    column(entries, ({ amount }) => amount.minor),
    column(entries, ({ balanceAfter }) => balanceAfter),
    column(records, ({ key }) => key),
    quotedColumn(records, ({ fingerprint }) => `\\x${fingerprint.toString('hex')}`),
    quotedColumn(records, ({ answer }) => JSON.stringify(answer)),
    column(accounts, ({ id }) => id),
    column(accounts, ({ balance }) => balance.minor),
    column(accounts, ({ owed }) => owed.minor),
  ]
}

function changedColumns(changes: BatchResult['changes']): unknown[] {
  return [
    column(changes, ({ operation }) => operation.id),
    column(changes, ({ to }) => to),
    column(changes, ({ operation: { kind, state }, to, at }) => (isNewsToPeople(kind, state, to) ? endedAt(kind, to, at) : null)),
  ]
}

/** When an operation came to its end, which it has as soon as it is not pending. */
function endedAt(kind: string, state: string, at: Date): Date | null {
  return stateOf(kind, state).apiState === 'pending' ? null : at
}

// Nothing in it that would have to be quoted in an array literal.
const PLAIN = /^[\w.:+-]+$/

/**
 * The array literal of values that need no quoting: ids, codes, whole numbers, instants. Refuses (throws) any other. The driver's own
 * arrays cost five times as much.
 */
function column<Item>(items: readonly Item[], value: (item: Item) => string | bigint | number | Date | null): string {
  let literal = ''
  for (const item of items) {
    const found = value(item)
    if (typeof found === 'string' && !PLAIN.test(found)) throw new Error(`Not plain: ${found}`)
    const text = found instanceof Date ? instantText(found) : (found ?? 'NULL')
    literal += literal === '' ? `${text}` : `,${text}`
  }
  return `{${literal}}`
}

// An operation's rows share one instant, and a text of it costs as much as the rest of a row.
const INSTANTS = new WeakMap<Date, string>()

function instantText(at: Date): string {
  const known = INSTANTS.get(at)
  if (known !== undefined) return known
  const text = at.toISOString()
  INSTANTS.set(at, text)
  return text
}

/**
 * The array literal of texts without control characters, such as documents in JSON: JSON quotes such a text as PostgreSQL reads it
 * (its manual, 8.15.6).
 */
function quotedColumn<Item>(items: readonly Item[], value: (item: Item) => string): string {
  return `{${items.map((item) => JSON.stringify(value(item))).join(',')}}`
}
