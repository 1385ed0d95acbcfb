import type { Check } from '#server/ledger/invariants'

/** Invariants of withdrawals beyond those of every operation. */
export const WITHDRAWAL_INVARIANTS: readonly Check[] = [
  {
    invariant: 'INV-7',
    says: 'every withdrawal has its payout, which is asked about until it has ended',
    what: 'withdrawals',
    count: ({ ofOperations }) => `select count(*) from ${ofOperations('withdrawal')} as withdrawal`,
    faults: ({
      operations,
      ofOperations,
    }) => `select operation.id || ' is ' || operation.state || case when withdrawal.operation_id is null then ' and has no payout'
        else ' but its payout is ' || case when next_check_at is null then 'not asked about' else 'still asked about' end end as fault
      from ${operations} as operation
      left join ${ofOperations('withdrawal')} as withdrawal on withdrawal.operation_id = operation.id
      where kind = 'withdrawal' and (withdrawal.operation_id is null or (ended_at is null) <> (next_check_at is not null))`,
  },
]
