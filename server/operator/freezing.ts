import type { Queryable } from '#server/db/queryable'
import { setFrozen } from '#server/ledger/accounts'
import { lockUser, type User } from '#server/users/users'
import type { Change, Proposal } from './change.ts'

/** Whether a user is frozen, as it is shown and recorded. */
export type FreezeFacts = { readonly frozen: 'yes' | 'no' }

const FIND = { name: 'operator.find_frozen', text: 'select is_frozen from wallet_user where id = $1' }
const FREEZE = { name: 'operator.freeze', text: 'update wallet_user set is_frozen = $2 where id = $1' }

/** Whether a user is frozen. */
export async function getFrozen(queryable: Queryable, userId: string): Promise<FreezeFacts> {
  const row = await queryable.find<{ is_frozen: boolean }>(FIND, [userId])
  return { frozen: row?.is_frozen ? 'yes' : 'no' }
}

/**
 * Freezes a user, or ends that: once it is done, no exchange, withdrawal or top-up order of theirs is posted. What the provider has been
 * paid or has to end goes on.
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
      await tx.run(FREEZE, [user.id, isFrozen])
      await setFrozen(tx, user.id, isFrozen)
    },
  }
}
