import { validate } from 'uuid'
import type { StateOf } from '#contract/operation-kinds'
import type { Currency } from '#money/currency'
import { add, type Money, money, negate } from '#money/money'
import { factSource, rowWriter } from '#server/db/batched'
import type { Queryable } from '#server/db/queryable'
import { type InArchive, LEGS_OF_OPERATION, unlessArchived } from '#server/ledger/legs-of-operation'
import type { KnownOperation } from '#server/ledger/posting'
import { outgoingQueue } from '#server/outgoing/queue'
import type { VaultEntry } from '#server/providers/payouts/port'

/** A withdrawal and its state. */
export interface Withdrawal extends KnownOperation {
  readonly kind: 'withdrawal'
  readonly state: StateOf<'withdrawal'>
  readonly userId: string
  readonly accountId: string
  /** The amount that the recipient gets; positive. */
  readonly amount: Money
  readonly fee: Money
  /** The amount paid, if it is not the amount requested. */
  readonly paid: Money | undefined
  /** The provider that was asked to pay. */
  readonly provider: string
  readonly token: string
  readonly fingerprint: string | undefined
  readonly masked: string
  readonly createdAt: Date
}

interface WithdrawalRow {
  id: string
  state: Withdrawal['state']
  user_id: string
  account_id: string
  currency: Currency
  amount_minor: bigint
  fee_minor: bigint
  paid_currency: Currency | null
  paid_minor: bigint | null
  provider: string
  token: string
  fingerprint: string | null
  masked: string
  created_at: Date
}

const LIST = {
  name: 'withdrawal.list',
  text: `select operation.id, state, user_id, account_id, currency, amount_minor, fee_minor, paid_currency, paid_minor, provider, token,
      fingerprint, masked, operation.created_at
    from operation
    join withdrawal on withdrawal.operation_id = operation.id
    ${LEGS_OF_OPERATION}
    where operation.id = any($1::uuid[])`,
}

async function findAll(queryable: Queryable, ids: readonly string[]): Promise<(Withdrawal | InArchive | undefined)[]> {
  const rows = await queryable.list<WithdrawalRow>(LIST, [ids.filter((id) => validate(id))])
  const withdrawals = new Map(rows.map((row) => [row.id, unlessArchived(row, asWithdrawal)]))
  return ids.map((id) => withdrawals.get(id))
}

/** A withdrawal by its id, as a fact; undefined when there is none, or no id. */
export const withdrawalOf = factSource(findAll)

interface NewWithdrawal {
  readonly id: string
  readonly provider: string
  readonly destination: VaultEntry
  /** When the worker polls the withdrawal, unless it has ended by then. */
  readonly nextCheckAt: Date
}

const INSERT = {
  name: 'withdrawal.insert',
  text: `insert into withdrawal (operation_id, provider, token, masked, fingerprint, next_check_at)
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])`,
}

/** The row of a new withdrawal: its provider and destination. */
export const newWithdrawalRow = rowWriter(INSERT, (rows: readonly NewWithdrawal[]) => [
  rows.map(({ id }) => id),
  rows.map(({ provider }) => provider),
  rows.map(({ destination }) => destination.token),
  rows.map(({ destination }) => destination.masked),
  rows.map(({ destination }) => destination.fingerprint ?? null),
  rows.map(({ nextCheckAt }) => nextCheckAt),
])

/** The key of a recipient in the provider's vault: the fingerprint if there is one, as a card gets a new token each time it is typed. */
export const vaultKeyOf = ({ fingerprint, token }: Pick<VaultEntry, 'fingerprint' | 'token'>): string => fingerprint ?? token

const LIST_WALLETS = {
  name: 'withdrawal.list_wallets',
  // Among the latest five hundred withdrawals to the card. Each leg is found on its own: a plan for a join, made while the table was small,
  // would read all of it.
  text: `select place, user_id
    from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality as asked (provider, fingerprint, since, place)
    cross join lateral (
      select operation_id from withdrawal
      where withdrawal.provider = asked.provider and withdrawal.fingerprint = asked.fingerprint
      order by operation_id desc
      limit 500
    ) as latest
    cross join lateral (
      select user_id, created_at from operation_leg where operation_leg.operation_id = latest.operation_id and leg = 0 limit 1
    ) as own
    where own.created_at > asked.since
    group by place, user_id
    order by place, user_id`,
}

interface CardUse {
  readonly provider: string
  /** The vault's fingerprint of the card's number; without it, no two withdrawals are known to go to one card. */
  readonly fingerprint: string | undefined
  readonly since: Date
}

/** The ids of the people who have withdrawn to a card since an instant, in order, as a fact. */
export const walletsOfCard = factSource(async (queryable, uses: readonly CardUse[]): Promise<(readonly string[])[]> => {
  const rows = await queryable.list<{ place: bigint; user_id: string }>(LIST_WALLETS, [
    uses.map(({ provider }) => provider),
    uses.map(({ fingerprint }) => fingerprint ?? null),
    uses.map(({ since }) => since),
  ])
  return uses.map((_, index) => rows.filter(({ place }) => Number(place) === index + 1).map(({ user_id }) => user_id))
})

const KEEP_PAID = {
  name: 'withdrawal.keep_paid',
  text: `update withdrawal set paid_currency = paid.currency, paid_minor = paid.minor
    from unnest($1::uuid[], $2::text[], $3::bigint[]) as paid (id, currency, minor)
    where operation_id = paid.id`,
}

/** Records the amount paid when it is not the amount requested. */
export const paidWithdrawalRow = rowWriter(KEEP_PAID, (rows: readonly { readonly id: string; readonly paid: Money }[]) => [
  rows.map(({ id }) => id),
  rows.map(({ paid }) => paid.currency),
  rows.map(({ paid }) => paid.minor),
])

/** The payout provider's queue of withdrawals. */
export const withdrawalQueue = outgoingQueue('withdrawal')

function asWithdrawal(row: WithdrawalRow): Withdrawal {
  const moved = money(row.currency, row.amount_minor)
  const fee = money(row.currency, row.fee_minor)
  return {
    id: row.id,
    kind: 'withdrawal',
    state: row.state,
    legs: [{ accountId: row.account_id, amount: moved }],
    userId: row.user_id,
    accountId: row.account_id,
    amount: negate(add(moved, fee)),
    fee,
    paid: row.paid_currency === null || row.paid_minor === null ? undefined : money(row.paid_currency, row.paid_minor),
    provider: row.provider,
    token: row.token,
    fingerprint: row.fingerprint ?? undefined,
    masked: row.masked,
    createdAt: row.created_at,
  }
}
