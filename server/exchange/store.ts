import { factSource } from '#server/db/batched'
import type { Queryable } from '#server/db/queryable'

/** The exchanges of an account on one day (UTC), in minor units, and the limits of its owner. */
export interface ExchangedToday {
  readonly outMinor: bigint
  readonly inMinor: bigint
  /** The daily withdrawal limit of the person's level; null when the level has no limits in the currency. */
  readonly dailyMinor: bigint | null
  /** For how many seconds the person's exchanges are still stopped; zero or less when they are not. */
  readonly stoppedForSeconds: bigint
  /** The operator has stopped exchange for the person. */
  readonly isStopped: boolean
}

interface Day {
  readonly accountId: string | undefined
  readonly now: Date
}

const FIND = {
  name: 'exchange.find_today',
  // Each account's totals are found on their own: a plan for a join, made while the table was small, would read all of it.
  text: `select place, coalesce(today.out_minor, 0)::bigint as "outMinor", coalesce(today.in_minor, 0)::bigint as "inMinor",
      withdrawal_daily_minor as "dailyMinor",
      coalesce(ceil(extract(epoch from exchange_stopped_until - asked.now)), 0)::bigint as "stoppedForSeconds",
      'exchange' = any(stopped_features) as "isStopped"
    from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (account_id, now, place)
    join account on account.id = asked.account_id
    join wallet_user on wallet_user.id = account.user_id
    left join level_limit on level_limit.level_code = wallet_user.level_code and level_limit.currency = account.currency
    cross join lateral (
      select -sum(amount_minor) filter (where is_out) as out_minor, sum(amount_minor) filter (where not is_out) as in_minor
      from daily_total
      where daily_total.account_id = asked.account_id and day = (asked.now at time zone 'UTC')::date
        and kind = 'exchange' and state = 'complete'
    ) as today`,
}

/** The day's exchanges of an account, as a fact; undefined when there is no such account. */
export const exchangedToday = factSource(async (queryable, asked: readonly Day[]) => {
  const rows = await queryable.list<ExchangedToday & { place: bigint }>(FIND, [
    asked.map(({ accountId }) => accountId ?? null),
    asked.map(({ now }) => now),
  ])
  const found = new Map(rows.map(({ place, ...today }) => [Number(place) - 1, today]))
  return asked.map((_, place) => found.get(place))
})

const STOP = {
  name: 'exchange.stop',
  text: `update wallet_user set exchange_stopped_until = $2
    where id = $1 and (exchange_stopped_until is null or exchange_stopped_until < $3)`,
}

/** Stops exchanges for a person until an instant; false when they are stopped already. */
export async function stopExchanges(queryable: Queryable, userId: string, until: Date, now: Date): Promise<boolean> {
  return (await queryable.run(STOP, [userId, until, now])) === 1
}
