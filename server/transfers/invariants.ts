import type { Check } from '#server/ledger/invariants'
import { heldHasItsCase } from '#server/movement/invariants'

/** Invariants of transfers between people beyond those of every operation. */
export const P2P_INVARIANTS: readonly Check[] = [
  {
    invariant: 'INV-7',
    says: 'every transfer to a person says whom it is for, and is looked after as long as it waits',
    what: 'transfers to people',
    count: ({ ofOperations }) => `select count(*) from ${ofOperations('p2p')} as p2p`,
    faults: ({
      operations,
      ofOperations,
    }) => `select operation.id || ' is ' || operation.state || case when p2p.operation_id is null then ' and for nobody'
        when next_check_at is null then ' but not looked after' else ' but still looked after' end as fault
      from ${operations} as operation
      left join ${ofOperations('p2p')} as p2p on p2p.operation_id = operation.id
      where kind = 'p2p' and (p2p.operation_id is null or (operation.state in ('waiting', 'held')) <> (next_check_at is not null))`,
  },
  heldHasItsCase('p2p'),
  {
    invariant: 'INV-7',
    says: 'what a request for money says was paid of it, its transfers paid to the account that it names',
    what: 'requests for money that were paid',
    count: () => 'select count(*) from p2p_request where payments > 0',
    faults: () => `select p2p_request.id || ' says ' || collected_minor || ' by ' || payments || ', its transfers '
        || coalesce(sum(came.amount_minor), 0) || ' by ' || count(came.operation_id) as fault
      from p2p_request
      left join (
        p2p join operation on operation.id = p2p.operation_id and operation.kind = 'p2p' and operation.state in ('complete', 'received')
      ) on p2p.request_id = p2p_request.id
      left join operation_leg as came on came.operation_id = operation.id and came.account_id = p2p_request.account_id
        and came.currency = p2p_request.currency and came.amount_minor > 0
      group by p2p_request.id
      having payments <> count(p2p.operation_id) or payments <> count(came.operation_id)
        or collected_minor <> coalesce(sum(came.amount_minor), 0)
        or coalesce(bool_or(came.amount_minor <> p2p_request.amount_minor), false)`,
  },
]

/** Selects, as `id`, the operations that a request counts as paid; the request is checked against them as long as it is kept. */
export const OPERATIONS_OF_REQUESTS = 'select operation_id as id from p2p where request_id is not null'
