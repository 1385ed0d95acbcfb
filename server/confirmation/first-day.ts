import { entryStep, type Money, money } from '#money/money'
import { factSource } from '#server/db/batched'
import type { SignedIn } from '#server/security/sessions'

/** The limits on the first day after a change; each is a setting. */
export interface FirstDayLimits {
  /** Whole per cent of a level's daily limit; 100 caps nothing. */
  readonly percent: number
  /** How long a change counts as new. */
  readonly seconds: number
}

/** A change, and the instant since when it is in force. */
export interface Novelty<Reason extends string> {
  readonly reason: Reason
  readonly since: Date
}

/** The changes that can be new about the caller. */
export type OwnReason = 'device' | 'pin' | 'passkey'

interface NoveltyRow {
  device_since: Date | null
  pin_since: Date | null
  passkey_since: Date | null
}

const LIST = {
  name: 'first_day.list',
  text: `select known_device.first_seen_at as device_since,
      coalesce(pin.changed_at, case when pin.first_set_at >= session.created_at + interval '10 minutes' then pin.first_set_at end) as pin_since,
      (select max(created_at) from passkey where passkey.user_id = asked.user_id) as passkey_since
    from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (user_id, session_id, place)
    left join session on session.id = asked.session_id
    left join known_device on known_device.user_id = asked.user_id and known_device.device_id = session.device_id and not opened_wallet
    left join pin on pin.user_id = asked.user_id
    order by place`,
}

/**
 * The changes of a person, however long ago, as a fact: the session's device, unless the wallet was opened with it; the PIN, unless it is the
 * first and was set within ten minutes of a sign-in (as in owner.ts: later, a token alone may have set it); and the newest passkey.
 */
export const noveltiesOf = factSource(async (queryable, asked: readonly SignedIn[]) => {
  const rows = await queryable.list<NoveltyRow>(LIST, [
    asked.map(({ userId }) => userId),
    asked.map(({ sessionId }) => sessionId),
  ])
  return rows.map(({ device_since, pin_since, passkey_since }): Novelty<OwnReason>[] => [
    ...(device_since ? [{ reason: 'device', since: device_since } as const] : []),
    ...(pin_since ? [{ reason: 'pin', since: pin_since } as const] : []),
    ...(passkey_since ? [{ reason: 'passkey', since: passkey_since } as const] : []),
  ])
})

/** The reason why less is allowed than usual, and the end of that. */
export interface FirstDay<Reason extends string> {
  readonly reason: Reason
  readonly until: Date
}

/** The first day that ends last, of all changes that are still new; undefined when nothing is new, or nothing is capped. */
export function firstDayOf<Reason extends string>(
  novelties: readonly Novelty<Reason>[],
  { percent, seconds }: FirstDayLimits,
  now: Date,
): FirstDay<Reason> | undefined {
  if (percent >= 100) return undefined
  return novelties
    .map(({ reason, since }) => ({ reason, until: new Date(since.getTime() + seconds * 1000) }))
    .filter(({ until }) => until > now)
    .sort((left, right) => right.until.getTime() - left.until.getTime())[0]
}

/** The amount that may leave a person in a day while something is new: `percent` of the daily limit, rounded down to whole entry steps. */
export function firstDayLimit({ currency, minor }: Money, percent: number): Money {
  const step = entryStep(currency)
  return money(currency, ((minor * BigInt(percent)) / (100n * step)) * step)
}
