import { type CaseKind, close, credit, endDebt, outOfSuspense } from '#server/cases/resolution'

const RETURN = outOfSuspense('topup_clearing', 'case_return', 'the payment provider has returned it to the payer')

/** The cases that top-ups open. */
export const TOPUP_CASES: Readonly<Record<string, CaseKind>> = {
  payment_amount_differs: {
    says: 'another amount was paid than ordered',
    verbs: { credit: credit('suspense', 'credited to a person'), return: RETURN },
  },
  payment_without_order: {
    says: 'a payment for an order that we do not know',
    verbs: { credit: credit('suspense', 'credited to a person'), return: RETURN },
  },
  payment_changed: {
    says: 'the payment provider says something else than before; nothing was booked for it',
    verbs: { close },
  },
  topup_charged_back: {
    says: "the payer's bank took back a top-up that had been credited",
    verbs: {
      credit: credit('topup_clearing', 'the bank gave it back to us, credited again'),
      write_off: endDebt('losses', { kind: 'debt_write_off', state: 'written_off', summary: 'what is owed is given up' }),
      collect: endDebt('bank', {
        kind: 'debt_collection',
        state: 'collected',
        summary: 'what is owed was paid to our bank account',
      }),
      close,
    },
  },
}
