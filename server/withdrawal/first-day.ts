import type { Money } from '#money/money'
import {
  type FirstDay,
  type FirstDayLimits,
  firstDayLimit,
  firstDayOf,
  noveltiesOf,
  type OwnReason,
} from '#server/confirmation/first-day'
import type { Database } from '#server/db/pool'
import { userAccountsOf } from '#server/ledger/accounts'
import type { SignedIn } from '#server/security/sessions'
import { ownerOf } from '#server/users/levels'

/** Why a session may withdraw less than usual for now, and how much in a day, told in each of their currencies: all that leaves them counts together, at what it is worth. */
export interface FirstDayOutlook extends FirstDay<OwnReason> {
  readonly limits: readonly Money[]
}

/** What whoever withdraws is told beforehand; nothing when neither device nor PIN nor a passkey is new. */
export async function findFirstDay(
  database: Database,
  user: SignedIn,
  limits: FirstDayLimits,
  now: Date,
): Promise<FirstDayOutlook | undefined> {
  const firstDay = firstDayOf(await database.read(noveltiesOf(user)), limits, now)
  if (!firstDay) return undefined
  const accounts = await database.read(userAccountsOf(user.userId))
  const owners = await Promise.all(accounts.map(({ id }) => database.read(ownerOf(id))))
  return {
    ...firstDay,
    limits: owners.flatMap((owner) => (owner?.limits ? [firstDayLimit(owner.limits.withdrawalDaily, limits.percent)] : [])),
  }
}
