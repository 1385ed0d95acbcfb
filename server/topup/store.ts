import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { type PollingQueue, pollingQueue } from '#server/db/polling-queue'
import type { Queryable, Transaction } from '#server/db/pool'

/** A top-up order and how it stands. */
export interface TopupOrder {
  readonly id: string
  readonly userId: string
  readonly accountId: string
  readonly state: 'pending' | 'complete' | 'failed'
  readonly amount: Money
  /** Why it failed, where the wallet ended it itself. */
  readonly reason: 'expired' | null
  readonly url: string | null
  readonly createdAt: Date
}

interface OrderRow {
  id: string
  user_id: string
  account_id: string
  state: TopupOrder['state']
  currency: Currency
  amount_minor: bigint
  reason: 'expired' | null
  url: string | null
  created_at: Date
}

const COLUMNS = `operation.id, user_id, account_id, state, currency, amount_minor, details->>'reason' as reason, url,
    operation.created_at`
const JOINED = 'operation join topup on topup.operation_id = operation.id'
const FIND = { name: 'topup.find', text: `select ${COLUMNS} from ${JOINED} where operation.id = $1` }
const LOCK = {
  name: 'topup.lock',
  text: `select ${COLUMNS} from ${JOINED} where operation.id = $1 for no key update of operation`,
}

/** Finds an order by its id. */
export async function findOrder(queryable: Queryable, id: string): Promise<TopupOrder | undefined> {
  return asOrder(await queryable.find<OrderRow>(FIND, [id]))
}

/** Locks an order until the transaction ends, so that it is settled once however often it is told. */
export async function lockOrder(tx: Transaction, id: string): Promise<TopupOrder | undefined> {
  return asOrder(await tx.find<OrderRow>(LOCK, [id]))
}

const INSERT = { name: 'topup.insert', text: 'insert into topup (operation_id, provider, next_check_at) values ($1, $2, $3)' }

/** Puts an order on the list of those the provider is asked about. */
export async function insertOrder(tx: Transaction, id: string, provider: string, nextCheckAt: Date): Promise<void> {
  await tx.run(INSERT, [id, provider, nextCheckAt])
}

const KEEP_PAGE = { name: 'topup.keep_page', text: 'update topup set url = $2, external_id = $3 where operation_id = $1' }

/** Keeps the payment page of an order. */
export async function keepPage(queryable: Queryable, id: string, page: { url: string; externalId: string }): Promise<void> {
  await queryable.run(KEEP_PAGE, [id, page.url, page.externalId])
}

const END = {
  name: 'topup.end',
  text: `update operation set state = $2, ended_at = $3, details = jsonb_strip_nulls(jsonb_build_object('reason', $4::text))
    where id = $1`,
}
const CHECK_NO_MORE = { name: 'topup.check_no_more', text: 'update topup set next_check_at = null where operation_id = $1' }

/** Writes down how an order ended, and takes it off the list; one that the wallet ended itself, with the reason, stays on it. */
export async function endOrder(
  tx: Transaction,
  id: string,
  { state, reason, now }: { state: 'complete' | 'failed'; reason?: 'expired'; now: Date },
): Promise<void> {
  await tx.run(END, [id, state, now, reason ?? null])
  if (!reason) await checkNoMore(tx, id)
}

/** Takes an order off the list: nothing more is to be heard of it, or a person has to look at it. */
export async function checkNoMore(queryable: Queryable, id: string): Promise<void> {
  await queryable.run(CHECK_NO_MORE, [id])
}

/** The orders that the provider has to be asked about. */
export const due: PollingQueue = pollingQueue('topup')

function asOrder(row: OrderRow | undefined): TopupOrder | undefined {
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      accountId: row.account_id,
      state: row.state,
      amount: money(row.currency, row.amount_minor),
      reason: row.reason,
      url: row.url,
      createdAt: row.created_at,
    }
  )
}
