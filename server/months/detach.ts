import { BY_INDEX, WHOLE_TABLES } from '#server/db/planner'
import { type ArchivedMonth, monthSpan, monthTable, SUM_OF_OPERATIONS, SUM_OF_TOTALS } from '#server/ledger/months'
import { OperatorFault } from '#server/operator/fault'
import type { ReadMonth } from './file.ts'
import { inTransaction, type Session } from './session.ts'
import { dropTables, moveOperations } from './tables.ts'
import { writeMonthFile } from './write.ts'

const AT_ONCE = 1000

/**
 * Takes the oldest month that is in the database out of it, into a file, once that has been read again and fits the chain. Again, after it
 * was interrupted, it does so anew: until the very last commit all of the month is where it was. Refuses (OperatorFault) any other month,
 * and the newest that was archived.
 */
export async function detachMonth(
  session: Session,
  months: readonly ArchivedMonth[],
  month: string,
  { file, stays }: { readonly file: string; readonly stays: readonly string[] },
): Promise<ReadMonth> {
  const { leaving, before, next } = placeOf(months, month)
  await session.query(SET_STATE, [month, 'detaching'])
  await carryOver(session, month, { to: next.month, stays })
  const written = await writeMonthFile(session, leaving, before, file)
  const sums = await keepSums(session, month)
  await dropTables(session, month, async () => {
    await session.query(DETACHED, [month, written.fileHash, sums.operations, sums.operations_sum, sums.totals, sums.totals_sum])
  })
  return written
}

const SET_STATE = "update archived_month set state = $2, changed_at = now() where month = ($1 || '-01')::date"
const DETACHED = `update archived_month set state = 'detached', changed_at = now(), file_hash = $2, operations = $3, operations_sum = $4,
    totals = $5, totals_sum = $6
  where month = ($1 || '-01')::date`

function placeOf(months: readonly ArchivedMonth[], month: string) {
  const place = months.findIndex((known) => known.month === month)
  const [leaving, next] = [months[place], months[place + 1]]
  const before = place > 0 ? months[place - 1] : undefined
  if (!leaving) throw new OperatorFault(`${month} has not been archived`)
  if (leaving.state === 'detached') throw new OperatorFault(`${month} is in the archive already`)
  if (leaving.state === 'moving')
    throw new OperatorFault(`${month} is not archived to its end: say "months archive ${month}" again`)
  if (before && before.state !== 'detached') throw new OperatorFault(`${before.month} has to go first: months go in their order`)
  if (!next) throw new OperatorFault(`${month} is the newest that was archived: archive the month after it first`)
  return { leaving, before, next }
}

// What goes on although it had ended, or is looked into, goes with the month after: what leaves is whole, and complete without the rest.
const carried = (month: string, stays: readonly string[]): string => `
  select operation_id as id, exists (
      select from transfer where transfer.operation_id = leg.operation_id and tableoid <> '${monthTable('transfer', month)}'::regclass
    ) ${stays.map((ids) => `or exists (select from (${ids}) as staying where staying.id = leg.operation_id)`).join('\n      ')} as goes_on
  from ${monthTable('operation_leg', month)} as leg
  where leg = 0 and operation_id > $1
  order by operation_id
  limit ${AT_ONCE}`

async function carryOver(
  session: Session,
  month: string,
  { to, stays }: { readonly to: string; readonly stays: readonly string[] },
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const picked = await inTransaction(session, async () => {
      await session.query(BY_INDEX.text)
      const { rows } = await session.query<{ id: string; goes_on: boolean }>(carried(month, stays), [after])
      const ids = rows.filter(({ goes_on }) => goes_on).map(({ id }) => id)
      if (ids.length > 0) await moveOperations(session, ids, { from: (table) => monthTable(table, month), to })
      return rows
    })
    const last = picked.at(-1)
    if (!last) return
    after = last.id
  }
}

interface Sums {
  operations: bigint
  operations_sum: string
  totals: bigint
  totals_sum: string
}

/** Keeps what a month takes along, for whoever verifies the books without it: sums by account, by day where others have that day, too. */
async function keepSums(session: Session, month: string): Promise<Sums> {
  return inTransaction(
    session,
    async () => {
      await session.query(WHOLE_TABLES.text)
      await session.query("delete from archived_balance where month = ($1 || '-01')::date", [month])
      await session.query("delete from archived_total where month = ($1 || '-01')::date", [month])
      await session.query(
        `insert into archived_balance (month, account_id, currency, balance_minor)
        select ($1 || '-01')::date, account_id, currency, sum(amount_minor) from ${monthTable('entry', month)} group by account_id, currency`,
        [month],
      )
      await session.query(`create temporary table month_total on commit drop as ${totalsOf(month)}`)
      await session.query(`create temporary table other_day on commit drop as ${otherDays(month)}`)
      await session.query(
        `insert into archived_total (month, account_id, day, kind, state, is_out, amount_minor, legs)
        select ($1 || '-01')::date, total.* from month_total as total join other_day using (account_id, day)`,
        [month],
      )
      const [sums] = (await session.query<Sums>(sumsOf(month))).rows
      if (!sums) throw new Error('Sums gave no row')
      return sums
    },
    'begin isolation level repeatable read',
  )
}

const totalsOf = (month: string): string => `
  select account_id, (leg.created_at at time zone 'UTC')::date as day, kind, state, amount_minor <= 0 as is_out,
    sum(amount_minor)::bigint as amount_minor, count(*) as legs
  from ${monthTable('operation_leg', month)} as leg
  join operation on operation.id = leg.operation_id
  group by 1, 2, 3, 4, 5`

// The days on which accounts have legs that stay, or that left before in part.
const otherDays = (month: string): string => `
  select account_id, (created_at at time zone 'UTC')::date as day
  from operation_leg
  where created_at < '${monthSpan(month).to.toISOString()}' and tableoid <> '${monthTable('operation_leg', month)}'::regclass
  union
  select account_id, day from archived_total join archived_month using (month) where archived_month.state = 'detached'`

const sumsOf = (month: string): string => `
  select of_operations.count as operations, of_operations.sum::text as operations_sum, of_totals.count as totals, of_totals.sum::text as totals_sum
  from (
    select ${SUM_OF_OPERATIONS}
    from operation
    where id in (select operation_id from ${monthTable('operation_leg', month)})
  ) as of_operations
  cross join (
    select ${SUM_OF_TOTALS}
    from month_total as total
    where (amount_minor <> 0 or legs <> 0)
      and not exists (select from other_day where other_day.account_id = total.account_id and other_day.day = total.day)
  ) as of_totals`
