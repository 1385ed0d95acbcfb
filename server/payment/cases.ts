import { bookingsOfDifference, type CaseKind, nothingLeft, type Resolution } from '#server/cases/resolution'
import { endPayment } from './end.ts'

/** Ends a payment by the final state that the operator got from the provider. */
function byWord(state: 'paid' | 'failed', summary: string): Resolution {
  return {
    summary,
    refusal: () => undefined,
    run: ({ database, ledger, found, rows, now }) =>
      endPayment({ database, ledger }, { reference: found.reference, externalId: '', state, reason: 'operator' }, now, {
        rows,
        isOperators: true,
      }),
  }
}

/** The cases that payments to sellers open. */
export const PAYMENT_CASES: Readonly<Record<string, CaseKind>> = {
  seller_payment_without_end: {
    says: 'the merchants provider has not said for a day how a payment to a seller ended',
    resolutions: {
      settle: byWord('paid', 'the provider says that the seller was paid'),
      reverse: byWord('failed', 'the provider says that the seller was not and will not be paid'),
    },
  },
  seller_payment_changed: {
    says: 'the merchants provider says of a payment to a seller what our books do not; nothing was booked for it',
    resolutions: bookingsOfDifference('merchant_clearing'),
  },
  seller_payment_unasked: {
    says: 'a payment to a seller that we did not ask for; nothing was booked for it',
    resolutions: { ...bookingsOfDifference('merchant_clearing'), close: nothingLeft },
  },
}
