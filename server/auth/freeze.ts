import { expectConfirmed } from '#server/confirmation/confirmation'
import { provePin } from '#server/confirmation/pin'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { setFrozen } from '#server/ledger/accounts'
import { tellOwner } from '#server/messages/tell-owner'
import type { SignedIn } from '#server/security/sessions'
import { findFreezers, setFreezer } from '#server/users/frozen'
import { getUser, lockUser } from '#server/users/users'
import type { AuthDeps, Caller } from './auth.ts'
import { checkCode } from './codes.ts'
import { openGap } from './sendings.ts'
import { signOutOthers } from './sessions.ts'
import { claimCode, hasPin } from './store.ts'

/**
 * Freezes the wallet of whoever asks and signs out everybody else, whose devices are strangers then; the owner is told. Of a wallet that
 * its owner has frozen before it signs out whoever has come since.
 */
export async function freezeOwn({ database }: AuthDeps, user: SignedIn, now: Date): Promise<void> {
  const { userId } = user
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const { owner: wasFrozen } = await findFreezers(tx, userId)
    await setFrozen(tx, userId, await setFreezer(tx, userId, 'owner', true))
    await signOutOthers(tx, user, now)
    if (!wasFrozen) await tellOwner(tx, { userId, kind: 'frozen', now })
  })
}

interface Unfreezing {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  readonly code: string
  readonly pin: string | undefined
}

/**
 * Ends what the owner has frozen, by a fresh code and the PIN where one is set. Refuses wallet_frozen for what the operator has frozen,
 * pin_required without the PIN, and what checkCode and provePin refuse. What is not frozen is left as it is, so it may be sent again.
 */
export async function unfreezeOwn(
  deps: AuthDeps,
  { user, idempotencyKey, code, pin }: Unfreezing,
  caller: Caller,
): Promise<void> {
  const { database } = deps
  const { userId } = user
  const by = await findFreezers(database, userId)
  if (by.operator) throw new Refusal({ code: 'wallet_frozen' })
  if (!by.owner) return
  const needsPin = await hasPin(database, userId)
  if (needsPin && pin === undefined) throw new Refusal({ code: 'pin_required', field: 'pin_code', reason: 'unfreeze' })
  const { phone } = await getUser(database, userId)
  const right = await checkCode(deps, { ...caller, phone, purpose: 'unfreeze', code, pin })
  const { now } = caller
  const confirmation =
    needsPin && pin !== undefined ? await provePin(deps, { user, pin, now, idempotencyKey, field: 'pin_code' }) : undefined
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const { operator, owner } = await findFreezers(tx, userId)
    if (operator) throw new Refusal({ code: 'wallet_frozen' })
    // Somebody was quicker, with the same code.
    if (!owner) return
    if (!(await claimCode(tx, right.id, now))) throw new Refusal({ code: 'code_wrong' })
    await expectConfirmed(tx, confirmation)
    await setFrozen(tx, userId, await setFreezer(tx, userId, 'owner', false))
    await tellOwner(tx, { userId, kind: 'unfrozen', now })
    caller.deadline.throwIfExceeded()
  })
  await openGap(database, deps.sendingLimits, right.bucket)
}
