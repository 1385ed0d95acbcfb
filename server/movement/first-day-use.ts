import type { Money } from '#money/money'
import { rowWriter } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'

interface FirstDayUse {
  readonly operationId: string
  readonly userId: string
  readonly amount: Money
  readonly now: Date
}

const INSERT = {
  name: 'movement.use_first_day',
  text: `insert into first_day_use (operation_id, user_id, currency, amount_minor, created_at)
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::timestamptz[])`,
}

/** Records the amount that an operation took out while something about it was new. */
export const firstDayUseRow = rowWriter(INSERT, (rows: readonly FirstDayUse[]) => [
  rows.map(({ operationId }) => operationId),
  rows.map(({ userId }) => userId),
  rows.map(({ amount }) => amount.currency),
  rows.map(({ amount }) => amount.minor),
  rows.map(({ now }) => now),
])

// A use counts for a day; the second day allows for clocks of processes that differ.
const KEPT_MS = 2 * 86_400_000

/** Deletes the uses that no longer count. */
export async function deleteOldFirstDayUse(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'first_day_use', 'created_at', new Date(now.getTime() - KEPT_MS))
}
