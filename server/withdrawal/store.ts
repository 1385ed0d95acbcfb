import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { type PollingQueue, pollingQueue } from '#server/db/polling-queue'
import type { Queryable, Transaction } from '#server/db/pool'
import type { VaultEntry } from '#server/providers/payouts/port'

/** A withdrawal and how it stands: `held` (not known to be asked for), `unknown` (asked for, no answer), `settled`, `reversed`. */
export interface Withdrawal {
  readonly id: string
  readonly userId: string
  readonly accountId: string
  readonly state: 'held' | 'unknown' | 'settled' | 'reversed'
  /** What the recipient gets; positive. */
  readonly amount: Money
  readonly fee: Money
  readonly token: string
  readonly masked: string
}

interface WithdrawalRow {
  id: string
  user_id: string
  account_id: string
  state: Withdrawal['state']
  currency: Currency
  amount_minor: bigint
  fee_minor: bigint
  token: string
  masked: string
}

const COLUMNS = 'operation.id, user_id, account_id, withdrawal.state, currency, amount_minor, fee_minor, token, masked'
const JOINED = 'operation join withdrawal on withdrawal.operation_id = operation.id'
const FIND = { name: 'withdrawal.find', text: `select ${COLUMNS} from ${JOINED} where operation.id = $1` }
const LOCK = {
  name: 'withdrawal.lock',
  text: `select ${COLUMNS} from ${JOINED} where operation.id = $1 for no key update of operation, withdrawal`,
}

/** Finds a withdrawal by its id. */
export async function findWithdrawal(queryable: Queryable, id: string): Promise<Withdrawal | undefined> {
  return asWithdrawal(await queryable.find<WithdrawalRow>(FIND, [id]))
}

/** Locks a withdrawal until the transaction ends, so that it ends once however often its end is told. */
export async function lockWithdrawal(tx: Transaction, id: string): Promise<Withdrawal | undefined> {
  return asWithdrawal(await tx.find<WithdrawalRow>(LOCK, [id]))
}

const INSERT = {
  name: 'withdrawal.insert',
  text: `insert into withdrawal (operation_id, provider, token, masked, fingerprint, state, next_check_at)
    values ($1, $2, $3, $4, $5, 'held', $6)`,
}

/** Writes down where a held amount is to go, and when to look after it if nobody has by then. */
export async function insertWithdrawal(
  tx: Transaction,
  { id, provider, destination, nextCheckAt }: { id: string; provider: string; destination: VaultEntry; nextCheckAt: Date },
): Promise<void> {
  const { token, masked, fingerprint } = destination
  await tx.run(INSERT, [id, provider, token, masked, fingerprint ?? null, nextCheckAt])
}

const SENT_TODAY = {
  name: 'withdrawal.sent_since',
  text: `select coalesce(sum(-amount_minor), 0)::bigint as sum_minor
    from operation
    where user_id = $1 and created_at > $3 and kind = 'withdrawal' and currency = $2 and state <> 'failed'`,
}

/** What a user has withdrawn in a currency since an instant, without what was given back. The caller holds the user's lock. */
export async function sumWithdrawnSince(tx: Transaction, userId: string, currency: Currency, since: Date): Promise<Money> {
  const row = await tx.find<{ sum_minor: bigint }>(SENT_TODAY, [userId, currency, since])
  return money(currency, row?.sum_minor ?? 0n)
}

const END_WITHDRAWAL = {
  name: 'withdrawal.end',
  text: 'update withdrawal set state = $2, external_id = $3, reason = $4, next_check_at = null where operation_id = $1',
}
const END_OPERATION = { name: 'withdrawal.end_operation', text: 'update operation set state = $2, ended_at = $3 where id = $1' }

/** Writes down how a withdrawal ended. */
export async function endWithdrawal(
  tx: Transaction,
  id: string,
  end: { state: 'settled' | 'reversed'; externalId: string; reason: string | undefined; now: Date },
): Promise<void> {
  await tx.run(END_WITHDRAWAL, [id, end.state, end.externalId, end.reason ?? null])
  await tx.run(END_OPERATION, [id, end.state === 'settled' ? 'complete' : 'failed', end.now])
}

const MARK_UNKNOWN = {
  name: 'withdrawal.mark_unknown',
  text: `update withdrawal set state = 'unknown', next_check_at = $2
    where operation_id = $1 and state in ('held', 'unknown')`,
}

/** The provider was asked and did not say: the hold stays, and it is asked again at `nextCheckAt`. */
export async function markUnknown(queryable: Queryable, id: string, nextCheckAt: Date): Promise<void> {
  await queryable.run(MARK_UNKNOWN, [id, nextCheckAt])
}

/** The withdrawals that the provider has to be asked about. */
export const due: PollingQueue = pollingQueue('withdrawal')

function asWithdrawal(row: WithdrawalRow | undefined): Withdrawal | undefined {
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      accountId: row.account_id,
      state: row.state,
      amount: money(row.currency, -row.amount_minor),
      fee: money(row.currency, row.fee_minor),
      token: row.token,
      masked: row.masked,
    }
  )
}
