import { BY_INDEX } from '#server/db/planner'
import type { Transaction } from '#server/db/pool'

/**
 * A part of the books, as what SQL selects from: a table, or what of it is in the part. `transfers` and their `entries` make the balances;
 * `operations` are those that they or time may have changed, with all that belongs to those, older or not.
 */
export interface BooksPart {
  readonly name: 'whole' | 'new' | 'whole_kept' | 'new_kept'
  /** Whether it begins with the first transfer of all. */
  readonly isWhole: boolean
  /** Whether months of it are in the archive: what they took out is then known by its sums alone. */
  readonly isDetached: boolean
  readonly transfers: string
  readonly entries: string
  /** What the entries before this part add up to: account_id, currency, balance_minor, owed_minor. */
  readonly balancesBefore: string
  readonly operations: string
  /** These, and those of which the legs are in the archive. */
  readonly knownOperations: string
  readonly operationTransfers: string
  readonly operationEntries: string
  /** The legs of the days that have operations in this part, with kind and state, and what is kept as the totals of those days. */
  readonly legsOfDays: string
  readonly dailyTotals: string
  /** What the legs in the archive add up to on the days that have legs here, too. */
  readonly archivedTotals: string
  /** A table of which each row belongs to the operation in its operation_id, as far as it belongs to `operations`. */
  ofOperations(table: string): string
}

/** All there is. */
export const WHOLE_BOOKS: BooksPart = {
  name: 'whole',
  isWhole: true,
  isDetached: false,
  transfers: 'transfer',
  entries: 'entry',
  balancesBefore: `(select null::uuid as account_id, null::text as currency, 0::bigint as balance_minor, 0::bigint as owed_minor where false)`,
  operations: 'operation',
  knownOperations: 'operation',
  operationTransfers: 'transfer',
  operationEntries: 'entry',
  legsOfDays:
    '(select operation_leg.*, kind, state from operation_leg join operation on operation.id = operation_leg.operation_id)',
  dailyTotals: 'daily_total',
  archivedTotals:
    "(select archived_total.* from archived_total join archived_month using (month) where archived_month.state = 'detached')",
  ofOperations: (table) => table,
}

/** What came after the verified part, once openNewBooks has copied it in the same transaction. */
export const NEW_BOOKS: BooksPart = {
  name: 'new',
  isWhole: false,
  isDetached: false,
  transfers: 'new_transfer',
  entries: 'new_entry',
  balancesBefore: 'verified_balance',
  operations: 'looked_operation',
  knownOperations: 'looked_operation',
  operationTransfers: 'looked_transfer',
  operationEntries: 'looked_entry',
  legsOfDays: 'looked_day_leg',
  dailyTotals: 'looked_daily_total',
  archivedTotals: 'looked_archived_total',
  ofOperations: (table) => `looked_${table}`,
}

/**
 * The same part of books of which months are in the archive: an operation without legs is of one of those, and what its entries added up to
 * is kept (archived_balance). Debts are never archived.
 */
export function besideArchive(books: BooksPart): BooksPart {
  return {
    ...books,
    name: books.isWhole ? 'whole_kept' : 'new_kept',
    isDetached: true,
    balancesBefore: books.isWhole ? ARCHIVED_BALANCES : books.balancesBefore,
    operations: `(
          select * from ${books.operations} as known
          where exists (select from ${books.ofOperations('operation_leg')} as leg where leg.operation_id = known.id)
        )`,
  }
}

/** The last transfer up to which months are in the archive. */
export const ARCHIVED_TO = "(select max(seq_to) from archived_month where state = 'detached')"

/** The instant up to which operations that have ended may be in the archive. */
export const ARCHIVED_UNTIL =
  "((select max(month) from archived_month where state = 'detached') + interval '1 month')::timestamp at time zone 'UTC'"

const ARCHIVED_BALANCES = `(
          select account_id, currency, sum(balance_minor)::bigint as balance_minor, 0::bigint as owed_minor
          from archived_balance
          join archived_month using (month)
          where state = 'detached'
          group by account_id, currency
        )`

/**
 * What is owed by what a part of the books says, and was before it: account_id of who owes it, currency, owed_minor, and the transfer, none
 * where it was before.
 */
