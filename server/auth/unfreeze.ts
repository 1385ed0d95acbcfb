import { expectConfirmed } from '#server/confirmation/confirmation'
import { provePasskey } from '#server/confirmation/passkey'
import { forgetWrongPins, provePin } from '#server/confirmation/pin'
import { forgetPinReset, notePinReset } from '#server/confirmation/pin-resets'
import type { Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { setFrozen } from '#server/ledger/accounts'
import { tellOwner } from '#server/messages/tell-owner'
import type { SignedIn } from '#server/security/sessions'
import { findConfirmedEmail, isEmailOld } from '#server/users/contact'
import { beginWait, type Freeze, findFreeze, setFreezer, waitEndsAt } from '#server/users/frozen'
import { getUser, lockUser } from '#server/users/users'
import { type AuthDeps, type Caller, sendOwnCode } from './auth.ts'
import { checkCode } from './codes.ts'
import { expectOn, mailCounted } from './email.ts'
import { checkEmailCode, claimEmailCode, type EmailRecipient, makeEmailCode } from './email-codes.ts'
import { openEmailGap } from './email-sendings.ts'
import { expectUnpopular } from './popular-pins.ts'
import { openGap } from './sendings.ts'
import { signOutOthers } from './sessions.ts'
import { claimCode, hasPin, putPin } from './store.ts'

interface Unfreezing {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  readonly code: string | undefined
  readonly pin: string | undefined
  readonly emailCode: string | undefined
  readonly passkey: string | undefined
  readonly newPin: string | undefined
}

/** What shows that a wallet may be unfrozen. */
interface Showing {
  /** Whether it is nothing but the number, and a wait. */
  readonly isByNumber: boolean
  /** Uses it up, in the transaction that unfreezes; refuses when somebody was quicker. */
  readonly use: (tx: Transaction, freeze: Freeze) => Promise<void>
  readonly afterwards?: () => Promise<void>
}

/**
 * Ends what the owner has frozen, and all other sessions: by a fresh code and the PIN, or with a new PIN by a passkey or an e-mail that is older
 * than the freeze, or by a fresh code after a day's wait. Refuses wallet_frozen for what the operator has frozen, pin_required without the PIN,
 * wait_required where the number alone is not enough yet, and what checkCode, provePin, provePasskey and checkEmailCode refuse. What is not
 * frozen is left as it is, so it may be sent again.
 */
export async function unfreezeOwn(deps: AuthDeps, asked: Unfreezing, caller: Caller): Promise<void> {
  const { database } = deps
  const { user, newPin } = asked
  const { userId } = user
  const { now } = caller
  const freeze = await findFreeze(database, userId)
  if (freeze.operator) throw new Refusal({ code: 'wallet_frozen' })
  if (!freeze.owner) return
  const isNewPinAsked = asked.passkey !== undefined || asked.emailCode !== undefined
  // One PIN or the other: with both nobody would know which is theirs.
  if (asked.pin !== undefined && newPin !== undefined) throw new Refusal({ code: 'invalid_field', field: 'new_pin_code' })
  if (isNewPinAsked && newPin === undefined) throw new Refusal({ code: 'invalid_field', field: 'new_pin_code' })
  if (newPin !== undefined) expectUnpopular(newPin, 'new_pin_code', deps)
  const showing = await showingOf(deps, asked, { ...caller, freeze })
  const hash = newPin === undefined ? undefined : await deps.pins.hash(userId, newPin)
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const present = await findFreeze(tx, userId)
    if (present.operator) throw new Refusal({ code: 'wallet_frozen' })
    // Somebody was quicker, with the same.
    if (!present.owner) return
    await showing.use(tx, present)
    if (hash !== undefined) await setNewPin(tx, { userId, hash, isByNumber: showing.isByNumber, now })
    await setFrozen(tx, userId, await setFreezer(tx, userId, { by: 'owner', isFrozen: false, now }))
    await signOutOthers(tx, user, now)
    await tellOwner(tx, { userId, kind: 'unfrozen', now })
    caller.deadline.throwIfExceeded()
  })
  await showing.afterwards?.()
}

async function setNewPin(
  tx: Transaction,
  { isByNumber, ...pin }: { readonly userId: string; readonly hash: string; readonly isByNumber: boolean; readonly now: Date },
): Promise<void> {
  await (isByNumber ? notePinReset(tx, pin.userId, pin.now) : forgetPinReset(tx, pin.userId))
  await putPin(tx, pin)
  await forgetWrongPins(tx, pin.userId)
}

type Frozen = Caller & { readonly freeze: Freeze }

function showingOf(deps: AuthDeps, asked: Unfreezing, caller: Frozen): Promise<Showing> {
  if (asked.passkey !== undefined) return showByPasskey(deps, asked, asked.passkey, caller)
  if (asked.emailCode !== undefined) return showByEmail(deps, asked, asked.emailCode, caller)
  return showByCode(deps, asked, caller)
}

async function showByPasskey(deps: AuthDeps, { user }: Unfreezing, passkey: string, { now }: Frozen): Promise<Showing> {
  const confirmation = await provePasskey(deps, { user, passkey, now, purpose: 'unfreeze', bound: [] })
  return { isByNumber: false, use: (tx) => expectConfirmed(tx, confirmation) }
}

