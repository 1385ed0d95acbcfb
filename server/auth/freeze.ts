import { provePin } from '#server/confirmation/pin'
import { readTogether, writeTogether } from '#server/db/batched'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { setFrozen } from '#server/ledger/accounts'
import { tellOwner } from '#server/messages/tell-owner'
import { endOtherSessions, type SignedIn } from '#server/security/sessions'
import { findFrozenBy, setFrozenBy } from '#server/users/frozen'
import { getUser, lockUser } from '#server/users/users'
import { type AuthDeps, type Caller, codeText, sendCounted } from './auth.ts'
import { checkCode, makeCode } from './codes.ts'
import { openGap } from './sendings.ts'
import { claimCode, hasPin } from './store.ts'

/** Freezes the wallet of whoever asks, ends all their other sessions, and tells the owner. What is frozen already stays as it is. */
export async function freezeOwn({ database }: AuthDeps, user: SignedIn, now: Date): Promise<void> {
  const { userId } = user
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    if (await findFrozenBy(tx, userId)) return
    await setFrozenBy(tx, userId, 'owner')
    await setFrozen(tx, userId, true)
    await endOtherSessions(tx, user, now)
    await tellOwner(tx, { userId, kind: 'frozen', now })
  })
}

/** Sends the code that ends it. Refuses as every code. */
export async function sendUnfreezeCode(deps: AuthDeps, user: SignedIn, caller: Caller): Promise<void> {
  const { phone } = await getUser(deps.database, user.userId)
  await sendCounted(deps, phone, caller, async (tx, asker) =>
    codeText(deps, await makeCode(tx, deps, asker, { purpose: 'unfreeze' }), caller, 'sms.unfreeze_code'),
  )
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
  const by = await findFrozenBy(database, userId)
  if (!by) return
  if (by === 'operator') throw new Refusal({ code: 'wallet_frozen' })
  const needsPin = await hasPin(database, userId)
  if (needsPin && pin === undefined) throw new Refusal({ code: 'pin_required', field: 'pin_code', reason: 'unfreeze' })
  const { phone } = await getUser(database, userId)
  const right = await checkCode(deps, { ...caller, phone, purpose: 'unfreeze', code, pin: undefined })
  const { now } = caller
  const confirmation =
    needsPin && pin !== undefined ? await provePin(deps, { user, pin, now, idempotencyKey, field: 'pin_code' }) : undefined
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const [isGood] = confirmation ? await readTogether(tx, [confirmation.isGood]) : [true]
    if (confirmation && !isGood) throw new Refusal(confirmation.refusal)
    if ((await findFrozenBy(tx, userId)) !== 'owner') throw new Refusal({ code: 'wallet_frozen' })
    if (!(await claimCode(tx, right.id, now))) throw new Refusal({ code: 'code_wrong' })
    if (confirmation) await writeTogether(tx, [confirmation.row])
    await setFrozenBy(tx, userId, undefined)
    await setFrozen(tx, userId, false)
    await tellOwner(tx, { userId, kind: 'unfrozen', now })
    caller.deadline.throwIfExceeded()
  })
  await openGap(database, deps.sendingLimits, right.bucket)
}
