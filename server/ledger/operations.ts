import type { OperationKind } from '#contract/operation-kinds'
import type { Currency } from '#money/currency'
import { money } from '#money/money'
import { factSource } from '#server/db/batched'
import type { KnownOperation } from './posting.ts'

interface LegRow {
  id: string
  kind: OperationKind
  state: string
  account_id: string
  currency: Currency
  amount_minor: bigint
}

const LIST = {
  name: 'ledger.list_operations',
  text: `select operation.id, kind, state, account_id, currency, amount_minor
    from operation join operation_leg on operation_leg.operation_id = operation.id
    where operation.id = any($1::uuid[])
    order by operation.id, leg`,
}

/** An operation as it stands under the lock of the accounts of its legs, by its id; nothing for no id. */
export const operationOf = factSource(async (queryable, ids: readonly (string | undefined)[]) => {
  const rows = await queryable.list<LegRow>(LIST, [ids.filter((id) => id !== undefined)])
  return ids.map((id): KnownOperation | undefined => {
    const legs = rows.filter((row) => row.id === id)
    const [first] = legs
    return (
      first && {
        id: first.id,
        kind: first.kind,
        state: first.state,
        legs: legs.map((row) => ({ accountId: row.account_id, amount: money(row.currency, row.amount_minor) })),
      }
    )
  })
})
