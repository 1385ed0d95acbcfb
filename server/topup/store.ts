import { validate } from 'uuid'
import type { StateOf } from '#contract/operation-kinds'
import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { factSource, rowWriter } from '#server/db/batched'
import { type PollingQueue, pollingQueue } from '#server/db/polling-queue'
import type { Queryable } from '#server/db/queryable'
import { type InArchive, LEGS_OF_OPERATION, unlessArchived } from '#server/ledger/legs-of-operation'
import type { KnownOperation } from '#server/ledger/posting'

/** A top-up order and its state. */
export interface TopupOrder extends KnownOperation {
  readonly kind: 'topup'
  readonly state: StateOf<'topup'>
  readonly userId: string
  readonly accountId: string
  readonly amount: Money
  /** What was paid, where it is not what was ordered. */
  readonly paid: Money | undefined
  /** The same in the provider's words, where no account can hold just that. */
  readonly paidExact?: string | undefined
  /** What the payer's bank has taken back of it. */
  readonly chargedBack: Money | undefined
  /** The provider that it was requested from. */
  readonly provider: string
  readonly url: string | null
  /** The provider's id of the payment, where one came without an order. */
  readonly incoming: string | undefined
  readonly createdAt: Date
}

interface OrderRow {
  id: string
  state: TopupOrder['state']
  user_id: string
  account_id: string
  currency: Currency
  amount_minor: bigint
  paid_currency: Currency | null
  paid_minor: bigint | null
  paid_exact: string | null
  charged_back_minor: bigint | null
  provider: string
  url: string | null
  incoming: string | null
  created_at: Date
}

const COLUMNS = `operation.id, state, user_id, operation_leg.account_id, currency, amount_minor, paid_currency, paid_minor, paid_exact, charged_back_minor,
      topup.provider, url, incoming_payment.external_id as incoming, operation.created_at`
const LIST = {
  name: 'topup.list',
  text: `select ${COLUMNS}
    from operation
    join topup on topup.operation_id = operation.id
    left join incoming_payment on incoming_payment.operation_id = operation.id
    ${LEGS_OF_OPERATION}
    where operation.id = any($1::uuid[])`,
}

async function findAll(queryable: Queryable, ids: readonly string[]): Promise<(TopupOrder | InArchive | undefined)[]> {
  const rows = await queryable.list<OrderRow>(LIST, [ids.filter((id) => validate(id))])
  const orders = new Map(rows.map((row) => [row.id, unlessArchived(row, asOrder)]))
  return ids.map((id) => orders.get(id))
}

/** An order by its id, as it stands; nothing for a text that is no id. */
export const orderOf = factSource(findAll)

// The legs of a pending order are in this table itself, never in that of a month.
const LIST_UNPAID = {
  name: 'topup.list_unpaid',
  text: `select ${COLUMNS}
    from only operation_leg
    join operation on operation.id = operation_leg.operation_id
    join topup on topup.operation_id = operation.id
    left join incoming_payment on incoming_payment.operation_id = operation.id
    where user_id = $1 and operation_leg.created_at > $2 and kind = 'topup' and state = 'pending'
    order by operation_leg.created_at desc`,
}

/** The orders of a person that were made since and that nobody has paid, the latest first. */
export async function listUnpaid(queryable: Queryable, userId: string, since: Date): Promise<TopupOrder[]> {
  return (await queryable.list<OrderRow>(LIST_UNPAID, [userId, since])).map(asOrder)
}

const LIST_INCOMING = {
  name: 'topup.list_incoming',
  text: `select place, ${COLUMNS}
    from unnest($1::text[], $2::text[]) with ordinality as asked (provider, external_id, place)
    join incoming_payment on incoming_payment.provider = asked.provider and incoming_payment.external_id = asked.external_id
    join operation on operation.id = incoming_payment.operation_id
    join topup on topup.operation_id = operation.id
    ${LEGS_OF_OPERATION}`,
}

/** The top-up of a payment that came without an order, by the provider's id of it; nothing where it made none. */
export const orderOfIncoming = factSource(
  async (queryable, keys: readonly { readonly provider: string; readonly externalId: string }[]) => {
    const columns = [keys.map(({ provider }) => provider), keys.map(({ externalId }) => externalId)]
    const rows = await queryable.list<OrderRow & { place: bigint }>(LIST_INCOMING, columns)
    const orders = new Map(rows.map((row) => [Number(row.place), unlessArchived(row, asOrder)]))
    return keys.map((_, index) => orders.get(index + 1))
  },
)

