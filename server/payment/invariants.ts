import type { Check } from '#server/ledger/invariants'
import { heldHasItsCase } from '#server/movement/invariants'
import { askedUntilEnded } from '#server/outgoing/invariants'
import { inUnits } from '#server/rates/in-units'

/** The invariants of payments to sellers beyond those of every operation. */
export const PAYMENT_INVARIANTS: readonly Check[] = [
  askedUntilEnded('payment', {
    says: 'every payment to a seller is asked about at its provider until it has ended',
    what: 'payments',
  }),
  heldHasItsCase('payment'),
  {
    invariant: 'INV-9',
    says: 'no payment from an account of another currency cost less than its rate says',
    what: 'payments from accounts of another currency',
    count: ({ ofOperations }) => `select count(*) from ${ofOperations('payment')} as payment where paid_currency is not null`,
    faults: ({ operations, ofOperations }) => `select operation.id || ' cost ' || coalesce(-taken.amount_minor, 0) as fault
      from ${operations} as operation
      join ${ofOperations('payment')} as payment on payment.operation_id = operation.id and paid_currency is not null
      left join ${ofOperations('operation_leg')} as taken on taken.operation_id = operation.id
      where (paid_currency <> taken.currency and ${inUnits('(paid_minor + paid_fee_minor)', 'paid_currency')}
        <= ${inUnits('-taken.amount_minor', 'taken.currency')} * (operation.details->>'quantity_out')::numeric) is not true`,
  },
]
