import type { Queryable } from '#server/db/queryable'
import { asLine, type Cursor, type Line, type LineRow } from './history.ts'

// As history.list, the other way round.
const LIST_FORWARD = {
  name: 'history.list_forward',
  text: `select operation_id, leg, account_id, kind, state, currency, amount_minor, fee_minor, operation_leg.details,
      operation_leg.created_at
    from operation_leg
    join operation on operation.id = operation_leg.operation_id
    where user_id = $1
      and operation_leg.created_at >= $2 and operation_leg.created_at < $3
      and (operation_leg.created_at, operation_id, leg) > ($2::timestamptz, $4::uuid, $5::smallint)
    order by operation_leg.created_at, operation_id, leg
    limit $6`,
}

/** The next lines of a user after a place, the oldest first, of all their accounts; fewer than the limit are the last before the end. */
export async function listLinesForward(
  queryable: Queryable,
  { userId, to }: { readonly userId: string; readonly to: Date },
  { cursor, limit }: { readonly cursor: Cursor; readonly limit: number },
): Promise<readonly Line[]> {
  const values = [userId, cursor.createdAt, to, cursor.id, cursor.leg, limit]
  return (await queryable.list<LineRow>(LIST_FORWARD, values)).map(asLine)
}
