import { factSource } from '#server/db/batched'
import type { Queryable } from '#server/db/queryable'

/** What may be exchanged of an account in a day without the PIN; each is a setting, in whole per cent. */
export interface FreeUseLimits {
  /** Of what there is, and what the day's exchanges have taken of it. */
  readonly balancePercent: number
  /** Of what the person's level may withdraw in a day. */
  readonly dailyPercent: number
}

/** The exchanges of an account on a day of UTC, in minor units, and who it belongs to. */
export interface ExchangedToday {
  readonly outMinor: bigint
  readonly inMinor: bigint
  /** What the person's level may withdraw in a day; nothing where it has no limits in the currency. */
  readonly dailyMinor: bigint | null
  /** Exchanges are stopped for the person, for so many seconds. */
  readonly stoppedForSeconds: bigint | null
}

interface Day {
  readonly accountId: string
  readonly now: Date
}

const FIND = {
  name: 'exchange.find_today',
  text: `select place,
      coalesce(sum(-amount_minor) filter (where is_out), 0)::bigint as "outMinor",
      coalesce(sum(amount_minor) filter (where not is_out), 0)::bigint as "inMinor",
      max(withdrawal_daily_minor) as "dailyMinor",
      ceil(extract(epoch from max(exchange_stopped_until) - max(asked.now)))::bigint as "stoppedForSeconds"
    from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (account_id, now, place)
    join account on account.id = asked.account_id
    join wallet_user on wallet_user.id = account.user_id
    left join level_limit on level_limit.level_code = wallet_user.level_code and level_limit.currency = account.currency
    left join daily_total on daily_total.account_id = asked.account_id and day = (asked.now at time zone 'UTC')::date
      and kind = 'exchange' and state = 'complete'
    group by place`,
}

/** What was exchanged of an account today, as a fact; nothing when there is no such account. */
export const exchangedToday = factSource(async (queryable, asked: readonly Day[]) => {
  const rows = await queryable.list<ExchangedToday & { place: bigint }>(FIND, [
    asked.map(({ accountId }) => accountId),
    asked.map(({ now }) => now),
  ])
  const found = new Map(rows.map(({ place, ...today }) => [Number(place) - 1, today]))
  return asked.map((_, place) => found.get(place))
})

/**
 * Whether an exchange is within what needs no PIN. `takenMinor` is what the exchanges of the day come to, this one and those under way
 * included; `balanceMinor` is what there is before this one.
 */
export function isFree(
  { outMinor, inMinor, dailyMinor }: Pick<ExchangedToday, 'outMinor' | 'inMinor' | 'dailyMinor'>,
  { takenMinor, balanceMinor }: { readonly takenMinor: bigint; readonly balanceMinor: bigint },
  { balancePercent, dailyPercent }: FreeUseLimits,
): boolean {
  // What went out and came back is there once: whatever is exchanged in circles is not free for long.
  const gone = outMinor > inMinor ? outMinor - inMinor : 0n
  const isWithinDaily = dailyMinor === null || takenMinor * 100n <= dailyMinor * BigInt(dailyPercent)
  return isWithinDaily && takenMinor * 100n <= (balanceMinor + gone) * BigInt(balancePercent)
}

const STOP = {
  name: 'exchange.stop',
  text: `update wallet_user set exchange_stopped_until = $2
    where id = $1 and (exchange_stopped_until is null or exchange_stopped_until < $3)`,
}

/** Stops exchanges for a person until an instant; false when they are stopped already. */
export async function stopExchanges(queryable: Queryable, userId: string, until: Date, now: Date): Promise<boolean> {
  return (await queryable.run(STOP, [userId, until, now])) === 1
}

/** What is being exchanged of each account by this process, and not yet in the books that others read. */
export class UnderWay {
  private readonly minor = new Map<string, bigint>()

  /** Does work that takes so much of an account; it is told what all that is under way takes, itself included. */
  async run<Result>(accountId: string, minor: bigint, work: (takenMinor: bigint) => Promise<Result>): Promise<Result> {
    const taken = (this.minor.get(accountId) ?? 0n) + minor
    this.minor.set(accountId, taken)
    try {
      return await work(taken)
    } finally {
      const left = (this.minor.get(accountId) ?? 0n) - minor
      if (left > 0n) this.minor.set(accountId, left)
      else this.minor.delete(accountId)
    }
  }
}
