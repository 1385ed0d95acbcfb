import { reportRow } from '#server/cases/case'
import { writeTogether } from '#server/db/batched'
import { endPayout } from './end.ts'
import { contradictionOfWithdrawal } from './rules.ts'
import { withdrawalOf } from './store.ts'
import type { WithdrawalDeps } from './withdrawal.ts'

/**
 * Asks the provider once more about a withdrawal that has ended. Another end is applied as endPayout does; that it knows nothing of what
 * was paid out, or has not paid it yet, is reported. Throws Unavailable when it does not answer.
 */
export async function reconcileWithdrawal(deps: WithdrawalDeps, id: string, clock: () => Date): Promise<void> {
  const withdrawal = await deps.database.read(withdrawalOf(id))
  // Another provider knows nothing of it.
  if (withdrawal?.provider !== deps.payouts.name) return
  const payout = await deps.payouts.find(id)
  const contradiction = contradictionOfWithdrawal(withdrawal, payout)
  if (contradiction !== undefined) {
    const details = { [contradiction]: 'asked again after it had ended' }
    await writeTogether(deps.database, [
      reportRow({ kind: 'payout_changed', reference: id, operationId: id, details, openedAt: clock() }),
    ])
  } else if (payout) await endPayout(deps, payout, clock())
}
