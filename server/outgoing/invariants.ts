import type { Check } from '#server/ledger/invariants'

/** Checks that every operation at a provider has a row, and that the provider is polled until its end; `kind` names the table too. */
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