const COUNT_OPEN = {
  name: 'topup.count_open',
  // Account by account: joined, a plan made while there were few totals would read everybody's.
  text: `select place, coalesce(sum(counted.legs), 0)::integer as open
    from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (user_id, now, place)
    join account on account.user_id = asked.user_id
    cross join lateral (
      select sum(legs) as legs
      from daily_total
      where account_id = account.id and kind = 'topup'
        and (state = 'pending' or (state = 'cancelled' and day >= (asked.now at time zone 'UTC')::date))
    ) as counted
    group by place`,
}

/** How many orders count towards the limit: a person's unpaid ones, and those that they made and cancelled today. */
export const openOrdersOf = factSource(async (queryable, asked: readonly { readonly userId: string; readonly now: Date }[]) => {
  const columns = [asked.map(({ userId }) => userId), asked.map(({ now }) => now)]
  const rows = await queryable.list<{ place: bigint; open: number }>(COUNT_OPEN, columns)
  const counts = new Map(rows.map((row) => [Number(row.place), row.open]))
  return asked.map((_, index) => counts.get(index + 1) ?? 0)
})

interface NewOrder {
  readonly id: string
  readonly provider: string
  readonly nextCheckAt: Date
}

const INSERT = {
  name: 'topup.insert',
  text: `insert into topup (operation_id, provider, next_check_at)
    select * from unnest($1::uuid[], $2::text[], $3::timestamptz[])`,
}

/** The row of a new order, due for polling. */
export const newOrderRow = rowWriter(INSERT, (orders: readonly NewOrder[]) => [
  orders.map(({ id }) => id),
  orders.map(({ provider }) => provider),
  orders.map(({ nextCheckAt }) => nextCheckAt),
])

const KEEP_PAGE = { name: 'topup.keep_page', text: 'update topup set url = $2, external_id = $3 where operation_id = $1' }

/** Stores the payment page of an order. */
export async function keepPaymentPage(
  queryable: Queryable,
  id: string,
  page: { url: string; externalId: string },
): Promise<void> {
  await queryable.run(KEEP_PAGE, [id, page.url, page.externalId])
}

const CHECK_NO_MORE = {
  name: 'topup.check_no_more',
  text: 'update topup set next_check_at = null where operation_id = any($1::uuid[])',
}

/** Stops polling an order: nothing more is expected, or the operator has to look at it. */
export const checkNoMore = rowWriter(CHECK_NO_MORE, (ids: readonly string[]) => [ids])

const KEEP_PAID = {
  name: 'topup.keep_paid',
  text: `update topup set paid_currency = came.currency, paid_minor = came.minor, paid_exact = came.exact, next_check_at = null
    from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[]) as came (id, currency, minor, exact)
    where operation_id = came.id`,
}

interface PaidTopup {
  readonly id: string
  readonly paid: Money
  readonly exact?: string | undefined
}

/** Records what was paid instead of what was ordered; the order is no longer polled. */
export const paidTopupRow = rowWriter(KEEP_PAID, (rows: readonly PaidTopup[]) => [
  rows.map(({ id }) => id),
  rows.map(({ paid }) => paid.currency),
  rows.map(({ paid }) => paid.minor),
  rows.map(({ exact }) => exact ?? null),
])

const KEEP_CHARGED_BACK = {
  name: 'topup.keep_charged_back',
  text: `update topup set charged_back_minor = taken.minor
    from unnest($1::uuid[], $2::bigint[]) as taken (id, minor)
    where operation_id = taken.id`,
}

/** Records what the payer's bank has taken back of an order, in its currency. */
export const chargedBackRow = rowWriter(KEEP_CHARGED_BACK, (rows: readonly { readonly id: string; readonly amount: Money }[]) => [
  rows.map(({ id }) => id),
  rows.map(({ amount }) => amount.minor),
])

/** The orders that are due for polling. */
export const topupPolling: PollingQueue = pollingQueue('topup')

function asOrder(row: OrderRow): TopupOrder {
  const amount = money(row.currency, row.amount_minor)
  return {
    id: row.id,
    kind: 'topup',
    state: row.state,
    legs: [{ accountId: row.account_id, amount }],
    userId: row.user_id,
    accountId: row.account_id,
    amount,
    paid: row.paid_currency === null || row.paid_minor === null ? undefined : money(row.paid_currency, row.paid_minor),
    paidExact: row.paid_exact ?? undefined,
    chargedBack: row.charged_back_minor === null ? undefined : money(row.currency, row.charged_back_minor),
    provider: row.provider,
    url: row.url,
    incoming: row.incoming ?? undefined,
    createdAt: row.created_at,
  }
}
