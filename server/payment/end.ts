import { providerOfSellers } from '#server/movement/recipients'
import type { EndsOf } from '#server/outgoing/end'
import { decidePaymentRecall, givenBackOf, paymentReversalOf, paymentSettlementOf } from './rules.ts'
import { type Payment, paidPaymentRow, paymentOf, paymentQueue } from './store.ts'

/** The parts from which the end of a payment to a seller is made. */
export const PAYMENT_ENDS: EndsOf<Payment> = {
  kind: 'payment',
  what: 'payment',
  queue: paymentQueue,
  find: paymentOf,
  paidRow: paidPaymentRow,
  cases: {
    withoutEnd: 'seller_payment_without_end',
    paidAfterReturn: 'seller_payment_paid_after_return',
    returned: 'seller_payment_returned',
    amountDiffers: 'seller_payment_amount_differs',
    unasked: 'seller_payment_unasked',
    changed: 'seller_payment_changed',
  },
  recipientOf: ({ userId, provider, seller }) => ({ userId, provider: providerOfSellers(provider), key: seller }),
  nameOf: ({ seller }) => seller,
  settle: paymentSettlementOf,
  reverse: (payment, { id, now }) => paymentReversalOf(payment, id, now),
  giveBack: givenBackOf,
  recall: decidePaymentRecall,
  stray: { kind: 'payment_unasked', to: 'merchant_clearing' },
}
