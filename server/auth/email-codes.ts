import { timingSafeEqual } from 'node:crypto'
import { deleteOldRows } from '#server/db/delete-old'
import { idAt } from '#server/db/ids'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import type { Keys } from '#server/security/keys'
import { normalisedEmail } from '#server/users/personal-data'
import { newCode } from './new-code.ts'

/** Whom a code is for: somebody who is signed in, or the number of whoever wants to be. */
export interface EmailRecipient {
  readonly purpose: 'confirm' | 'recover' | 'unfreeze'
  /** A person's id, or a number (E.164). */
  readonly subject: string
  readonly email: string
}

const LIFETIME_MS = 15 * 60_000
const GUESSES_MAX = 5

const END_EARLIER = {
  name: 'email_code.end_earlier',
  text: 'update email_code set expires_at = $2 where recipient = any($1) and used_at is null and expires_at > $2',
}
const INSERT = {
  name: 'email_code.insert',
  text: `insert into email_code (id, user_id, purpose, recipient, code_hash, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

/**
 * Makes a code of six digits for an e-mail, good for a quarter of an hour, and keeps its keyed hash; those before it are worth nothing any
 * more. For nobody it is a decoy, which is never right.
 */
export async function makeEmailCode(
  tx: Transaction,
  keys: Keys,
  recipient: EmailRecipient,
  { userId, now }: { readonly userId: string | undefined; readonly now: Date },
): Promise<{ readonly id: string; readonly code: string }> {
  const id = idAt(now)
  const code = newCode(6)
  const purpose = userId === undefined ? `${recipient.purpose}_decoy` : recipient.purpose
  await tx.run(END_EARLIER, [hashesOf(keys, recipient), now])
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await tx.run(INSERT, [id, userId, purpose, recipientHash(keys, recipient), codeHash(keys, id, code), now, expiresAt])
  return { id, code }
}

const LOCK_LIVE = {
  name: 'email_code.lock_live',
  text: `select id, user_id as "userId", code_hash as hash from email_code
    where recipient = any($1) and used_at is null and expires_at > $2 and guesses < $3
    order by id desc limit 1 for update`,
}
const COUNT_GUESS = { name: 'email_code.count_guess', text: 'update email_code set guesses = guesses + 1 where id = $1' }

/** A code that was guessed right, to be claimed in the transaction that acts on it, and whose it is. */
export interface RightEmailCode {
  readonly id: string
  readonly userId: string
}

/** Checks a code: five guesses each, counted before they are checked. Refuses code_expired and code_wrong. */
export async function checkEmailCode(
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  recipient: EmailRecipient,
  { code, now }: { readonly code: string; readonly now: Date },
): Promise<RightEmailCode> {
  const outcome = await database.inTransaction(async (tx) => {
    const live = await tx.find<{ id: string; userId: string | null; hash: Buffer }>(LOCK_LIVE, [
      hashesOf(keys, recipient),
      now,
      GUESSES_MAX,
    ])
    if (!live) return new Refusal({ code: 'code_expired', field: 'email_code' })
    await tx.run(COUNT_GUESS, [live.id])
    const { id, userId, hash } = live
    const reason = recipient.purpose === 'recover' ? 'recovery' : 'email'
    const isRight = keys.all.some((each) => timingSafeEqual(hash, codeHash(each, id, code)))
    return isRight && userId !== null ? { id, userId } : new Refusal({ code: 'code_wrong', field: 'email_code', reason })
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

const CLAIM = { name: 'email_code.claim', text: 'update email_code set used_at = $2 where id = $1 and used_at is null' }

/** Uses a code up; false when another request was quicker. */
export async function claimEmailCode(tx: Transaction, id: string, now: Date): Promise<boolean> {
  return (await tx.run(CLAIM, [id, now])) === 1
}

/** Deletes codes after a day. */
export async function deleteOldEmailCodes(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'email_code', 'created_at', new Date(now.getTime() - 86_400_000))
}

const codeHash = (keys: Pick<Keys, 'hash'>, id: string, code: string): Buffer => keys.hash('email_code', id, code)

function recipientHash(keys: Pick<Keys, 'hash'>, { purpose, subject, email }: EmailRecipient): Buffer {
  return keys.hash('email_recipient', purpose, subject, normalisedEmail(email))
}

const hashesOf = (keys: Keys, recipient: EmailRecipient): Buffer[] => keys.all.map((each) => recipientHash(each, recipient))
