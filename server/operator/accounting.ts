import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { WHOLE_TABLES } from '#server/db/planner'
import type { Queryable } from '#server/db/queryable'
import { findDetached, monthSpan } from '#server/ledger/months'
import type { Change } from './change.ts'
import { OperatorFault } from './fault.ts'

/** A span of the books: from an instant on, and before another. */
export interface Period {
  readonly from: Date
  readonly until: Date
  /** Whether nothing can be posted in it any more. */
  readonly isOver: boolean
}

/** An entry as accountants read it: the amount is on one of two sides. */
export interface BookedEntry {
  readonly at: Date
  readonly transferId: string
  readonly transferKind: string
  readonly operationId: string | null
  readonly operationKind: string | null
  /** A person's account by its id, a system account by its name. */
  readonly account: string
  readonly amount: Money
}

/** A line of the trial balance; credit is positive in balances. What persons have is one line of a currency. */
export interface BalanceLine {
  readonly account: string
  readonly currency: Currency
  readonly opening: Money
  readonly debits: Money
  readonly credits: Money
  readonly closing: Money
}

// What was decided before midnight may be written after it; every request and every run of a job has ended by then, but for a commit
// that waits for its standby.
const SETTLED_MS = 3_600_000
const MONTH = /^([0-9]{4})-(0[1-9]|1[0-2])$/

/**
 * The span of a month, `2026-10`, in UTC; of one that is not over yet, up to now. A month is over an hour after its end, when whoever was
 * writing then has ended (`isSettled`). Refuses (OperatorFault) one that has not begun.
 */
export function periodOf(month: string, { now, isSettled }: { readonly now: Date; readonly isSettled: boolean }): Period {
  const [, year, number] = MONTH.exec(month) ?? []
  if (!(year && number)) throw new OperatorFault(`"${month}" is no month: say --month 2026-10`)
  const from = new Date(Date.UTC(Number(year), Number(number) - 1))
  const end = new Date(Date.UTC(Number(year), Number(number)))
  if (from >= now) throw new OperatorFault(`${month} has not begun`)
  const isOver = isSettled && now.getTime() >= end.getTime() + SETTLED_MS
  return { from, until: isOver || end < now ? end : now, isOver }
}

/** Refuses (OperatorFault) a period of which entries are in the archive. */
export async function refuseArchivedPeriod(queryable: Queryable, { from }: Period): Promise<void> {
  const detached = await findDetached(queryable)
  if (!detached || from >= monthSpan(detached.month).to) return
  throw new OperatorFault(
    `Entries of then are in the archive, which goes to ${detached.month}: bring them back first (months attach)`,
  )
}

// For a cursor the planner would do what is quick for the first rows, and take each entry alone.
const PERIOD = {
  name: 'accounting.period',
  text: `select set_config('cursor_tuple_fraction', '1', true), set_config('accounting.from', $1, true),
    set_config('accounting.until', $2, true)`,
}
// A cursor takes no parameters.
const DECLARE = {
  name: 'accounting.declare',
  text: `declare accounting_entries no scroll cursor for
    select posted_at, transfer.id as transfer_id, transfer.kind as transfer_kind, operation_id, operation.kind as operation_kind,
      case account.role when 'user' then account.id::text else account.role end as account, entry.currency, amount_minor
    from transfer
    join entry on entry.transfer_id = transfer.id
    join account on account.id = entry.account_id
    left join operation on operation.id = transfer.operation_id
    where posted_at >= current_setting('accounting.from')::timestamptz
      and posted_at < current_setting('accounting.until')::timestamptz
    order by seq, line`,
}
const FETCH = { name: 'accounting.fetch', text: 'fetch 5000 from accounting_entries' }
const CLOSE = { name: 'accounting.close', text: 'close accounting_entries' }

interface EntryRow {
  posted_at: Date
  transfer_id: string
  transfer_kind: string
  operation_id: string | null
  operation_kind: string | null
  account: string
  currency: Currency
  amount_minor: bigint
}

/** Reads the entries of a period in the order of posting, some thousands at a time; in a snapshot of its own (inSnapshot). */
export async function* readEntries(snapshot: Queryable, { from, until }: Period): AsyncGenerator<readonly BookedEntry[]> {
  await snapshot.list(WHOLE_TABLES)
  await snapshot.list(PERIOD, [from.toISOString(), until.toISOString()])
  await snapshot.run(DECLARE)
  for (;;) {
    const rows = await snapshot.list<EntryRow>(FETCH)
    if (rows.length === 0) break
    yield rows.map((row) => ({
      at: row.posted_at,
      transferId: row.transfer_id,
      transferKind: row.transfer_kind,
      operationId: row.operation_id,
      operationKind: row.operation_kind,
      account: row.account,
      amount: money(row.currency, row.amount_minor),
    }))
  }
  await snapshot.run(CLOSE)
}

// Sums of entries may be longer than a bigint of the database, so they come as texts.
const BALANCES = {
  name: 'accounting.balances',
  text: `select account, currency, opening::text, debits::text, credits::text
    from (
      select case account.role when 'user' then 'customer accounts' else account.role end as account, account.currency,
        coalesce(sum(sums.opening), 0) as opening, coalesce(sum(sums.debits), 0) as debits, coalesce(sum(sums.credits), 0) as credits
      from account
      left join (
        select account_id, sum(opening) as opening, sum(debits) as debits, sum(credits) as credits
        from (
          select account_id, balance_minor as opening, 0 as debits, 0 as credits
          from archived_balance
          join archived_month using (month)
          where state = 'detached'
          union all
          select entry.account_id,
            coalesce(sum(amount_minor) filter (where posted_at < $1), 0),
            coalesce(sum(-amount_minor) filter (where posted_at >= $1 and amount_minor < 0), 0),
            coalesce(sum(amount_minor) filter (where posted_at >= $1 and amount_minor > 0), 0)
          from transfer
          join entry on entry.transfer_id = transfer.id
          where posted_at < $2
          group by entry.account_id
        ) as parts
        group by account_id
      ) as sums on sums.account_id = account.id
      group by 1, 2
    ) as lines
    order by currency, account <> 'customer accounts', account`,
}

interface BalanceRow {
  account: string
  currency: Currency
  opening: string
  debits: string
  credits: string
}

/** Reads the trial balance of a period: every account of the books, those of persons as one. In a snapshot of its own (inSnapshot). */
export async function readTrialBalance(snapshot: Queryable, { from, until }: Period): Promise<BalanceLine[]> {
  await snapshot.list(WHOLE_TABLES)
  const rows = await snapshot.list<BalanceRow>(BALANCES, [from, until])
  return rows.map(({ account, currency, ...sums }) => {
    const [opening, debits, credits] = [BigInt(sums.opening), BigInt(sums.debits), BigInt(sums.credits)]
    return {
      account,
      currency,
      opening: money(currency, opening),
      debits: money(currency, debits),
      credits: money(currency, credits),
      closing: money(currency, opening - debits + credits),
    }
  })
}

/** How far the entries of a month that were taken out go, as it is shown and recorded. */
type AccountingFacts = { readonly exported_until: string | null }

/** Records that the operator takes out the entries of a month; it changes nothing of them. */
export function accountingChange(month: string, { until }: Period): Change<AccountingFacts> {
  return {
    area: 'accounting',
    subject: month,
    propose: async () => ({ before: { exported_until: null }, after: { exported_until: until.toISOString() } }),
    write: () => Promise.resolve(),
  }
}
