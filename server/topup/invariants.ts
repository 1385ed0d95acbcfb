import type { Check } from '#server/ledger/invariants'

/** Invariants of top-ups beyond those of every operation. */
export const TOPUP_INVARIANTS: readonly Check[] = [
  {
    invariant: 'INV-6',
    says: 'every top-up has its order or payment at the provider, and one that is credited is asked about no more',
    what: 'top-up orders',
    count: ({ ofOperations }) => `select count(*) from ${ofOperations('topup')} as topup`,
    faults: ({
      operations,
      ofOperations,
    }) => `select operation.id || ' is ' || operation.state || case when topup.operation_id is null then ' and has no order'
        else ' but still asked about' end as fault
      from ${operations} as operation
      left join ${ofOperations('topup')} as topup on topup.operation_id = operation.id
      where kind = 'topup' and (topup.operation_id is null or (state = 'complete' and next_check_at is not null))`,
  },
  {
    invariant: 'INV-6',
    says: 'no payment of a provider is credited to two orders',
    what: 'payments',
    count: ({ ofOperations }) => `select count(*) from ${ofOperations('topup')} as topup where external_id is not null`,
    // Of two of which one was verified before, --full knows.
    faults: ({
      operations,
      ofOperations,
    }) => `select provider || ' ' || external_id || ' was credited to ' || count(*) || ' orders' as fault
      from ${ofOperations('topup')} as topup
      join ${operations} as operation on operation.id = topup.operation_id
      where external_id is not null and state in ('complete', 'charged_back')
      group by provider, external_id
      having count(*) > 1`,
  },
]
