import type { Currency } from '#money/currency'
import { factSource } from '#server/db/batched'
import { movedBy, OUT } from './moved-lately.ts'

/** The money that came to a person and went to others in the last hour, in one of their currencies, in minor units. */
export interface Flow {
  readonly currency: Currency
  readonly cameInMinor: bigint
  readonly wentOutMinor: bigint
}

// An exchange moves a person's own money; the operator's reversals and corrections return it.
const CAME_IN = movedBy(false).filter((moved) => !/^(exchange|reversal|correction) /.test(moved))

const LIST = {
  name: 'movement.list_flow',
  // The statement's lines are read only when enough money has come in lately to matter, by the level's limits: a tenth of the floor, to be safe
  // from the rates. The leg of a top-up is dated by its order, which may be three days before its payment.
  text: `select place, moved.currency, coalesce(moved.came_in, 0)::bigint as "cameInMinor", coalesce(moved.went_out, 0)::bigint as "wentOutMinor"
    from unnest($1::uuid[], $2::integer[], $3::timestamptz[]) with ordinality as asked (user_id, floor_percent, now, place)
    cross join lateral (
      select currency, sum(amount_minor) filter (where amount_minor > 0 and moved = any($4)) as came_in,
        -sum(amount_minor) filter (where amount_minor < 0 and moved = any($5)) as went_out
      from (
        select currency, amount_minor, kind || ' ' || state as moved,
          greatest(latest.created_at, case when kind = 'topup' then ended_at end) as moved_at
        from only operation_leg as latest
        join operation on operation.id = latest.operation_id
        where latest.user_id = asked.user_id and latest.created_at > asked.now - interval '73 hours' and (
          select coalesce(sum(came.minor / nullif(coalesce(p2p_daily_minor, withdrawal_daily_minor), 0)), 0)
          from account
          join wallet_user on wallet_user.id = account.user_id
          join level_limit on level_limit.level_code = wallet_user.level_code and level_limit.currency = account.currency
          cross join lateral (
            select sum(amount_minor)::numeric as minor from daily_total
            where daily_total.account_id = account.id and day >= (asked.now at time zone 'UTC')::date - 4 and not is_out
          ) as came
          where account.user_id = asked.user_id
        ) * 1000 >= asked.floor_percent
      ) as line
      where moved_at > asked.now - interval '1 hour'
      group by currency
    ) as moved
    order by place`,
}

interface Looking {
  readonly userId: string
  /** The floor, in per cent of the daily limit, under which income is not added up (VelocityLimits); undefined adds nothing up. */
  readonly floorPercent: number | undefined
  readonly now: Date
}

/** The money that came to a person and went from them in the last hour, on all their accounts, as a fact; empty when too little came to matter. */
export const flowOf = factSource(async (queryable, asked: readonly Looking[]): Promise<(readonly Flow[])[]> => {
  const wanted = asked.filter(({ floorPercent }) => floorPercent !== undefined)
  if (wanted.length === 0) return asked.map(() => [])
  const rows = await queryable.list<Flow & { place: bigint }>(LIST, [
    wanted.map(({ userId }) => userId),
    wanted.map(({ floorPercent }) => floorPercent),
    wanted.map(({ now }) => now),
    CAME_IN,
    OUT,
  ])
  return asked.map((each) => rows.filter(({ place }) => wanted[Number(place) - 1] === each))
})
