import type { Check } from '#server/ledger/invariants'
import { heldHasItsCase } from '#server/movement/invariants'
import { askedUntilEnded } from '#server/outgoing/invariants'

/** The invariants of withdrawals beyond those of every operation. */
export const WITHDRAWAL_INVARIANTS: readonly Check[] = [
  askedUntilEnded('withdrawal', {
    says: 'every withdrawal has its payout, which is asked about until it has ended',
    what: 'withdrawals',
  }),
  heldHasItsCase('withdrawal'),
]
