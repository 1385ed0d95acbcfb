import {
  bookingsOfDifference,
  byDecision,
  type CaseKind,
  credit,
  endingsOfDebtTo,
  nothingLeft,
  outOfSuspense,
  writeOff,
} from '#server/cases/resolution'
import { byWord } from '#server/outgoing/cases'
import { caseOfChecked } from '#server/outgoing/held'
import { WITHDRAWAL_ENDS } from './end.ts'

const TO_PROVIDER = 'payout_clearing'

/** The cases that withdrawals open. */
export const WITHDRAWAL_CASES: Readonly<Record<string, CaseKind>> = {
  payout_without_end: {
    says: 'the payout provider has not said for a day how a withdrawal ended',
    resolutions: {
      settle: byWord(WITHDRAWAL_ENDS, 'paid', 'the provider says that it was paid out'),
      reverse: byWord(WITHDRAWAL_ENDS, 'failed', 'the provider says that it was not and will not be paid out'),
    },
  },
  payout_paid_after_return: {
    says: 'a withdrawal was paid out after its money had been given back',
    resolutions: endingsOfDebtTo(TO_PROVIDER, 'the provider got it back: what is owed of it is paid, the rest credited'),
  },
  payout_returned: {
    says: 'a withdrawal came back after it had been paid out',
    resolutions: {
      credit,
      return: outOfSuspense('bank', 'case_return', 'paid to the person from our bank account'),
      paid_again: outOfSuspense(TO_PROVIDER, 'case_return', 'the provider has paid it out after all'),
      close: nothingLeft,
    },
  },
  payout_amount_differs: {
    says: 'a withdrawal was paid out in another amount than was asked for',
    resolutions: {
      credit,
      return: outOfSuspense(TO_PROVIDER, 'case_return', 'the provider has paid the rest, or taken back what was too much'),
      write_off: writeOff,
      close: nothingLeft,
    },
  },
  payout_changed: {
    says: 'the payout provider says another amount than before; nothing was booked for it',
    resolutions: bookingsOfDifference(TO_PROVIDER),
  },
  withdrawal_held: caseOfChecked(
    WITHDRAWAL_ENDS,
    'withdrawals of a person are held, as a velocity rule has caught them; the person reads that they are being checked',
  ),
  card_of_several_wallets: {
    says: 'several wallets withdraw to one card; nothing is held for it',
    resolutions: { close: byDecision('looked into, with what followed of it recorded apart') },
  },
  payout_without_withdrawal: {
    says: 'a payout that we did not ask for',
    resolutions: {
      return: outOfSuspense(TO_PROVIDER, 'case_return', 'the provider has taken it back'),
      write_off: writeOff,
      close: nothingLeft,
    },
  },
}
