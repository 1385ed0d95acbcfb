import { KINDS_TO_OTHERS } from '#contract/operation-kind-lists'
import { listOperationKinds, type OperationKind } from '#contract/operation-kinds'
import { isLegInBalance } from '#contract/operation-states'
import { entryStep, type Money, money } from '#money/money'
import { factSource } from '#server/db/batched'
import type { SignedIn } from '#server/security/sessions'
import type { Cap } from '#server/users/caps'

/** How far what is new is trusted; each is a setting. */
export interface FirstDayLimits {
  /** Of a level's daily limit, in whole per cent; with 100 nothing is capped. */
  readonly percent: number
  /** How long something is new. */
  readonly seconds: number
}

/** Something that is not as it was, and since when. */
export interface Novelty<Reason extends string> {
  readonly reason: Reason
  readonly since: Date
}

/** What can be new about whoever asks. */
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
 * What changed about a person, however long ago: the device of the session, unless the wallet was opened with it, the PIN, unless it is the
 * first and was set within ten minutes of a sign-in (as in owner.ts: later, a token alone may have set it), and the newest of their passkeys.
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

/** Why less is allowed than usual, and until when. */
export interface FirstDay<Reason extends string> {
  readonly reason: Reason
  readonly until: Date
}

/** The first day that lasts longest of all that is still new; nothing when nothing is, or nothing is capped. */
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

/** What may leave a person in a day while something is new: so many per cent of the daily limit, whole entry steps. */
export function firstDayLimit({ currency, minor }: Money, percent: number): Money {
  const step = entryStep(currency)
  return money(currency, ((minor * BigInt(percent)) / (100n * step)) * step)
}

interface Spending<Reason extends string> {
  readonly firstDay: FirstDay<Reason> | undefined
  readonly percent: number
  /** The daily limit of the person's level. */
  readonly daily: Money
  /** What has gone already. */
  readonly spentMinor: bigint
  readonly now: Date
}

/** The cap on what leaves a person while something is new; none where nothing is. */
export function firstDayCaps<Reason extends OwnReason | 'recipient'>({
  firstDay,
  percent,
  daily,
  spentMinor,
  now,
}: Spending<Reason>): Cap[] {
  if (!firstDay) return []
  const { reason, until } = firstDay
  return [
    {
      per: reason === 'recipient' ? 'new_recipient' : 'first_day',
      most: firstDayLimit(daily, percent),
      usedMinor: spentMinor,
      refusal: {
        code: 'limit_first_day',
        reason,
        retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
      },
    },
  ]
}

const LIST_SPENT = {
  name: 'first_day.list_spent',
  // Each account's totals are found by themselves: joined, a plan made while there were few would read all of them.
  text: `select coalesce(minor, 0)::bigint as minor
    from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (account_id, now, place)
    cross join lateral (
      select -sum(amount_minor) as minor
      from daily_total
      where daily_total.account_id = asked.account_id and day > (asked.now at time zone 'UTC')::date - $4::integer and is_out
        and kind || ' ' || state = any($3)
    ) as total
    order by place`,
}

/** Makes a source of what has gone from an account by operations of some kinds, in minor units, in so many days (UTC) that end with today. */
function spentBy(kinds: readonly OperationKind[], days: number) {
  const states = listOperationKinds().flatMap(([kind, facts]) =>
    kinds.includes(kind)
      ? Object.entries(facts.states).flatMap(([name, state]) => (isLegInBalance(state, true) ? [`${kind} ${name}`] : []))
      : [],
  )
  return factSource(
    async (queryable, asked: readonly { readonly accountId: string | undefined; readonly now: Date }[]): Promise<bigint[]> => {
      const columns = [asked.map(({ accountId }) => accountId ?? null), asked.map(({ now }) => now)]
      const rows = await queryable.list<{ minor: bigint }>(LIST_SPENT, [...columns, states, days])
      return rows.map(({ minor }) => minor)
    },
  )
}

// Of the 24 hours that a first day has, none is in neither of them.
const TODAY_AND_YESTERDAY = 2

/** What has gone from an account to others, whichever way. */
export const spentLately = spentBy(KINDS_TO_OTHERS, TODAY_AND_YESTERDAY)
/** The same without withdrawals, which count by themselves since when something is new (withdrawal/store.ts). */
export const spentBesideWithdrawals = spentBy(
  KINDS_TO_OTHERS.filter((kind) => kind !== 'withdrawal'),
  TODAY_AND_YESTERDAY,
)
/** What has gone from it to sellers today. */
export const paidToday = spentBy(['payment'], 1)
