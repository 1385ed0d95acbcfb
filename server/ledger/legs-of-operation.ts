import { Unreadable } from '#server/db/batched'

/**
 * In SQL: joins the legs of an `operation` as `operation_leg`, where there are none nothing. What is under way has them in the table itself,
 * so that finding it costs the same however many months there are.
 */
export const LEGS_OF_OPERATION = `left join lateral (
      select * from only operation_leg where operation_leg.operation_id = operation.id
      union all
      select * from operation_leg
      where operation.ended_at is not null and operation_leg.operation_id = operation.id and operation_leg.tableoid <> 'operation_leg'::regclass
    ) as operation_leg on true`

/** What is asked about has ended, and is of a month that is in the archive: it has to be brought back first (docs/operations.md). */
export class InArchive extends Unreadable {}

/** What a row of an operation says, as `read` reads it; InArchive for one without legs, which only an operation in the archive is. */
export function unlessArchived<Row extends { readonly id: string; readonly account_id: string | null }, Value>(
  row: Row,
  read: (row: Row) => Value,
): Value | InArchive {
  if (row.account_id !== null) return read(row)
  return new InArchive(`Operation ${row.id} is of a month that is in the archive: bring it back first`)
}
