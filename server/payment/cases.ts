import {
  bookingsOfDifference,
  type CaseKind,
  credit,
  endingsOfDebtTo,
  nothingLeft,
  outOfSuspense,
  writeOff,
} from '#server/cases/resolution'
import { byWord } from '#server/outgoing/cases'
import { caseOfChecked } from '#server/outgoing/held'
import { PAYMENT_ENDS } from './end.ts'

const TO_PROVIDER = 'merchant_clearing'

/** The cases that payments to sellers open. */
export const PAYMENT_CASES: Readonly<Record<string, CaseKind>> = {
  seller_payment_without_end: {
    says: 'the merchants provider has not said for a day how a payment to a seller ended',
    resolutions: {
      settle: byWord(PAYMENT_ENDS, 'paid', 'the provider says that the seller was paid'),
      reverse: byWord(PAYMENT_ENDS, 'failed', 'the provider says that the seller was not and will not be paid'),
    },
  },
  seller_payment_paid_after_return: {
    says: 'a seller was paid after the payer had been given the money back',
    resolutions: endingsOfDebtTo(TO_PROVIDER, 'the provider got it back: what is owed of it is paid, the rest credited'),
  },
  seller_payment_returned: {
    says: 'a payment to a seller came back after it had been made',
    resolutions: {
      credit,
      return: outOfSuspense('bank', 'case_return', 'paid to the person from our bank account'),
      paid_again: outOfSuspense(TO_PROVIDER, 'case_return', 'the provider has paid the seller after all'),
      close: nothingLeft,
    },
  },
  seller_payment_amount_differs: {
    says: 'a seller was paid another amount than was asked for',
    resolutions: {
      credit,
      return: outOfSuspense(TO_PROVIDER, 'case_return', 'the provider has paid the rest, or taken back what was too much'),
      write_off: writeOff,
      close: nothingLeft,
    },
  },
  payment_held: caseOfChecked(
    PAYMENT_ENDS,
    'payments of a person to sellers are held, as a velocity rule has caught them; the person reads that they are being checked',
  ),
  seller_payment_changed: {
    says: 'the merchants provider says of a payment to a seller what our books do not; nothing was booked for it',
    resolutions: bookingsOfDifference(TO_PROVIDER),
  },
  seller_payment_unasked: {
    says: 'a payment to a seller that we did not ask for',
    resolutions: {
      return: outOfSuspense(TO_PROVIDER, 'case_return', 'the provider has taken it back'),
      write_off: writeOff,
      close: nothingLeft,
    },
  },
}
