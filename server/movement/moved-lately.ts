import { KINDS_TO_OTHERS } from '#contract/operation-kind-lists'
import { listOperationKinds, type OperationKind } from '#contract/operation-kinds'
import { isLegInBalance } from '#contract/operation-states'
import type { Currency } from '#money/currency'
import { factSource } from '#server/db/batched'
import type { Owned } from './worth.ts'

/** The kinds and states, as `kind state`, of operations that are in an account's balance: of those that came to it, or of those that left it. */
export function movedBy(isOut: boolean, kinds?: readonly OperationKind[]): string[] {
  return listOperationKinds()
    .filter(([kind]) => kinds === undefined || kinds.includes(kind))
    .flatMap(([kind, { states }]) =>
      Object.entries(states).flatMap(([name, state]) => (isLegInBalance(state, isOut) ? [`${kind} ${name}`] : [])),
    )
}

/** The amounts that have left a person's account lately, in minor units; money that came back does not count. */
export interface MovedOfAccount extends Owned {
  /** Withdrawn in the last 24 hours, without fees. Read only for a withdrawal. */
  readonly withdrawnMinor: bigint
  /** Paid to sellers today (UTC). */
  readonly paidTodayMinor: bigint
  /** Sent to people today and in thirty days (UTC). */
  readonly sentTodayMinor: bigint
  readonly sentMonthMinor: bigint
  /** Moved to others, in any way, in the last 24 hours while something about the movement was new. */
  readonly firstDayMinor: bigint
}

/** The kinds and states of money that has left for cards and addresses, for people, and for anybody. */
export const WITHDRAWN = movedBy(true, ['withdrawal'])
export const SENT = movedBy(true, ['p2p'])
export const OUT = movedBy(true, KINDS_TO_OTHERS)
const PAID = movedBy(true, ['payment'])

const LIST = {
  name: 'movement.list_moved',
  // Each account's totals are found on their own: a plan for a join, made while the table was small, would read all of it.
  text: `select place, account.currency, latest.rate, withdrawal_daily_minor as "dailyMinor",
      coalesce(withdrawn.minor, 0)::bigint as "withdrawnMinor", coalesce(total.paid_today, 0)::bigint as "paidTodayMinor",
      coalesce(total.sent_today, 0)::bigint as "sentTodayMinor", coalesce(total.sent_month, 0)::bigint as "sentMonthMinor",
      coalesce(used.minor, 0)::bigint as "firstDayMinor"
    from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::boolean[]) with ordinality as asked (user_id, currency, now, is_withdrawal, place)
    join wallet_user on wallet_user.id = asked.user_id
    join account on account.user_id = asked.user_id
    left join level_limit on level_limit.level_code = wallet_user.level_code and level_limit.currency = account.currency
    left join lateral (
      select rate from rate_point
      where from_currency = account.currency and to_currency = asked.currency and grain = 'quarter'
      order by slot desc
      limit 1
    ) as latest on true
    cross join lateral (
      select -sum(amount_minor) filter (where moved = any($6) and day = today) as paid_today,
        -sum(amount_minor) filter (where moved = any($7) and day = today) as sent_today,
        -sum(amount_minor) filter (where moved = any($7)) as sent_month
      from (
        select day, amount_minor, kind || ' ' || state as moved, (asked.now at time zone 'UTC')::date as today
        from daily_total
        where daily_total.account_id = account.id and day > (asked.now at time zone 'UTC')::date - 30 and is_out
      ) as line
    ) as total
    cross join lateral (
      select -sum(amount_minor + fee_minor) as minor
      from only operation_leg
      join operation on operation.id = operation_leg.operation_id
      where asked.is_withdrawal and operation_leg.user_id = asked.user_id and operation_leg.created_at > asked.now - interval '24 hours'
        and operation_leg.account_id = account.id and kind || ' ' || state = any($5)
    ) as withdrawn
    cross join lateral (
      select sum(amount_minor) as minor
      from first_day_use
      join operation on operation.id = first_day_use.operation_id
      where first_day_use.user_id = asked.user_id and first_day_use.created_at > asked.now - interval '24 hours'
        and first_day_use.currency = account.currency and kind || ' ' || state = any($8)
    ) as used
    order by place`,
}

interface Looking {
  readonly userId: string
  /** The currency of the sums. */
  readonly currency: Currency | undefined
  readonly isWithdrawal: boolean
  readonly now: Date
}

/** The amounts that have left each account of a person lately, as a fact. */
export const movedLately = factSource(async (queryable, asked: readonly Looking[]): Promise<(readonly MovedOfAccount[])[]> => {
  const rows = await queryable.list<MovedOfAccount & { place: bigint }>(LIST, [
    asked.map(({ userId }) => userId),
    asked.map(({ currency }) => currency ?? null),
    asked.map(({ now }) => now),
    asked.map(({ isWithdrawal }) => isWithdrawal),
    WITHDRAWN,
    PAID,
    SENT,
    OUT,
  ])
  return asked.map((_, index) => rows.filter(({ place }) => Number(place) === index + 1))
})
