import {
  bookingsOfDifference,
  type CaseKind,
  credit,
  endingsOfDebtTo,
  nothingLeft,
  outOfSuspense,
  type Resolution,
} from '#server/cases/resolution'
import { OperatorFault } from '#server/operator/fault'
import { settleTopup } from './settle.ts'
import { orderOf } from './store.ts'

const RESOLUTIONS = {
  credit,
  return: outOfSuspense('topup_clearing', 'case_return', 'the payment provider has returned it to the payer'),
  close: nothingLeft,
}

/** Ends a top-up by the state that the operator got from the provider. */
function byWord(state: 'complete' | 'failed', summary: string): Resolution {
  return {
    summary,
    refusal: () => undefined,
    async run({ database, ledger, found, rows, now }) {
      const order = await database.read(orderOf(found.reference))
      if (!order) throw new OperatorFault('There is no such order')
      const payment = { order: order.id, externalId: '', state, amount: order.amount }
      await settleTopup({ database, ledger }, payment, now, { rows, isOperators: true })
    },
  }
}

/** The cases that top-ups open. */
export const TOPUP_CASES: Readonly<Record<string, CaseKind>> = {
  topup_without_end: {
    says: 'the payment provider has not said for a day how a top-up ended',
    resolutions: {
      credit: byWord('complete', 'the provider says that it was paid as ordered'),
      fail: byWord('failed', 'the provider says that it was not and will not be paid'),
    },
  },
  payment_amount_differs: { says: 'another amount was paid than ordered', resolutions: RESOLUTIONS },
  payment_after_closing: {
    says: 'a top-up was paid after its wallet had been closed',
    resolutions: {
      return: outOfSuspense('topup_clearing', 'case_return', 'the payment provider has returned it to the payer'),
      collect: outOfSuspense('bank', 'case_return', 'paid to the person from our bank account'),
      close: nothingLeft,
    },
  },
  payment_without_order: { says: 'a payment for an order that we do not know', resolutions: RESOLUTIONS },
  payment_not_credited: {
    says: 'a payment to requisites that cannot be credited by itself',
    resolutions: {
      ...RESOLUTIONS,
      collect: outOfSuspense('bank', 'case_return', 'paid to the person from our bank account'),
    },
  },
  payment_changed: {
    says: 'the payment provider says something else than before; nothing was booked for it',
    resolutions: bookingsOfDifference('topup_clearing'),
  },
  topup_charged_back: {
    says: "the payer's bank took back a top-up that had been credited",
    resolutions: endingsOfDebtTo('topup_clearing', 'the bank gave it back to us: what is owed of it is paid, the rest credited'),
  },
}
