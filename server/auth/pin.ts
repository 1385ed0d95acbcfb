import { forgetWrongPins, provePin } from '#server/confirmation/pin'
import { notePinReset } from '#server/confirmation/pin-resets'
import { readTogether, writeTogether } from '#server/db/batched'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { answerOnce, type FinalAnswer, recordOf, replay } from '#server/idempotency/record'
import { tellOwner } from '#server/messages/tell-owner'
import type { SignedIn } from '#server/security/sessions'
import { findFreeze } from '#server/users/frozen'
import { getUser, lockUser } from '#server/users/users'
import { type AuthDeps, type Caller, sendOwnCode } from './auth.ts'
import { checkCode } from './codes.ts'
import { expectUnpopular } from './popular-pins.ts'
import { openGap } from './sendings.ts'
import { claimCode, hasPin, insertPin, isSigningUp, lockPin, replacePin } from './store.ts'

/**
 * Sets the first PIN. Refuses pin_already_set: a token alone never changes one; pin_popular; and wallet_frozen while its owner has it frozen.
 * One that is not set with the sign-up may be that of whoever has no more than the number.
 */
export async function setPin(deps: AuthDeps, user: SignedIn, pin: string, now: Date): Promise<void> {
  if (await hasPin(deps.database, user.userId)) throw new Refusal({ code: 'pin_already_set' })
  expectUnpopular(pin, 'pin_code', deps)
  const hash = await deps.pins.hash(user.userId, pin)
  await deps.database.inTransaction(async (tx) => {
    await lockUser(tx, user.userId)
    if ((await findFreeze(tx, user.userId)).owner) throw new Refusal(FROZEN)
    if (!(await isSigningUp(tx, user.userId, now))) await notePinReset(tx, user.userId, now)
    if (!(await insertPin(tx, user.userId, hash, now))) throw new Refusal({ code: 'pin_already_set' })
  })
}

/** Sends the code that a forgotten PIN is replaced with. Refuses wallet_frozen while its owner has the wallet frozen, and as every code. */
export async function sendPinCode(deps: AuthDeps, user: SignedIn, caller: Caller): Promise<void> {
  if ((await findFreeze(deps.database, user.userId)).owner) throw new Refusal(FROZEN)
  await sendOwnCode(deps, user, 'pin', caller)
}

const FROZEN = { code: 'wallet_frozen', reason: 'pin' } as const

/**
 * Changes the PIN, once per key, and tells the owner. Refuses pin_same for the one that it is, pin_popular, and what provePin refuses for the present
 * one. For a day less goes out than usual (confirmation/first-day.ts).
 */
export async function changePin(
  deps: AuthDeps,
  { user, idempotencyKey, clock }: { user: SignedIn; idempotencyKey: IdempotencyKey; clock: () => Date },
  { present, wanted }: { readonly present: string; readonly wanted: string },
): Promise<void> {
  const findEarlier = () => deps.database.read(recordOf(idempotencyKey))
  const earlier = await findEarlier()
  if (earlier) return acknowledge(replay(idempotencyKey, earlier))
  if (present === wanted) throw new Refusal({ code: 'pin_same', field: 'new_pin_code' })
  expectUnpopular(wanted, 'new_pin_code', deps)
  const tried = { user, pin: present, now: clock(), idempotencyKey, field: 'pin_code' }
  const confirmation = await provePin(deps, tried).catch(async (error: unknown) => {
    // What was the present one when this began is not any more: the same request has been quicker.
    const quicker = await findEarlier()
    if (!quicker) throw error
    return acknowledge(replay(idempotencyKey, quicker))
  })
  if (!confirmation) return
  const hash = await deps.pins.hash(user.userId, wanted)
  const now = clock()
  const answer = await answerOnce(deps.database, idempotencyKey, async (tx): Promise<FinalAnswer> => {
    await lockPin(tx, user.userId)
    const [isGood] = await readTogether(tx, [confirmation.isGood])
    if (!isGood) return { refusal: confirmation.refusal }
    await writeTogether(tx, [confirmation.row])
    await replacePin(tx, { userId: user.userId, hash, now })
    await tellOwner(tx, { userId: user.userId, kind: 'pin_changed', now })
    return { reply: {} }
  })
  acknowledge(answer)
}

/**
 * Replaces a forgotten PIN by a fresh code, and tells the owner: it may be that of whoever has no more than the number. The wrong ones before
 * it are forgotten: they say nothing of it. Refuses as checkCode does, pin_popular, pin_not_set where there was none, and wallet_frozen while
 * its owner has the wallet frozen.
 */
export async function resetPin(
  deps: AuthDeps,
  { userId }: SignedIn,
  { code, pin }: { readonly code: string; readonly pin: string },
  caller: Caller,
): Promise<void> {
  const { database } = deps
  if (!(await hasPin(database, userId))) throw new Refusal({ code: 'pin_not_set' })
  if ((await findFreeze(database, userId)).owner) throw new Refusal(FROZEN)
  expectUnpopular(pin, 'new_pin_code', deps)
  const { phone } = await getUser(database, userId)
  const right = await checkCode(deps, { ...caller, address: undefined, phone, purpose: 'pin', code, pin: undefined })
  const hash = await deps.pins.hash(userId, pin)
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await findFreeze(tx, userId)).owner) throw new Refusal(FROZEN)
    if (!(await claimCode(tx, right.id, caller.now))) throw new Refusal({ code: 'code_wrong' })
    await notePinReset(tx, userId, caller.now)
    await replacePin(tx, { userId, hash, now: caller.now })
    await forgetWrongPins(tx, userId)
    await tellOwner(tx, { userId, kind: 'pin_reset', now: caller.now })
    caller.deadline.throwIfExceeded()
  })
  await openGap(database, deps.sendingLimits, right.sendingBucket)
}

function acknowledge(answer: FinalAnswer): void {
  if ('refusal' in answer) throw new Refusal(answer.refusal)
}
