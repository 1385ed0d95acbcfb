import type { EndsOf } from '#server/outgoing/end'
import { unpaidOf } from '#server/outgoing/end-rules'
import { decideRecall, returnedOf, reversalOf, settlementOf } from './rules.ts'
import { paidWithdrawalRow, vaultKeyOf, type Withdrawal, withdrawalOf, withdrawalQueue } from './store.ts'

/** The parts from which the end of a withdrawal is made. */
export const WITHDRAWAL_ENDS: EndsOf<Withdrawal> = {
  kind: 'withdrawal',
  what: 'payout',
  queue: withdrawalQueue,
  find: withdrawalOf,
  paidRow: paidWithdrawalRow,
  cases: {
    withoutEnd: 'payout_without_end',
    paidAfterReturn: 'payout_paid_after_return',
    returned: 'payout_returned',
    amountDiffers: 'payout_amount_differs',
    unasked: 'payout_without_withdrawal',
    changed: 'payout_changed',
  },
  recipientOf: (withdrawal) => ({ userId: withdrawal.userId, provider: withdrawal.provider, key: vaultKeyOf(withdrawal) }),
  nameOf: ({ masked }) => masked,
  settle(withdrawal, paid, { id, now }) {
    const unpaid = unpaidOf(withdrawal, paid)
    return { transfer: settlementOf(withdrawal, id, now, unpaid), inSuspense: unpaid }
  },
  reverse: (withdrawal, { id, now }) => reversalOf(withdrawal, id, now),
  giveBack: (_withdrawal, paid, { id, now }) => ({ transfer: returnedOf(paid, id, now), inSuspense: paid }),
  // The recipient has received the whole amount, so the person owes all of it.
  recall: (_withdrawal, paid, account, { id, now }) => ({ posting: decideRecall(paid, account, id, now), taken: paid }),
  stray: { kind: 'payout_unasked', to: 'payout_clearing' },
}