async function showByEmail(deps: AuthDeps, { user }: Unfreezing, code: string, { now }: Frozen): Promise<Showing> {
  const { database } = deps
  const { userId } = user
  const right = await checkEmailCode(deps, await oldEmailOf(deps, userId), { code, now })
  return {
    isByNumber: false,
    async use(tx) {
      if (!(await isEmailOld(tx, userId)) || !(await claimEmailCode(tx, right.id, now)))
        throw new Refusal({ code: 'code_wrong', field: 'email_code', reason: 'email' })
    },
    afterwards: () => openEmailGap(database, userId),
  }
}

/** By a code from an SMS: with the PIN at once, else once its wait is over. */
async function showByCode(deps: AuthDeps, asked: Unfreezing, caller: Frozen): Promise<Showing> {
  const { user, code, pin, newPin, idempotencyKey } = asked
  const { now, freeze } = caller
  const { userId } = user
  if (code === undefined) throw new Refusal({ code: 'invalid_field', field: 'confirm_code' })
  const isByPin = pin !== undefined && (await hasPin(deps.database, userId))
  if (!isByPin) await expectWaited(deps, userId, { isPinNew: newPin !== undefined, freeze, now })
  const { phone } = await getUser(deps.database, userId)
  const right = await checkCode(deps, { ...caller, address: undefined, phone, purpose: 'unfreeze', code, pin })
  const confirmation = isByPin ? await provePin(deps, { user, pin, now, idempotencyKey, field: 'pin_code' }) : undefined
  return {
    isByNumber: !isByPin,
    async use(tx, present) {
      // Vetoed meanwhile.
      if (!isByPin && !hasWaited(present, now)) throw new Refusal({ code: 'wait_required', reason: 'unfreeze' })
      if (!(await claimCode(tx, right.id, now))) throw new Refusal({ code: 'code_wrong' })
      await expectConfirmed(tx, confirmation)
    },
    afterwards: () => openGap(deps.database, deps.sendingLimits, right.sendingBucket),
  }
}

function hasWaited(freeze: Freeze, now: Date): boolean {
  const endsAt = waitEndsAt(freeze, now)
  return endsAt !== undefined && endsAt <= now
}

async function expectWaited(
  { database }: AuthDeps,
  userId: string,
  { isPinNew, freeze, now }: { readonly isPinNew: boolean; readonly freeze: Freeze; readonly now: Date },
): Promise<void> {
  const endsAt = waitEndsAt(freeze, now)
  if (!isPinNew && (await hasPin(database, userId)))
    throw new Refusal({ code: 'pin_required', field: 'pin_code', reason: 'unfreeze' })
  if (endsAt === undefined) throw new Refusal({ code: 'wait_required', reason: 'unfreeze' })
  const leftMs = endsAt.getTime() - now.getTime()
  if (leftMs > 0) throw new Refusal({ code: 'wait_required', reason: 'asked', retryAfterSeconds: Math.ceil(leftMs / 1000) })
  if (!isPinNew) throw new Refusal({ code: 'invalid_field', field: 'new_pin_code' })
}

/**
 * Begins the day that whoever has nothing but the number waits for, by a fresh code, and gives when it ends; every contact of the owner is told,
 * and any of them ends it by freezing the wallet again. One that has begun goes on. Refuses not_found where the owner has nothing frozen,
 * wallet_frozen for what the operator has, and as checkCode.
 */
export async function askToUnfreeze(deps: AuthDeps, user: SignedIn, code: string, caller: Caller): Promise<Date> {
  const { database } = deps
  const { userId } = user
  const { now } = caller
  expectOwners(await findFreeze(database, userId))
  const { phone } = await getUser(database, userId)
  const right = await checkCode(deps, { ...caller, address: undefined, phone, purpose: 'unfreeze', code, pin: undefined })
  const endsAt = await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const freeze = await findFreeze(tx, userId)
    expectOwners(freeze)
    if (!(await claimCode(tx, right.id, now))) throw new Refusal({ code: 'code_wrong' })
    const present = waitEndsAt(freeze, now)
    if (present) return present
    await beginWait(tx, userId, now)
    await tellOwner(tx, { userId, kind: 'unfreeze_asked', now })
    caller.deadline.throwIfExceeded()
    return waitEndsAt({ askedAt: now }, now) ?? now
  })
  await openGap(database, deps.sendingLimits, right.sendingBucket)
  return endsAt
}

function expectOwners({ operator, owner }: Freeze): void {
  if (operator) throw new Refusal({ code: 'wallet_frozen' })
  if (!owner) throw new Refusal({ code: 'not_found' })
}

/** Sends the code that unfreezes a wallet, by SMS or to an e-mail that is older than the freeze. Refuses not_found where there is none, and as every code. */
export async function sendUnfreezeCode(deps: AuthDeps, user: SignedIn, channel: 'sms' | 'email', caller: Caller): Promise<void> {
  if (channel === 'sms') return sendOwnCode(deps, user, 'unfreeze', caller)
  expectOn(deps)
  const { userId } = user
  const recipient = await oldEmailOf(deps, userId)
  const { email } = recipient
  await mailCounted(deps, { ...caller, address: undefined, email, bucket: userId }, async (tx) => ({
    about: 'unfreeze_code',
    ...(await makeEmailCode(tx, deps.keys, recipient, { userId, now: caller.now })),
  }))
}

async function oldEmailOf({ database, keys }: AuthDeps, userId: string): Promise<EmailRecipient> {
  const email = (await isEmailOld(database, userId)) ? await findConfirmedEmail(database, keys, userId) : undefined
  if (email === undefined) throw new Refusal({ code: 'not_found', field: 'email' })
  return { purpose: 'unfreeze', subject: userId, email }
}