export function debtsOf({ transfers, entries, balancesBefore, ofOperations }: BooksPart): string {
  return `(
          select operation_leg.account_id, entry.currency, -entry.amount_minor as owed_minor, entry.transfer_id
          from ${entries} as entry
          join account as owed on owed.id = entry.account_id and owed.role = 'owed'
          join ${transfers} as transfer on transfer.id = entry.transfer_id
          join ${ofOperations('operation_leg')} as operation_leg
            on operation_leg.operation_id = transfer.operation_id and operation_leg.currency = entry.currency
              and operation_leg.amount_minor <= 0
          union all
          select account_id, currency, owed_minor, null from ${balancesBefore} as before where owed_minor <> 0
        )`
}

/** In SQL, `booked`: what the totals of days have to be, of the legs that are here, and on the same days of those in the archive. */
export function bookedByDay({ legsOfDays, archivedTotals, isDetached }: BooksPart): string {
  const archived = `union all
            select account_id, day, kind, state, is_out, amount_minor, legs from ${archivedTotals} as archived`
  return `booked as (
          select account_id, day, kind, state, is_out, sum(amount_minor) as amount_minor, sum(legs) as legs
          from (
            select account_id, (created_at at time zone 'UTC')::date as day, kind, state, amount_minor <= 0 as is_out, amount_minor, 1 as legs
            from ${legsOfDays} as leg
            ${isDetached ? archived : ''}
          ) as summed
          group by 1, 2, 3, 4, 5
        )`
}

/** What adds up to the balances: account_id, currency, amount_minor. */
export function amountsByAccount({ entries, balancesBefore }: BooksPart): string {
  return `(
          select account_id, currency, amount_minor from ${entries} as entry
          union all
          select account_id, currency, balance_minor from ${balancesBefore} as before
        )`
}

/** What features have to say of what is new. */
export interface OfFeatures {
  /** Their tables with an operation_id. */
  readonly tables: readonly string[]
  /** Selects, as `id`, the operations that are looked at in any case. */
  readonly operations: string
}

const SINCE = 'from verified_part'

/**
 * Copies what came after the verified part into tables of this transaction, row by row by index: how long that takes is said by what is
 * new, not by how much there is. It is counted there, so that what is asked of it next is well planned.
 */
export async function openNewBooks(tx: Transaction, { tables, operations }: OfFeatures): Promise<void> {
  await tx.list(BY_INDEX)
  const copy = async (name: string, rows: string): Promise<void> => {
    await tx.run({ name: `books.copy_${name}`, text: `create temporary table ${name} on commit drop as ${rows}` })
    await tx.run({ name: `books.count_${name}`, text: `analyze ${name}` })
  }
  await copy('new_transfer', `select * from transfer where seq > (select seq_to ${SINCE})`)
  await copy('new_entry', 'select entry.* from new_transfer join entry on entry.transfer_id = new_transfer.id')
  // A transaction ends within seconds, so an hour is enough for what was begun before the last look and not seen by it.
  await copy(
    'looked_operation',
    `select operation.* from (
        select operation_id as id from new_transfer
        union select operation_id from verified_open_operation
        union ${operations}
        union select id from operation where created_at > (select verified_at - interval '1 hour' ${SINCE})
      ) as looked
      join operation on operation.id = looked.id`,
  )
  for (const table of ['transfer', 'operation_leg', ...tables]) {
    await copy(
      `looked_${table}`,
      `select ${table}.* from looked_operation join ${table} on ${table}.operation_id = looked_operation.id`,
    )
  }
  await copy('looked_entry', 'select entry.* from looked_transfer join entry on entry.transfer_id = looked_transfer.id')
  await copy('looked_day', "select distinct user_id, (created_at at time zone 'UTC')::date as day from looked_operation_leg")
  await copy(
    'looked_daily_total',
    `select daily_total.* from looked_day
      join account on account.user_id = looked_day.user_id
      join daily_total on daily_total.account_id = account.id and daily_total.day = looked_day.day`,
  )
  await copy(
    'looked_archived_total',
    `select archived_total.* from looked_day
      join account on account.user_id = looked_day.user_id
      join archived_total on archived_total.account_id = account.id and archived_total.day = looked_day.day
      join archived_month on archived_month.month = archived_total.month and archived_month.state = 'detached'`,
  )
  await copy(
    'looked_day_leg',
    `select operation_leg.*, kind, state from looked_day
      join operation_leg on operation_leg.user_id = looked_day.user_id
        and operation_leg.created_at >= day::timestamp at time zone 'UTC'
        and operation_leg.created_at < (day + 1)::timestamp at time zone 'UTC'
      join operation on operation.id = operation_leg.operation_id`,
  )
}
