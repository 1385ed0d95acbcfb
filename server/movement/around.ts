import { factSource } from '#server/db/batched'
import { SENT, WITHDRAWN } from './moved-lately.ts'

/** The people around a movement: the sender's recipients, and the senders to the recipient's number. */
export interface Around {
  /** How many different people, cards and addresses the person has sent to in the last hour, this one included; 0 for a seller. */
  readonly recipients: number
  /** How many different people have sent to this number in the last 24 hours, this one included; 0 without a number, or with an old wallet. */
  readonly senders: number
  /** When the recipient's wallet was opened; null when there is none that the sender may know about. */
  readonly walletSince: Date | null
}

/** The recipient of a movement. */
interface AroundWhom {
  /** A person's number. */
  readonly phone: string | undefined
  /** The owner of the wallet under that number, if the sender may know about it. */
  readonly walletOf: string | undefined
  /** A card or an address, masked. */
  readonly masked: string | undefined
}

const LIST = {
  name: 'movement.list_around',
  // Money that was taken back, or came back, does not count as sent. An old wallet may have any number of senders, so they are not counted.
  text: `select case when asked.phone is null and asked.masked is null then 0 else (
        select count(*)::integer from (
          select phone as recipient from p2p
          join operation on operation.id = p2p.operation_id and kind || ' ' || state = any($7)
          where p2p.sender_id = asked.user_id and p2p.created_at > asked.now - interval '1 hour'
          union
          select masked from only operation_leg
          join operation on operation.id = operation_leg.operation_id and kind || ' ' || state = any($8)
          join withdrawal on withdrawal.operation_id = operation.id
          where operation_leg.user_id = asked.user_id and operation_leg.created_at > asked.now - interval '1 hour'
          union
          select coalesce(asked.phone, asked.masked)
        ) as numbers
      ) end as recipients,
      case when asked.phone is null or recipient.registered_at <= asked.now - asked.new_days * interval '1 day' then 0 else (
        select count(*)::integer from (
          select sender_id from p2p
          join operation on operation.id = p2p.operation_id and kind || ' ' || state = any($7)
          where p2p.phone = asked.phone and p2p.created_at > asked.now - interval '24 hours'
          union
          select asked.user_id
        ) as people
      ) end as senders,
      recipient.registered_at as "walletSince"
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::integer[], $6::timestamptz[])
      with ordinality as asked (user_id, phone, wallet_of, masked, new_days, now, place)
    left join wallet_user as recipient on recipient.id = asked.wallet_of
    order by place`,
}

interface Going {
  readonly userId: string
  readonly to: AroundWhom
  readonly newDays: number
  readonly now: Date
}

/** Counts the recipients and senders around a movement, as a fact. */
export const aroundOf = factSource((queryable, asked: readonly Going[]) =>
  queryable.list<Around>(LIST, [
    asked.map(({ userId }) => userId),
    asked.map(({ to }) => to.phone ?? null),
    asked.map(({ to }) => to.walletOf ?? null),
    asked.map(({ to }) => to.masked ?? null),
    asked.map(({ newDays }) => newDays),
    asked.map(({ now }) => now),
    SENT,
    WITHDRAWN,
  ]),
)
