import { isReconciled, RECONCILED_KINDS } from '#contract/operation-kind-lists'
import type { ReconciledKind } from '#contract/operation-kinds'
import { deleteOldRows } from '#server/db/delete-old'
import { type Polled, type PollingRun, pollingQueue } from '#server/db/polling-queue'
import type { Queryable } from '#server/db/queryable'
import { reconcileSent } from '#server/outgoing/end'
import { PAYMENT_ENDS } from '#server/payment/end'
import type { PaymentDeps } from '#server/payment/payment'
import { reconcileTopup } from '#server/topup/reconcile'
import type { TopupDeps } from '#server/topup/topup'
import { WITHDRAWAL_ENDS } from '#server/withdrawal/end'
import type { WithdrawalDeps } from '#server/withdrawal/withdrawal'

const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS
// Longer than the timeout of a provider call.
const TAKEN_SECONDS = 30
const RETRY_SECONDS = 600

const queue = pollingQueue('reconciliation')

// The most operations that one SQL statement schedules.
const AT_ONCE = 2000

const PLAN = {
  name: 'reconciliation.plan',
  text: `insert into reconciliation (operation_id, ended_at, next_check_at)
    select id, ended_at, $1 from operation
    where kind = any($4) and ended_at > $2 and ended_at <= $3 and not exists (
      select from reconciliation where operation_id = operation.id and reconciliation.ended_at >= operation.ended_at
    )
    limit ${AT_ONCE}
    on conflict (operation_id) do update
    set ended_at = excluded.ended_at, next_check_at = excluded.next_check_at, checks = 0
    where reconciliation.ended_at < excluded.ended_at`,
}
const KIND = { name: 'reconciliation.kind', text: 'select kind from operation where id = $1' }

interface ReconciliationDeps {
  readonly topup: TopupDeps
  readonly withdrawal: WithdrawalDeps
  readonly payment: PaymentDeps
}

/** How the provider of each reconciled kind is asked again. */
const ASK: {
  readonly [Kind in ReconciledKind]: (deps: ReconciliationDeps, id: string, clock: () => Date) => Promise<void>
} = {
  topup: ({ topup }, id, clock) => reconcileTopup(topup, id, clock),
  withdrawal: ({ withdrawal }, id, clock) => reconcileSent(WITHDRAWAL_ENDS, withdrawal, withdrawal.payouts, id, clock),
  payment: ({ payment }, id, clock) => reconcileSent(PAYMENT_ENDS, payment, payment.merchants, id, clock),
}

/**
 * Plans one more question to the provider for each operation that ended a day ago, and another when the operation has ended again since. Deletes
 * the plans of a month ago that wait for no answer.
 */
export async function planReconciliation(database: Queryable, now: Date): Promise<void> {
  // What ended earlier was scheduled by an earlier run; two more days cover a time without runs.
  const days = [now, new Date(now.getTime() - 3 * DAY_MS), new Date(now.getTime() - DAY_MS), RECONCILED_KINDS]
  while ((await database.run(PLAN, days)) === AT_ONCE);
  await deleteOldRows(database, 'reconciliation', 'ended_at', new Date(now.getTime() - KEPT_MS), 'next_check_at is null')
}

/** Asks the providers about operations that are due. A changed answer is booked or reported like a provider's own event. */
export async function reconcileDue(deps: ReconciliationDeps, run: PollingRun): Promise<Polled> {
  const { database } = deps.topup
  return queue.pollDue(database, {
    ...run,
    takenSeconds: TAKEN_SECONDS,
    retryAt: () => new Date(run.clock().getTime() + RETRY_SECONDS * 1000),
    async poll(id) {
      const kind = (await database.find<{ kind: string }>(KIND, [id]))?.kind
      if (kind !== undefined && isReconciled(kind)) await ASK[kind](deps, id, run.clock)
      return undefined
    },
  })
}
