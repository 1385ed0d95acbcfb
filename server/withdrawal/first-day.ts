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

/**
 * The reason why a session may withdraw less than usual, and the daily limit in each of the person's currencies. Money that leaves in any
 * currency counts against all of them, at its worth.
 */
export interface FirstDayOutlook extends FirstDay<OwnReason> {
  readonly limits: readonly Money[]
}

/** The first day that a person is told about before they withdraw; undefined when no device, PIN or passkey is new. */
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
