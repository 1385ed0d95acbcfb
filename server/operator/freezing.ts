import type { Queryable } from '#server/db/queryable'
import { setFrozen } from '#server/ledger/accounts'
import { findFrozenBy, setFrozenBy } from '#server/users/frozen'
import { lockUser, type User } from '#server/users/users'
import type { Change, Proposal } from './change.ts'

/** Whether a user is frozen, as it is shown and recorded; by the owner, if not by the operator. */
export type FreezeFacts = { readonly frozen: 'yes' | 'no' | 'by the owner' }

const SHOWN = { operator: 'yes', owner: 'by the owner' } as const

/** Whether a user is frozen. */
export async function getFrozen(queryable: Queryable, userId: string): Promise<FreezeFacts> {
  const by = await findFrozenBy(queryable, userId)
  return { frozen: by ? SHOWN[by] : 'no' }
}

/**
 * Freezes a user, or ends that: once it is done, no exchange, withdrawal or top-up order of theirs is posted. What the provider has been
 * paid or has to end goes on. What the operator has frozen the owner cannot lift.
 */
export function freezeChange(user: User, isFrozen: boolean): Change<FreezeFacts> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    async propose(queryable): Promise<Proposal<FreezeFacts>> {
      await lockUser(queryable, user.id)
      return { before: await getFrozen(queryable, user.id), after: { frozen: isFrozen ? 'yes' : 'no' } }
    },
    async write(tx) {
      await setFrozenBy(tx, user.id, isFrozen ? 'operator' : undefined)
      await setFrozen(tx, user.id, isFrozen)
    },
  }
}
