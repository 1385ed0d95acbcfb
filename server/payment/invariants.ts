import type { Check } from '#server/ledger/invariants'

/** Invariants of payments to sellers beyond those of every operation. */
export const PAYMENT_INVARIANTS: readonly Check[] = [
  {
    invariant: 'INV-7',
    says: 'every payment to a seller is asked about at its provider until it has ended',
    what: 'payments',
    count: ({ ofOperations }) => `select count(*) from ${ofOperations('payment')} as payment`,
    faults: ({
      operations,
      ofOperations,
    }) => `select operation.id || ' is ' || operation.state || case when payment.operation_id is null then ' and is at no provider'
        else ' but is ' || case when next_check_at is null then 'not asked about' else 'still asked about' end end as fault
      from ${operations} as operation
      left join ${ofOperations('payment')} as payment on payment.operation_id = operation.id
      where kind = 'payment' and (payment.operation_id is null or (ended_at is null) <> (next_check_at is not null))`,
  },
]
