import { KINDS_TO_OTHERS } from '#contract/operation-kind-lists'
import { listOperationKinds, type OperationKind } from '#contract/operation-kinds'
import { isLegInBalance } from '#contract/operation-states'
import { factSource } from '#server/db/batched'
import type { Velocity } from './velocity.ts'

// Kinds and states of what is in the balance of an account: of what has come to it, and of what has gone to others.
function movedBy(isOut: boolean, kinds?: readonly OperationKind[]): string[] {
  return listOperationKinds()
    .filter(([kind]) => kinds === undefined || kinds.includes(kind))
    .flatMap(([kind, { states }]) =>
      Object.entries(states).flatMap(([name, state]) => (isLegInBalance(state, isOut) ? [`${kind} ${name}`] : [])),
    )
}
const CAME_IN = movedBy(false)
const WENT_OUT = movedBy(true, KINDS_TO_OTHERS)

const LIST = {
  name: 'p2p.list_velocity',
  // However much somebody does, the latest thousand are looked at; and lines of the statement only where so much has come in today or yesterday
  // that they could matter. A top-up may be paid long after it was ordered, which its leg is dated by.
  text: `select (
        select count(*)::integer from (
          select phone from (
            select phone from p2p where p2p.sender_id = asked.sender_id and p2p.created_at > asked.now - interval '1 hour'
            order by created_at desc limit 1000
          ) as latest
          union
          select asked.phone
        ) as numbers
      ) as recipients,
      (
        select count(*)::integer from (
          select sender_id from (
            select sender_id from p2p where p2p.phone = asked.phone and p2p.created_at > asked.now - interval '24 hours'
            order by created_at desc limit 1000
          ) as latest
          union
          select asked.sender_id
        ) as people
      ) as senders,
      recipient.registered_at as "walletSince", coalesce(came_in, 0)::bigint as "cameInMinor", coalesce(went_out, 0)::bigint as "wentOutMinor"
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[]) with ordinality
      as asked (sender_id, account_id, recipient_id, phone, now, place)
    left join wallet_user as recipient on recipient.id = asked.recipient_id
    cross join lateral (
      select sum(amount_minor) filter (where amount_minor > 0 and moved = any($6)) as came_in,
        -sum(amount_minor) filter (where amount_minor < 0 and moved = any($7)) as went_out
      from (
        select account_id, amount_minor, kind || ' ' || state as moved,
          greatest(latest.created_at, case when kind = 'topup' then ended_at end) as moved_at
        from (
          select * from only operation_leg
          where operation_leg.user_id = asked.sender_id and operation_leg.created_at > asked.now - interval '25 hours' and (
            select coalesce(sum(amount_minor), 0) from daily_total
            where daily_total.account_id = asked.account_id and day >= (asked.now at time zone 'UTC')::date - 1 and not is_out
          ) * 100 >= $8::integer * (
            select coalesce(p2p_daily_minor, withdrawal_daily_minor) from account
            join wallet_user on wallet_user.id = account.user_id
            join level_limit on level_limit.level_code = wallet_user.level_code and level_limit.currency = account.currency
            where account.id = asked.account_id
          )
          order by operation_leg.created_at desc, operation_leg.operation_id desc, leg desc
          limit 1000
        ) as latest
        join operation on operation.id = latest.operation_id
      ) as line
      where account_id = asked.account_id and moved_at > asked.now - interval '1 hour'
    ) as moved
    order by place`,
}

// So much comes in nowhere.
const NEVER = 2_147_483_647

interface Moving {
  readonly senderId: string
  readonly accountId: string
  readonly recipientId: string | undefined
  readonly phone: string
  /** What has to have come in, in per cent of what may be sent in a day, before it is added up (VelocityLimits); undefined adds nothing up. */
  readonly outFloorPercent: number | undefined
  readonly now: Date
}

/** What the velocity rules look at, of a transfer that is to be made; nothing has come in or gone out where too little has to matter. */
export const velocityBetween = factSource((queryable, asked: readonly Moving[]) =>
  queryable.list<Velocity>(LIST, [
    asked.map(({ senderId }) => senderId),
    asked.map(({ accountId }) => accountId),
    asked.map(({ recipientId }) => recipientId ?? null),
    asked.map(({ phone }) => phone),
    asked.map(({ now }) => now),
    CAME_IN,
    WENT_OUT,
    Math.min(...asked.map(({ outFloorPercent = NEVER }) => outFloorPercent)),
  ]),
)
