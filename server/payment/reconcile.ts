import { reportRow } from '#server/cases/case'
import { writeTogether } from '#server/db/batched'
import { endPayment } from './end.ts'
import type { PaymentDeps } from './payment.ts'
import { contradictionOfPayment } from './rules.ts'
import { paymentOf } from './store.ts'

/**
 * Asks the provider once more about a payment that has ended. Another end is reported as endPayment does; so is that it knows nothing of
 * what was paid, or has not paid it yet. Throws Unavailable when it does not answer.
 */
export async function reconcilePayment(deps: PaymentDeps, id: string, clock: () => Date): Promise<void> {
  const payment = await deps.database.read(paymentOf(id))
  // Another provider knows nothing of it.
  if (payment?.provider !== deps.merchants.name) return
  const told = await deps.merchants.find(id)
  const contradiction = contradictionOfPayment(payment, told)
  if (contradiction !== undefined) {
    const details = { [contradiction]: 'asked again after it had ended' }
    await writeTogether(deps.database, [
      reportRow({ kind: 'seller_payment_changed', reference: id, operationId: id, details, openedAt: clock() }),
    ])
  } else if (told) await endPayment(deps, told, clock())
}
