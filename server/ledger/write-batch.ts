import type { Queryable, Transaction } from '#server/db/pool'
import { findRecords, type IdempotencyRecord } from '#server/idempotency/record'
import { type FindSystemAccount, lockUserAccounts, type UserAccount } from './accounts.ts'
import { applyBatch, type BatchResult } from './apply-batch.ts'
import type { Outcome, PostingRequest } from './posting.ts'

/** What a batch is decided by: its users' accounts, locked, and the answers given before. */
interface Facts {
  readonly accounts: readonly UserAccount[]
  readonly kept: ReadonlyMap<string, IdempotencyRecord>
}

type Outcomes = readonly (Outcome | Error)[]

/** Reads what a batch of requests is decided by; the accounts stay locked until the transaction ends. */
export async function readFacts(tx: Queryable, requests: readonly PostingRequest[]): Promise<Facts> {
  const [accounts, kept] = await Promise.all([
    lockUserAccounts(tx, [...new Set(requests.flatMap(({ accounts }) => accounts))]),
    findRecords(
      tx,
      requests.flatMap(({ idempotencyKey }) => idempotencyKey ?? []),
    ),
  ])
  return { accounts, kept }
}

/** Applies a batch and writes all its rows in one statement. A request that throws is an Error in its place; the others are unharmed. */
export function writeBatch(
  tx: Queryable,
  findSystemAccount: FindSystemAccount,
  requests: readonly PostingRequest[],
  { accounts, kept }: Facts,
): { readonly result: Outcomes; readonly written: Promise<unknown> } {
  const batch = applyBatch(requests, accounts, kept)
  const { transfers, operations, answers, outcomes } = batch
  const isNothing = transfers.length + operations.length + answers.length === 0
  return { result: outcomes, written: isNothing ? Promise.resolve() : tx.run(WRITE, rows(batch, findSystemAccount)) }
}

/** Posts requests in the caller's transaction; nothing counts until that is committed. */
export async function postAll(
  tx: Transaction,
  findSystemAccount: FindSystemAccount,
  requests: readonly PostingRequest[],
): Promise<Outcomes> {
  const { result, written } = writeBatch(tx, findSystemAccount, requests, await readFacts(tx, requests))
  await written
  return result
}

// One statement for the whole batch: entries, balances and all that belongs with them become visible together.
const WRITE = {
  name: 'ledger.write',
  text: `with
    operations as (
      insert into operation (id, user_id, kind, state, account_id, currency, amount_minor, fee_minor,
        to_account_id, to_currency, to_amount_minor, details, created_at, ended_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::bigint[], $8::bigint[],
        $9::uuid[], $10::text[], $11::bigint[], $12::jsonb[], $13::timestamptz[], $14::timestamptz[])
    ),
    transfers as (
      insert into transfer (id, operation_id, kind, posted_at)
      select * from unnest($15::uuid[], $16::uuid[], $17::text[], $18::timestamptz[])
    ),
    entries as (
      insert into entry (transfer_id, line, account_id, currency, amount_minor, balance_after_minor)
      select * from unnest($19::uuid[], $20::smallint[], $21::uuid[], $22::text[], $23::bigint[], $24::bigint[])
    ),
    answers as (
      insert into idempotency_record (key, fingerprint, answer, created_at)
      select asked.*, now() from unnest($25::uuid[], $26::bytea[], $27::jsonb[]) as asked
    )
    update account
    set balance_minor = changed.balance_minor
    from unnest($28::uuid[], $29::bigint[]) as changed (id, balance_minor)
    where account.id = changed.id`,
}

function rows(batch: BatchResult, findSystemAccount: FindSystemAccount): unknown[] {
  const { operations, transfers, answers, balances } = batch
  const entries = transfers.flatMap((transfer) =>
    transfer.entries.map(({ account, amount }, line) => ({
      transferId: transfer.id,
      line,
      accountId: 'user' in account ? account.user : findSystemAccount(account.system, amount.currency),
      amount,
      balanceAfter: transfer.balancesAfter[line] ?? null,
    })),
  )
  return [
    column(operations, ({ id }) => id),
    column(operations, ({ userId }) => userId),
    column(operations, ({ kind }) => kind),
    column(operations, ({ state }) => state),
    column(operations, ({ accountId }) => accountId),
    column(operations, ({ amount }) => amount.currency),
    column(operations, ({ amount }) => amount.minor),
    column(operations, ({ fee }) => fee.minor),
    column(operations, ({ to }) => to?.accountId ?? null),
    column(operations, ({ to }) => to?.amount.currency ?? null),
    column(operations, ({ to }) => to?.amount.minor ?? null),
    operations.map(({ details }) => JSON.stringify(details)),
    column(operations, ({ createdAt }) => createdAt.toISOString()),
    column(operations, ({ state, createdAt }) => (state === 'pending' ? null : createdAt.toISOString())),
    column(transfers, ({ id }) => id),
    column(transfers, ({ operationId }) => operationId),
    column(transfers, ({ kind }) => kind),
    column(transfers, ({ postedAt }) => postedAt.toISOString()),
    column(entries, ({ transferId }) => transferId),
    column(entries, ({ line }) => line),
    column(entries, ({ accountId }) => accountId),
    column(entries, ({ amount }) => amount.currency),
    column(entries, ({ amount }) => amount.minor),
    column(entries, ({ balanceAfter }) => balanceAfter),
    column(answers, ({ idempotencyKey }) => idempotencyKey.key),
    answers.map(({ idempotencyKey }) => idempotencyKey.fingerprint),
    answers.map(({ answer }) => JSON.stringify(answer)),
    column([...balances.keys()], (id) => id),
    column([...balances.values()], ({ minor }) => minor),
  ]
}

// Nothing in it that would have to be quoted in an array literal.
const PLAIN = /^[\w.:+-]+$/

/**
 * The array literal of values that need no quoting: ids, codes, whole numbers, instants. Refuses (throws) any other. The driver's own
 * arrays are right for every text and cost five times as much.
 */
function column<Item>(items: readonly Item[], value: (item: Item) => string | bigint | number | null): string {
  const texts = items.map((item) => {
    const text = String(value(item) ?? 'NULL')
    if (!PLAIN.test(text)) throw new Error(`Not plain: ${text}`)
    return text
  })
  return `{${texts.join(',')}}`
}
