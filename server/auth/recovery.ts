import { Refusal } from '#server/http/refusal'
import { consume, giveBack, type Limit } from '#server/security/limits'
import { isEmailOf } from '#server/users/contact'
import { findUserByPhone, lockUserByPhone } from '#server/users/users'
import { recognise, requireProof } from './asker.ts'
import { type AuthDeps, admit, type Caller, readPhone, type SignedInReply } from './auth.ts'
import { expectOn, mailCounted } from './email.ts'
import { checkEmailCode, claimEmailCode, type EmailRecipient, makeEmailCode } from './email-codes.ts'
import { openEmailGap } from './email-sendings.ts'
import { findPinByPhone } from './store.ts'

/** Whoever says that a wallet is theirs, and by which e-mail it could be known. */
interface Claim {
  readonly phone: string
  readonly email: string
}

/**
 * Sends an e-mail to whoever has lost their number: a code, if the owner of the wallet has confirmed that e-mail and has a PIN, or else a
 * word that nothing can be done by it. The answer is the same, and takes as long. Strangers work for it (proof_required); refuses
 * switched_off, code_too_soon, code_limit and email_refused besides.
 */
export async function sendRecoveryCode(deps: AuthDeps, { phone: unchecked, email }: Claim, caller: Caller): Promise<void> {
  expectOn(deps)
  const { database, keys } = deps
  const phone = readPhone(unchecked).e164
  const asker = await recognise(database, { ...caller, phone })
  if (!asker.isKnown) {
    const refusal = await requireProof(database, keys, asker, 60)
    if (refusal) throw refusal
  }
  // A number that strangers ask for has one count an address, so that none of them uses up the owner's.
  const bucket = asker.isKnown ? asker.sendingBucket : `${phone} ${caller.address}`
  const address = asker.isKnown ? undefined : caller.address
  await mailCounted(deps, { ...caller, address, email, bucket }, async (tx) => {
    const user = await findUserByPhone(tx, phone)
    const pin = await findPinByPhone(tx, phone)
    const isTheirs = await isEmailOf(tx, keys, phone, email)
    const userId = pin && isTheirs ? user?.id : undefined
    const made = await makeEmailCode(tx, keys, recipientOf(phone, email), { userId, now: caller.now })
    return { about: userId === undefined ? 'no_recovery' : 'recovery_code', ...made }
  })
}

// Whoever reads the mail guesses no PIN: strangers who do not read it take nothing of this.
const WRONG_PINS: Limit = { scope: 'recovery_wrong_pins', max: 10, windowSeconds: 30 * 86_400 }

/**
 * Signs in by the code of an e-mail and the PIN, and tells the owner as of every sign-in. Refuses switched_off, code_expired, code_wrong,
 * whichever of the two is, and code_limit after ten wrong PINs in a month.
 */
export async function recoverWallet(
  deps: AuthDeps,
  { phone: unchecked, email, code, pin }: Claim & { readonly code: string; readonly pin: string },
  caller: Caller,
): Promise<SignedInReply> {
  expectOn(deps)
  const { database } = deps
  const { now } = caller
  const phone = readPhone(unchecked).e164
  const right = await checkEmailCode(deps, recipientOf(phone, email), { code, now })
  const taken = await consume(database, WRONG_PINS, right.userId, now)
  if (!taken.ok) throw new Refusal({ code: 'code_limit', retryAfterSeconds: taken.retryAfterSeconds })
  const isRight = await deps.pins.matchesIfAny(await findPinByPhone(database, phone), pin).catch(async (error: unknown) => {
    // What could not be compared was no wrong one.
    await giveBack(database, WRONG_PINS, right.userId)
    throw error
  })
  if (!isRight) throw wrong()
  await giveBack(database, WRONG_PINS, right.userId)
  const reply = await database.inTransaction(async (tx) => {
    // Whoever closes it at this moment ends the sessions that there are.
    const user = await lockUserByPhone(tx, phone)
    const isTheirs = user?.id === right.userId && (await isEmailOf(tx, deps.keys, phone, email))
    if (!(isTheirs && (await claimEmailCode(tx, right.id, now)))) throw wrong()
    return admit(tx, deps, right.userId, caller)
  })
  await openEmailGap(database, `${phone} ${caller.address}`)
  return reply
}

const recipientOf = (phone: string, email: string): EmailRecipient => ({ purpose: 'recover', subject: phone, email })

const wrong = (): Refusal => new Refusal({ code: 'code_wrong', field: 'email_code', reason: 'recovery' })
