import { DEBT_KINDS, quoted } from '#contract/operation-kind-lists'
import { amountsByAccount } from '#server/ledger/books-part'
import type { Check } from '#server/ledger/invariants'

/** Invariants of the money that waits for the operator. */
export const CASE_INVARIANTS: readonly Check[] = [
  {
    invariant: 'INV-10',
    says: 'what is in suspense is what open cases say',
    what: 'open cases',
    count: () => 'select count(*) from operator_case where resolved_at is null',
    faults: (
      books,
    ) => `select coalesce(held.currency, open.currency) || ': in suspense ' || coalesce(held.sum, 0) || ', open cases ' || coalesce(open.sum, 0) as fault
      from (
        select account.currency, sum(amount.amount_minor) as sum
        from account join ${amountsByAccount(books)} as amount on amount.account_id = account.id
        where account.role = 'suspense'
        group by account.currency
      ) as held
      full join (
        select currency, sum(amount_minor) as sum from operator_case where resolved_at is null and currency is not null group by currency
      ) as open on open.currency = held.currency
      where coalesce(held.sum, 0) <> coalesce(open.sum, 0)`,
  },
  {
    invariant: 'INV-11',
    says: 'what is owed has an open case',
    what: 'accounts on which something is owed',
    count: () => 'select count(*) from account where owed_minor > 0',
    faults: ({
      operations,
      ofOperations,
    }) => `select account.id || ' owes ' || owed_minor || ', which no open case is about' as fault
      from account
      where owed_minor > 0 and not exists (
        select from operator_case
        join ${operations} as operation on operation.id = operator_case.operation_id and operation.kind in (${quoted(DEBT_KINDS)})
        join ${ofOperations('operation_leg')} as operation_leg on operation_leg.operation_id = operation.id
        where resolved_at is null and operation_leg.account_id = account.id
      )`,
  },
]

/** Selects, as `id`, the operations that open cases are about: what is checked of a case looks at them. */
export const OPERATIONS_OF_OPEN_CASES = 'select operation_id as id from operator_case where resolved_at is null'
