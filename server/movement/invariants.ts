import type { Check } from '#server/ledger/invariants'
import type { HeldCase } from './held.ts'

const HELD: Readonly<Record<'p2p' | 'withdrawal' | 'payment', { readonly state: string; readonly caseKind: HeldCase }>> = {
  p2p: { state: 'held', caseKind: 'transfer_held' },
  withdrawal: { state: 'checking', caseKind: 'withdrawal_held' },
  payment: { state: 'checking', caseKind: 'payment_held' },
}

/** Checks that every person with a held operation of a kind has an open case, and that every open case has a held operation. */
export function heldHasItsCase(kind: keyof typeof HELD): Check {
  const { state, caseKind } = HELD[kind]
  return {
    invariant: 'INV-7',
    says: `whoever has a ${kind} held by a velocity rule has an open case of it, and whoever has such a case has one held`,
    what: `${kind} held by a velocity rule`,
    count: ({ operations }) => `select count(*) from ${operations} as operation where kind = '${kind}' and state = '${state}'`,
    faults: ({ operations, ofOperations }) => `select operation.id || ' is held without an open case' as fault
      from ${operations} as operation
      join ${ofOperations('operation_leg')} as out on out.operation_id = operation.id and leg = 0
      where kind = '${kind}' and state = '${state}' and not exists (
        select from operator_case where kind = '${caseKind}' and reference in (out.user_id::text, operation.id::text) and resolved_at is null
      )
      union all
      select operator_case.id || ' is an open case of somebody of whom nothing is held' as fault
      from operator_case
      where operator_case.kind = '${caseKind}' and resolved_at is null and not exists (
        select from ${kind} as waiting
        join operation as held on held.id = waiting.operation_id and held.state = '${state}'
        join operation_leg on operation_leg.operation_id = held.id and leg = 0
        where waiting.next_check_at is not null and operator_case.reference in (operation_leg.user_id::text, held.id::text)
      )`,
  }
}
