import { bookingsOfDifference, type CaseKind, credit, endingsOfDebt, nothingLeft, outOfSuspense } from '#server/cases/resolution'

const RESOLUTIONS = {
  credit,
  return: outOfSuspense('topup_clearing', 'case_return', 'the payment provider has returned it to the payer'),
  close: nothingLeft,
}

/** The cases that top-ups open. */
export const TOPUP_CASES: Readonly<Record<string, CaseKind>> = {
  payment_amount_differs: { says: 'another amount was paid than ordered', resolutions: RESOLUTIONS },
  payment_without_order: { says: 'a payment for an order that we do not know', resolutions: RESOLUTIONS },
  payment_changed: {
    says: 'the payment provider says something else than before; nothing was booked for it',
    resolutions: bookingsOfDifference('topup_clearing'),
  },
  topup_charged_back: {
    says: "the payer's bank took back a top-up that had been credited",
    resolutions: endingsOfDebt('topup_clearing', 'the bank gave it back to us: what is owed of it is paid, the rest credited'),
  },
}
