import { reportRow } from '#server/cases/case'
import { writeTogether } from '#server/db/batched'
import type { Payment } from '#server/providers/payments/port'
import { contradictionOfTopup } from './rules.ts'
import { settleTopup } from './settle.ts'
import { orderOf } from './store.ts'
import type { TopupDeps } from './topup.ts'

/**
 * Asks the provider once more about an order that has ended. Another end is applied as settleTopup does; that it knows nothing of money
 * which was credited, or not any more, is reported. Throws Unavailable when it does not answer.
 */
export async function reconcileTopup(deps: TopupDeps, id: string, clock: () => Date): Promise<void> {
  const order = await deps.database.read(orderOf(id))
  // Another provider knows nothing of it.
  if (order?.provider !== deps.payments.name) return
  const payment = order.incoming === undefined ? await deps.payments.find(id) : await findIncoming(deps, id, order.incoming)
  const contradiction = contradictionOfTopup(order, payment)
  if (contradiction !== undefined) {
    const details = { [contradiction]: 'asked again after it had ended' }
    await writeTogether(deps.database, [
      reportRow({ kind: 'payment_changed', reference: id, operationId: id, details, openedAt: clock() }),
    ])
  } else if (payment) await settleTopup(deps, payment, clock())
}

/** A payment to requisites as one of the top-up that it has made. */
async function findIncoming({ payments }: TopupDeps, order: string, externalId: string): Promise<Payment | undefined> {
  const found = await payments.requisites?.find(externalId)
  return found && { order, externalId, state: found.state, amount: found.amount, exact: found.exact }
}
