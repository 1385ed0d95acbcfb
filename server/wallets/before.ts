import { isLegInBalance, stateOf } from '#contract/operation-states'
import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import type { Queryable } from '#server/db/queryable'

/** The balance of an account at an instant. */
export interface BalanceBefore {
  readonly accountId: string
  readonly balance: Money
}

interface MovedRow {
  id: string
  currency: Currency
  balance_minor: bigint
  opened_at: Date
  kind: string | null
  state: string | null
  is_out: boolean | null
  total_minor: string | null
}

// Days are kept as totals; the legs of the first, incomplete day are added up. One account at a time, so that the index is used. No month
// is archived before it has been over for 31 days.
const LIST = {
  name: 'wallets.list_moved_since',
  text: `with own as (select id, currency, balance_minor, opened_at from account where user_id = $1),
    moved as (
      select account_id, kind, state, is_out, sum(amount_minor) as total_minor
      from (
        select account_id, kind, state, is_out, amount_minor
        from own
        cross join lateral (
          select account_id, kind, state, is_out, amount_minor from daily_total where account_id = own.id and day >= ($3::timestamptz at time zone 'UTC')::date
        ) as total
        union all
        select account_id, kind, state, amount_minor <= 0, amount_minor
        from only operation_leg
        join operation on operation.id = operation_leg.operation_id
        where user_id = $1 and operation_leg.created_at >= $2 and operation_leg.created_at < $3
      ) as part
      group by account_id, kind, state, is_out
    )
    select id, currency, balance_minor, opened_at, kind, state, is_out, total_minor::text
    from own
    left join moved on moved.account_id = own.id`,
}

/**
 * The balances that a person's accounts had at an instant of the last 30 days: what they have now without what operations begun since have
 * moved. Nothing for a wallet that is younger.
 */
export async function balancesAt(queryable: Queryable, userId: string, since: Date): Promise<readonly BalanceBefore[]> {
  const midnight = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth(), since.getUTCDate() + 1))
  const rows = await queryable.list<MovedRow>(LIST, [userId, since, midnight])
  if (rows.every(({ opened_at: openedAt }) => openedAt > since)) return []
  const balances = new Map<string, BalanceBefore>()
  for (const row of rows) {
    const minor = balances.get(row.id)?.balance.minor ?? row.balance_minor
    balances.set(row.id, { accountId: row.id, balance: money(row.currency, minor - movedBy(row)) })
  }
  return [...balances.values()]
}

/** What a row has added to the balance. */
function movedBy({ kind, state, is_out: isOut, total_minor: total }: MovedRow): bigint {
  if (kind === null || state === null || isOut === null || total === null) return 0n
  return isLegInBalance(stateOf(kind, state), isOut) ? BigInt(total) : 0n
}
