import { expectConfirmed } from '#server/confirmation/confirmation'
import { proveOwner } from '#server/confirmation/owner'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { Refusal, refusedAs } from '#server/http/refusal'
import { mailHtml } from '#server/messages/html'
import { tellOwner } from '#server/messages/tell-owner'
import type { Keys } from '#server/security/keys'
import type { SignedIn } from '#server/security/sessions'
import { emailConfirmedAt, findConfirmedEmail, keepConfirmedEmail } from '#server/users/contact'
import { isSameEmail, normalisedEmail } from '#server/users/personal-data'
import { lockUser } from '#server/users/users'
import type { AuthDeps, Caller } from './auth.ts'
import { checkEmailCode, claimEmailCode, type EmailRecipient, makeEmailCode } from './email-codes.ts'
import { consumeEmail, openEmailGap } from './email-sendings.ts'

/** What a mail that answers a request is about: its texts are `email.<about>` and `email.<about>.subject`. */
type MailAbout = 'code' | 'recovery_code' | 'no_recovery' | 'unfreeze_code'

/** Sends a code to an e-mail that somebody says is theirs. Refuses switched_off, code_too_soon, code_limit, and email_refused. */
export async function sendEmailCode(deps: AuthDeps, { userId }: SignedIn, email: string, caller: Caller): Promise<void> {
  expectOn(deps)
  const recipient = recipientOf(userId, email)
  await mailCounted(deps, { ...caller, address: undefined, email, bucket: userId }, async (tx) => ({
    about: 'code',
    ...(await makeEmailCode(tx, deps.keys, recipient, { userId, now: caller.now })),
  }))
}

/**
 * Keeps the e-mail that a code was sent to as the one that is known to be theirs, and tells the owner. Refuses switched_off, code_expired,
 * code_wrong, and, last, as proveOwner.
 */
export async function confirmOwnEmail(
  deps: AuthDeps,
  user: SignedIn,
  { email, code, pin }: { readonly email: string; readonly code: string; readonly pin: string | undefined },
  now: Date,
): Promise<void> {
  expectOn(deps)
  const { database, keys } = deps
  const { userId } = user
  const right = await checkEmailCode(deps, recipientOf(userId, email), { code, now })
  const takesAwaySince = (await isAnother(deps, userId, email)) ? await emailConfirmedAt(database, userId) : undefined
  const confirmation = await proveOwner(deps, { user, pin, now, field: 'pin_code', reason: 'email', takesAwaySince })
  await database.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    if (!(await claimEmailCode(tx, right.id, now)))
      throw new Refusal({ code: 'code_wrong', field: 'email_code', reason: 'email' })
    await expectConfirmed(tx, confirmation)
    const kind = (await isAnother({ database: tx, keys }, userId, email)) ? 'email_changed' : 'email_confirmed'
    // Before it is another: of a change hears who had the one before it.
    if (kind === 'email_changed') await tellOwner(tx, { userId, kind, now })
    await keepConfirmedEmail(tx, keys, userId, { email, now })
    if (kind === 'email_confirmed') await tellOwner(tx, { userId, kind, now })
  })
  await openEmailGap(database, userId)
}

/** Whether an e-mail would take the place of one that is known to be theirs. */
async function isAnother(
  { database, keys }: { readonly database: Queryable; readonly keys: Keys },
  userId: string,
  email: string,
): Promise<boolean> {
  const present = await findConfirmedEmail(database, keys, userId)
  return present !== undefined && !isSameEmail(present, email)
}

const recipientOf = (userId: string, email: string): EmailRecipient => ({ purpose: 'confirm', subject: userId, email })

/** Refuses where the operator has switched it off, or no provider sends e-mail. */
export function expectOn({ isOn }: Pick<AuthDeps, 'isOn'>): void {
  if (!isOn('email_recovery')) throw new Refusal({ code: 'switched_off', feature: 'email_recovery' })
}

/** A mail that is about to be sent to whoever asked for it. */
interface Mail {
  readonly about: MailAbout
  readonly id: string
  readonly code: string
}

/**
 * Counts a request for an e-mail and sends what is written, in that order: what is cut off has counted nothing, what could not be sent may
 * be asked for again at once. Refuses email_refused for an address that the provider does not take.
 */
export async function mailCounted(
  deps: AuthDeps,
  asked: Pick<Caller, 'language' | 'now'> & {
    readonly email: string
    readonly bucket: string
    readonly address: string | undefined
  },
  write: (tx: Transaction) => Promise<Mail>,
): Promise<void> {
  const { database, brand, texts, publicUrl } = deps
  const { email, language, bucket } = asked
  const written = await database.inTransaction(async (tx) => {
    const refusal = await consumeEmail(tx, {
      ...asked,
      email: deps.keys.hash('email', normalisedEmail(email)).toString('base64url'),
    })
    return refusal ?? write(tx)
  })
  if (written instanceof Refusal) throw written
  const { about, id, code } = written
  const parameters = { code, brand: brand.name, url: publicUrl }
  const text = texts.translate(language, `email.${about}`, parameters)
  const subject = texts.translate(language, `email.${about}.subject`, parameters)
  try {
    const mail = { to: email, subject, text, html: mailHtml(text, brand.name, language), reference: id }
    await refusedAs({ code: 'email_refused', field: 'email' }, deps.email.send(mail))
  } catch (error) {
    await openEmailGap(database, bucket)
    throw error
  }
}
