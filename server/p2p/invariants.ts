import type { Check } from '#server/ledger/invariants'

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
      where kind = 'p2p' and (p2p.operation_id is null or (operation.state = 'waiting') <> (next_check_at is not null))`,
  },
]
