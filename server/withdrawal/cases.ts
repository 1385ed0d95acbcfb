import { type CaseKind, type CaseVerb, close, credit, endDebt, outOfSuspense } from '#server/cases/resolution'
import type { Payout } from '#server/providers/payouts/port'
import { endPayout } from './end.ts'

/** Ends a withdrawal by what the operator has heard from the provider. */
function byWord(state: Payout['state'], summary: string): CaseVerb {
  return {
    summary,
    run: ({ database, ledger, found, rows, now }) => {
      const payout: Payout = { reference: found.reference, externalId: '', state, reason: 'operator' }
      return endPayout({ database, ledger }, payout, now, { rows, isOperators: true })
    },
  }
}

/** The cases that withdrawals open. */
export const WITHDRAWAL_CASES: Readonly<Record<string, CaseKind>> = {
  payout_without_end: {
    says: 'the payout provider has not said for a day how a withdrawal ended',
    verbs: {
      settle: byWord('paid', 'the provider says that it was paid out'),
      reverse: byWord('failed', 'the provider says that it was not and will not be paid out'),
    },
  },
  payout_paid_after_return: {
    says: 'a withdrawal was paid out after its money had been given back',
    verbs: {
      credit: credit('payout_clearing', 'the provider got it back, credited again'),
      write_off: endDebt('losses', { kind: 'debt_write_off', state: 'written_off', summary: 'what is owed is given up' }),
      collect: endDebt('bank', {
        kind: 'debt_collection',
        state: 'collected',
        summary: 'what is owed was paid to our bank account',
      }),
      close,
    },
  },
  payout_returned: {
    says: 'a withdrawal came back after it had been paid out',
    verbs: {
      credit: credit('suspense', 'credited to a person'),
      return: outOfSuspense('bank', 'case_return', 'paid to the person from our bank account'),
    },
  },
  payout_without_withdrawal: {
    says: 'a payout that we did not ask for',
    verbs: {
      return: outOfSuspense('payout_clearing', 'case_return', 'the provider has taken it back'),
      write_off: outOfSuspense('losses', 'case_write_off', 'given up as a loss'),
      close,
    },
  },
}
