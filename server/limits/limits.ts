import { compare, type Money } from '#money/money'
import type { AccountNow } from '#server/confirmation/account-now'
import { type FirstDay, type FirstDayLimits, firstDayOf, noveltiesOf, type OwnReason } from '#server/confirmation/first-day'
import type { Database } from '#server/db/pool'
import { type UserAccount, userAccountsOf } from '#server/ledger/accounts'
import type { SignedIn } from '#server/security/sessions'
import { type Cap, leftOf } from '#server/users/caps'
import { type LevelLimits, limitsOfLevels, listNamedLevels, type NamedLevel } from '#server/users/levels'
import { getUser } from '#server/users/users'

/** The ways that money moves by limits of a level. */
type Movement = 'topup' | 'withdrawal' | 'payment' | 'sending' | 'receiving'

/** What bounds each movement of an account. */
type CapsOfAccount = Readonly<Record<Movement, readonly Cap[]>>

export interface LimitsDeps {
  readonly database: Database
  readonly firstDay: FirstDayLimits
  /** What the rules of each feature hold an account to now. */
  readonly capsNow: (asked: AccountNow) => Promise<CapsOfAccount>
}

/** A level as one person sees it. */
interface SeenLevel extends NamedLevel {
  readonly isOwn: boolean
  /** The identification leads to it, or the operator does, from the own one. */
  readonly isNext: boolean
  readonly limits: LevelLimits
}

/** What may move now of an account's currency. */
interface Room {
  readonly account: UserAccount
  readonly caps: CapsOfAccount
}

/** What somebody may do, and could do. */
export interface Outlook {
  readonly levels: readonly SeenLevel[]
  readonly rooms: readonly Room[]
  readonly firstDay: FirstDay<OwnReason> | undefined
}

/** Reads every level, and what is left to a person of the limits of theirs on each of their accounts. */
export async function findOutlook({ database, firstDay, capsNow }: LimitsDeps, user: SignedIn, now: Date): Promise<Outlook> {
  const [owner, levels, limits, accounts, novelties] = await Promise.all([
    getUser(database, user.userId),
    listNamedLevels(database),
    database.read(limitsOfLevels(undefined)),
    database.read(userAccountsOf(user.userId)),
    database.read(noveltiesOf(user)),
  ])
  const own = limits.get(owner.levelCode)
  const rooms = await Promise.all(
    accounts.flatMap((account) => {
      const allowed = own?.get(account.balance.currency)
      return allowed ? [capsNow({ user, account, allowed, now }).then((caps) => ({ account, caps }))] : []
    }),
  )
  return { levels: seenBy(owner, levels, limits), rooms, firstDay: firstDayOf(novelties, firstDay, now) }
}

/** The levels as somebody sees them: of their own, what they may do themselves. */
function seenBy(
  owner: { readonly levelCode: string; readonly isTopupAllowed: boolean; readonly isWithdrawalAllowed: boolean },
  levels: readonly NamedLevel[],
  limits: ReadonlyMap<string, LevelLimits>,
): SeenLevel[] {
  const place = levels.findIndex(({ code }) => code === owner.levelCode)
  const asksForNext = levels[place]?.asksForNext ?? false
  const { isTopupAllowed, isWithdrawalAllowed } = owner
  return levels.map((level, index) => ({
    ...level,
    ...(index === place && { isTopupAllowed, isWithdrawalAllowed }),
    isOwn: index === place,
    isNext: asksForNext && index === place + 1,
    limits: limits.get(level.code) ?? new Map(),
  }))
}

/** The most of one operation that passes no cap; undefined where there are none. What only a new recipient is bounded by does not count. */
export function mostAtOnce(caps: readonly Cap[]): Money | undefined {
  return caps
    .filter(({ per }) => per !== 'new_recipient')
    .map(leftOf)
    .reduce<Money | undefined>((least, left) => (least && compare(least, left) <= 0 ? least : left), undefined)
}
