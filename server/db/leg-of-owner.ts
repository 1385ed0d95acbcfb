/**
 * The leg of whoever an operation is of, as a lateral join of SQL named operation_leg: whose money goes out, and where none does, the
 * first. `operationId` is the column with its id.
 */
export function legOfOwner(operationId: string): string {
  return `left join lateral (
      select user_id, account_id from operation_leg as each where each.operation_id = ${operationId} order by each.amount_minor > 0, leg limit 1
    ) as operation_leg on true`
}
