import type { Queryable } from '#server/db/queryable'
import { setFrozen } from '#server/ledger/accounts'
import { findFreeze, setFreezer } from '#server/users/frozen'
import { lockUser, type User } from '#server/users/users'
import type { Change, Facts, Proposal } from './change.ts'
import { endAll, proposeEnd } from './sessions.ts'

/** Whether the operator has frozen a user, as it is recorded. */
export type FreezeFacts = { readonly frozen: 'yes' | 'no' }

/** The same as it is shown, and whether the owner has. */
export async function getFrozen(queryable: Queryable, userId: string): Promise<FreezeFacts & { frozen_by_owner: 'yes' | 'no' }> {
  const { operator, owner } = await findFreeze(queryable, userId)
  return { ...factsOf(operator), frozen_by_owner: owner ? 'yes' : 'no' }
}

/**
 * Freezes a user, or ends that: once it is done, no exchange, withdrawal or top-up order of theirs is posted. What the provider has been
 * paid or has to end goes on. What the operator has frozen the owner cannot end, nor the operator what the owner has. With `endsSessions`
 * they are signed out everywhere, too, and every device of theirs is a stranger.
 */
export function freezeChange(user: User, isFrozen: boolean, endsSessions = false): Change<Facts> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    async propose(queryable): Promise<Proposal<Facts>> {
      await lockUser(queryable, user.id)
      const { operator } = await findFreeze(queryable, user.id)
      const { before, after } = endsSessions ? await proposeEnd(queryable, user.id) : { before: {}, after: {} }
      return { before: { ...factsOf(operator), ...before }, after: { ...factsOf(isFrozen), ...after } }
    },
    async write(tx, { at }) {
      await setFrozen(tx, user.id, await setFreezer(tx, user.id, { by: 'operator', isFrozen, now: at }))
      if (endsSessions) await endAll(tx, user.id, { at })
    },
  }
}

function factsOf(isFrozen: boolean): FreezeFacts {
  return { frozen: isFrozen ? 'yes' : 'no' }
}
