import type { Check } from '#server/ledger/invariants'
import { inUnits } from '#server/rates/in-units'

/** The invariants of exchanges beyond those of every operation. */
export const EXCHANGE_INVARIANTS: readonly Check[] = [
  {
    invariant: 'INV-9',
    says: 'no exchange gave more than its rate says',
    what: 'exchanges',
    count: ({ operations }) => `select count(*) from ${operations} as operation where kind = 'exchange'`,
    faults: ({ operations, ofOperations }) => `select operation.id || ' gave ' || coalesce(given.amount_minor, 0) as fault
      from ${operations} as operation
      left join ${ofOperations('operation_leg')} as taken on taken.operation_id = operation.id and taken.amount_minor < 0
      left join ${ofOperations('operation_leg')} as given on given.operation_id = operation.id and given.amount_minor > 0
      where kind = 'exchange'
        and (${inUnits('given.amount_minor', 'given.currency')}
          <= ${inUnits('-taken.amount_minor', 'taken.currency')} * (operation.details->>'quantity_out')::numeric) is not true`,
  },
]
