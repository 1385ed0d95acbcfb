import type { Check } from '#server/ledger/invariants'

/** That of every operation that a provider carries out its row is there, and is asked about until it has ended; `kind` names its table too. */
export function askedUntilEnded(kind: 'withdrawal' | 'payment', { says, what }: Pick<Check, 'says' | 'what'>): Check {
  return {
    invariant: 'INV-7',
    says,
    what,
    count: ({ ofOperations }) => `select count(*) from ${ofOperations(kind)} as sent`,
    faults: ({
      operations,
      ofOperations,
    }) => `select operation.id || ' is ' || operation.state || case when sent.operation_id is null then ' and is at no provider'
        else ' but is ' || case when next_check_at is null then 'not asked about' else 'still asked about' end end as fault
      from ${operations} as operation
      left join ${ofOperations(kind)} as sent on sent.operation_id = operation.id
      where kind = '${kind}' and (sent.operation_id is null or (ended_at is null) <> (next_check_at is not null))`,
  }
}
