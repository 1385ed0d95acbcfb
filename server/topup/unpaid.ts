import { postOnce } from '#server/http/post-once'
import type { IdempotencyKey } from '#server/idempotency/key'
import { decideCancel } from './rules.ts'
import { listUnpaid, orderOf, type TopupOrder } from './store.ts'
import { getOrder, type TopupDeps } from './topup.ts'

/** An order that its person can still pay, and until when. */
export interface UnpaidOrder extends TopupOrder {
  readonly expiresAt: Date
}

/** The orders of a person that nobody has paid and whose time is not over, the latest first. */
export async function unpaidOrdersOf(
  { database, lifetimeSeconds }: Pick<TopupDeps, 'database' | 'lifetimeSeconds'>,
  userId: string,
  now: Date,
): Promise<UnpaidOrder[]> {
  const lifetimeMs = lifetimeSeconds * 1000
  const orders = await listUnpaid(database, userId, new Date(now.getTime() - lifetimeMs))
  return orders.map((order) => ({ ...order, expiresAt: new Date(order.createdAt.getTime() + lifetimeMs) }))
}

/** Who cancels an order, and under which key. */
interface Cancelling {
  readonly userId: string
  readonly idempotencyKey: IdempotencyKey
  readonly clock: () => Date
}

/**
 * Cancels an unpaid order of the caller, once per key. Its provider is not told, so money may still come: it is credited as that of an
 * expired order. Refuses order_unknown for an order that is not theirs, and order_ended.
 */
export async function cancelOrder(deps: TopupDeps, order: string, { userId, idempotencyKey, clock }: Cancelling): Promise<void> {
  await postOnce(deps.database, idempotencyKey, async () => {
    const { id, accountId } = await getOrder(deps, userId, order)
    return deps.ledger.post({
      idempotencyKey,
      accounts: [accountId],
      facts: { known: orderOf(id) },
      decide: (_accounts, { known }) => decideCancel(known, clock(), deps.lifetimeSeconds),
    })
  })
}
