import type { Queryable, Transaction } from '#server/db/pool'
import { type HouseAccounts, lockUserAccounts } from './accounts.ts'
import { type Answer, type Judgement, judge, type KeptAnswer } from './judge.ts'
import type { Once, Order, Outcome } from './order.ts'

const FIND_ANSWERS = {
  name: 'ledger.find_answers',
  text: 'select name, fingerprint, answer from answered where name = any($1::uuid[])',
}

interface AnswerRow {
  name: string
  fingerprint: Buffer
  answer: Answer
}

/** The answers already given to these requests, by name. */
export async function findAnswers(queryable: Queryable, asked: readonly Once[]): Promise<Map<string, KeptAnswer>> {
  if (asked.length === 0) return new Map()
  const rows = await queryable.list<AnswerRow>(FIND_ANSWERS, [asked.map(({ name }) => name)])
  return new Map(rows.map(({ name, fingerprint, answer }) => [name, { fingerprint, answer }]))
}

/**
 * Posts a group of orders in the caller's transaction: locks the accounts, judges, writes all rows in one statement. An order that
 * throws is an Error in its place; the others are unharmed. Nothing counts until the caller's transaction is committed.
 */
export async function postAll(
  tx: Transaction,
  houseAccounts: HouseAccounts,
  orders: readonly Order[],
): Promise<readonly (Outcome | Error)[]> {
  const [accounts, kept] = await Promise.all([
    lockUserAccounts(tx, [...new Set(orders.flatMap((order) => order.accounts))]),
    findAnswers(
      tx,
      orders.flatMap(({ once }) => once ?? []),
    ),
  ])
  const judgement = judge(orders, accounts, kept)
  if (judgement.transfers.length + judgement.operations.length + judgement.answers.length + judgement.notices.length > 0) {
    await tx.run(WRITE, rows(judgement, houseAccounts))
  }
  return judgement.outcomes
}

// One statement for the whole group: entries, balances and all that belongs with them become visible together.
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
    notices as (
      insert into notification (id, user_id, kind, details, created_at)
      select * from unnest($25::uuid[], $26::uuid[], $27::text[], $28::jsonb[], $29::timestamptz[])
    ),
    answers as (
      insert into answered (name, fingerprint, answer, answered_at)
      select asked.*, now() from unnest($30::uuid[], $31::bytea[], $32::jsonb[]) as asked
    )
    update account
    set balance_minor = changed.balance_minor
    from unnest($33::uuid[], $34::bigint[]) as changed (id, balance_minor)
    where account.id = changed.id`,
}

function rows(judgement: Judgement, houseAccounts: HouseAccounts): unknown[] {
  const { operations, transfers, notices, answers, balances } = judgement
  const entries = transfers.flatMap((transfer) =>
    transfer.entries.map(({ account, amount }, line) => ({
      transferId: transfer.id,
      line,
      accountId: 'user' in account ? account.user : houseAccounts(account.house, amount.currency),
      amount,
      balanceAfter: transfer.balancesAfter[line] ?? null,
    })),
  )
  return [
    operations.map(({ id }) => id),
    operations.map(({ userId }) => userId),
    operations.map(({ kind }) => kind),
    operations.map(({ state }) => state),
    operations.map(({ accountId }) => accountId),
    operations.map(({ amount }) => amount.currency),
    operations.map(({ amount }) => amount.minor),
    operations.map(({ fee }) => fee.minor),
    operations.map(({ to }) => to?.accountId ?? null),
    operations.map(({ to }) => to?.amount.currency ?? null),
    operations.map(({ to }) => to?.amount.minor ?? null),
    operations.map(({ details }) => JSON.stringify(details)),
    operations.map(({ createdAt }) => createdAt),
    operations.map(({ state, createdAt }) => (state === 'pending' ? null : createdAt)),
    transfers.map(({ id }) => id),
    transfers.map(({ operationId }) => operationId),
    transfers.map(({ kind }) => kind),
    transfers.map(({ postedAt }) => postedAt),
    entries.map(({ transferId }) => transferId),
    entries.map(({ line }) => line),
    entries.map(({ accountId }) => accountId),
    entries.map(({ amount }) => amount.currency),
    entries.map(({ amount }) => amount.minor),
    entries.map(({ balanceAfter }) => balanceAfter),
    notices.map(({ id }) => id),
    notices.map(({ userId }) => userId),
    notices.map(({ kind }) => kind),
    notices.map(({ details }) => JSON.stringify(details)),
    notices.map(({ createdAt }) => createdAt),
    answers.map(({ once }) => once.name),
    answers.map(({ once }) => once.fingerprint),
    answers.map(({ answer }) => JSON.stringify(answer)),
    [...balances.keys()],
    [...balances.values()].map(({ minor }) => minor),
  ]
}
