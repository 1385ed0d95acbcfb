import type { AccountNow } from '#server/confirmation/account-now'
import {
  type FirstDay,
  type FirstDayLimits,
  firstDayOf,
  noveltiesOf,
  type OwnReason,
  spentBesideWithdrawals,
} from '#server/confirmation/first-day'
import type { Database } from '#server/db/pool'
import type { Cap } from '#server/users/caps'
import { capsOfWithdrawal } from './rules.ts'
import { withdrawnSince } from './store.ts'

const DAY_MS = 86_400_000

/**
 * What bounds a withdrawal of a person from an account now, by the facts that the rule judges by. While nothing about the person is new,
 * also what goes to a recipient who is.
 */
export async function withdrawalCapsNow(
  { database, firstDay: limits }: { readonly database: Database; readonly firstDay: FirstDayLimits },
  { user, account, allowed, now }: AccountNow,
): Promise<Cap[]> {
  const { id: accountId } = account
  const [withdrawn, spentMinor, novelties] = await Promise.all([
    database.read(withdrawnSince({ userId: user.userId, accountId, since: new Date(now.getTime() - DAY_MS) })),
    database.read(spentBesideWithdrawals({ accountId, now })),
    database.read(noveltiesOf(user)),
  ])
  const own = firstDayOf(novelties, limits, now)
  const anybody: FirstDay<OwnReason | 'recipient'> | undefined =
    own ?? firstDayOf([{ reason: 'recipient', since: now }], limits, now)
  // A recipient that is new says nothing of what has gone elsewhere.
  const spentOtherwiseMinor = own ? spentMinor : 0n
  return capsOfWithdrawal(allowed, { withdrawn, spentOtherwiseMinor, firstDay: anybody, firstDayPercent: limits.percent, now })
}
