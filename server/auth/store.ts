import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'
import type { Consent } from '#server/users/consents'
import type { PersonDetails } from '#server/users/users'

export type CodePurpose = 'register' | 'login'

/** A sign-up that waits for its phone to be confirmed. */
export interface Registration {
  readonly person: PersonDetails
  readonly consents: readonly Consent[]
}

const UPSERT_REGISTRATION = {
  name: 'auth.upsert_registration',
  text: `insert into registration (phone, details, begun_at) values ($1, $2, $3)
    on conflict (phone) do update set details = excluded.details, begun_at = excluded.begun_at`,
}

/** Keeps a sign-up until its phone is confirmed; a newer one of the same phone takes its place. */
export async function keepRegistration(
  queryable: Queryable,
  phone: string,
  registration: Registration,
  now: Date,
): Promise<void> {
  await queryable.run(UPSERT_REGISTRATION, [phone, JSON.stringify(registration), now])
}

const FIND_REGISTRATION = { name: 'auth.find_registration', text: 'select details from registration where phone = $1' }
const DELETE_REGISTRATION = { name: 'auth.delete_registration', text: 'delete from registration where phone = $1' }

/** Finds the sign-up of a phone. */
export async function findRegistration(queryable: Queryable, phone: string): Promise<Registration | undefined> {
  return (await queryable.find<{ details: Registration }>(FIND_REGISTRATION, [phone]))?.details
}

/** Forgets a sign-up that has become a user. */
export async function deleteRegistration(queryable: Queryable, phone: string): Promise<void> {
  await queryable.run(DELETE_REGISTRATION, [phone])
}

const INSERT_CODE = {
  name: 'auth.insert_code',
  text: 'insert into phone_code (id, phone, purpose, code_hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
}

export interface NewCode {
  readonly id: string
  readonly phone: string
  readonly purpose: CodePurpose
  readonly hash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Keeps the keyed hash of a code that is about to be sent. */
export async function insertCode(queryable: Queryable, code: NewCode): Promise<void> {
  await queryable.run(INSERT_CODE, [code.id, code.phone, code.purpose, code.hash, code.createdAt, code.expiresAt])
}

// Only the newest code of a phone and purpose counts. The guess is counted before it is compared.
const COUNT_GUESS = {
  name: 'auth.count_guess',
  text: `update phone_code set guesses = guesses + 1
    where id = (select id from phone_code where phone = $1 and purpose = $2 order by created_at desc, id desc limit 1)
      and used_at is null and expires_at > $3 and guesses < $4
    returning id, code_hash`,
}

/** Counts a guess at the live code of a phone; nothing when there is none: used, expired or guessed too often. */
export async function countGuess(
  queryable: Queryable,
  { phone, purpose, now, guessesMax }: { phone: string; purpose: CodePurpose; now: Date; guessesMax: number },
): Promise<{ id: string; hash: Buffer } | undefined> {
  const row = await queryable.find<{ id: string; code_hash: Buffer }>(COUNT_GUESS, [phone, purpose, now, guessesMax])
  return row && { id: row.id, hash: row.code_hash }
}

const GIVE_BACK_GUESS = { name: 'auth.give_back_guess', text: 'update phone_code set guesses = guesses - 1 where id = $1' }

/** Takes back the count of a guess that was right. */
export async function giveBackGuess(queryable: Queryable, id: string): Promise<void> {
  await queryable.run(GIVE_BACK_GUESS, [id])
}

const CLAIM_CODE = { name: 'auth.claim_code', text: 'update phone_code set used_at = $2 where id = $1 and used_at is null' }

/** Uses a code up; false when another request was quicker. */
export async function claimCode(queryable: Queryable, id: string, now: Date): Promise<boolean> {
  return (await queryable.run(CLAIM_CODE, [id, now])) === 1
}

const INSERT_PIN = {
  name: 'auth.insert_pin',
  text: 'insert into pin (user_id, hash, set_at) values ($1, $2, $3) on conflict (user_id) do nothing',
}
const HAS_PIN = { name: 'auth.has_pin', text: 'select 1 as one from pin where user_id = $1' }
const TRUST_PIN_AGAIN = {
  name: 'auth.trust_pin_again',
  text: 'update pin set failures_since_sign_in = 0 where user_id = $1 and failures_since_sign_in > 0',
}

/** Stores the first PIN of a user; false when there is one. */
export async function insertPin(queryable: Queryable, userId: string, hash: string, now: Date): Promise<boolean> {
  return (await queryable.run(INSERT_PIN, [userId, hash, now])) === 1
}

/** Whether a user has set a PIN. */
export async function hasPin(queryable: Queryable, userId: string): Promise<boolean> {
  return (await queryable.find(HAS_PIN, [userId])) !== undefined
}

/** A sign-in by SMS: PIN failures since the last one are forgotten (those in a row are not). */
export async function trustPinAgain(queryable: Queryable, userId: string): Promise<void> {
  await queryable.run(TRUST_PIN_AGAIN, [userId])
}

const OLD_MS = 86_400_000

/** Deletes codes, and sign-ups that were never confirmed, after a day. */
export async function deleteOldCodes(queryable: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - OLD_MS)
  await deleteOldRows(queryable, 'phone_code', 'created_at', before)
  await deleteOldRows(queryable, 'registration', 'begun_at', before)
}
