import { undoPinReset } from '#server/confirmation/pin-resets'
import type { Transaction } from '#server/db/pool'
import { setFrozen } from '#server/ledger/accounts'
import { tellOwner } from '#server/messages/tell-owner'
import type { SignedIn } from '#server/security/sessions'
import { findFreeze, setFreezer } from '#server/users/frozen'
import { lockUser } from '#server/users/users'
import type { AuthDeps } from './auth.ts'
import { signOutOthers } from './sessions.ts'

const DAY_MS = 86_400_000

/**
 * Freezes a wallet as its owner wants it: a PIN that was set by an SMS since a day before they were told of something, or before now, is the one
 * before it again, and whoever waits to unfreeze it waits no more. Gives that moment. The caller holds the person's lock.
 */
export async function freezeByOwner(
  tx: Transaction,
  userId: string,
  { told, now }: { readonly told: Date; readonly now: Date },
): Promise<Date> {
  const since = new Date(told.getTime() - DAY_MS)
  await setFrozen(tx, userId, await setFreezer(tx, userId, { by: 'owner', isFrozen: true, now }))
  await undoPinReset(tx, userId, { since, now })
  return since
}

/**
 * Freezes the wallet of whoever asks and signs out everybody else, whose devices are strangers then; the owner is told. Of a wallet that
 * its owner has frozen before it signs out whoever has come since.
 */
export async function freezeOwn({ database }: Pick<AuthDeps, 'database'>, user: SignedIn, now: Date): Promise<void> {
  const { userId } = user
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const { owner: wasFrozen } = await findFreeze(tx, userId)
    await freezeByOwner(tx, userId, { told: now, now })
    await signOutOthers(tx, user, now)
    if (!wasFrozen) await tellOwner(tx, { userId, kind: 'frozen', now })
  })
}
