import { deleteOldRows } from '#server/db/delete-old'
import { isNull } from '#server/db/planner'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { Keys } from '#server/security/keys'
import type { KeptPin } from '#server/security/pins'
import type { Consent } from '#server/users/consents'
import { decryptPersonal, encryptPersonal } from '#server/users/personal-data'
import type { PersonDetails } from '#server/users/users'

/** What a code is for. A decoy is never right: it stands for the code that a phone with a wallet, or without one, would have been sent. */
export type CodePurpose = 'register' | 'login' | 'pin' | 'unfreeze' | 'close' | 'register_decoy' | 'login_decoy'

/** A sign-up that waits for its phone to be confirmed. */
export interface Registration {
  readonly person: PersonDetails
  readonly consents: readonly Consent[]
}

/** A sign-up as it is kept: what is personal in it is encrypted for its row, or of a version that did not. */
export interface KeptRegistration extends Registration {
  /** In base64. */
  readonly personal?: string
}

/** A sign-up as it is kept in a row; encrypted, unless a version may run beside that cannot read it. */
export function keptRegistration(keys: Keys, row: Row, { person, consents }: Registration): string {
  if (!keys.encrypts) return JSON.stringify({ person, consents })
  const { firstName, lastName, countryCode } = person
  const personal = encryptPersonal(keys, row, person).toString('base64')
  return JSON.stringify({ person: { firstName, lastName, countryCode }, consents, personal })
}

/** A kept sign-up, as it was entered. */
export function openedRegistration(keys: Keys, row: Row, { person, consents, personal }: KeptRegistration): Registration {
  if (personal === undefined) return { person, consents }
  return { person: { ...person, ...decryptPersonal(keys, row, Buffer.from(personal, 'base64')) }, consents }
}

type Row = readonly [table: 'phone_code' | 'registration', id: string]

const UPSERT_REGISTRATION = {
  name: 'auth.upsert_registration',
  text: `insert into registration (phone, details, begun_at) values ($1, $2, $3)
    on conflict (phone) do update set details = excluded.details, begun_at = excluded.begun_at`,
}

/** Keeps a sign-up where a version before this one looks for it, if it may run beside; this one keeps it with its code. */
export async function keepRegistration(
  queryable: Queryable,
  keys: Keys,
  phone: string,
  registration: Registration,
  now: Date,
): Promise<void> {
  if (!keys.encrypts)
    await queryable.run(UPSERT_REGISTRATION, [phone, keptRegistration(keys, ['registration', phone], registration), now])
}

const FIND_REGISTRATION = {
  name: 'auth.find_registration',
  text: `select "table", id, details from (
      select 'phone_code' as "table", id::text, registration as details, device_id = $2 as is_own, created_at as begun_at
        from phone_code where phone = $1 and registration is not null
      union all select 'registration', phone, details, false, begun_at from registration where phone = $1
    ) begun
    order by is_own desc, begun_at desc limit 1`,
}
const DELETE_REGISTRATION = { name: 'auth.delete_registration', text: 'delete from registration where phone = $1' }

/** Finds the sign-up of a phone that is under way: the one that this device began, or else the newest. */
export async function findRegistration(
  queryable: Queryable,
  keys: Keys,
  { phone, deviceId }: { readonly phone: string; readonly deviceId: string },
): Promise<Registration | undefined> {
  const found = await queryable.find<{ table: Row[0]; id: string; details: KeptRegistration }>(FIND_REGISTRATION, [
    phone,
    deviceId,
  ])
  return found && openedRegistration(keys, [found.table, found.id], found.details)
}

/** Forgets a sign-up that has become a user. */
export async function deleteRegistration(queryable: Queryable, phone: string): Promise<void> {
  await queryable.run(DELETE_REGISTRATION, [phone])
}

// Of a sign-in, the one before is another's who is as strange; of a sign-up, it is this device's: somebody else's goes on.
const END_EARLIER = {
  name: 'auth.end_earlier_codes',
  text: `update phone_code set expires_at = $5
    where phone = $1 and purpose = $2 and is_known_device = $4 and used_at is null and expires_at > $5
      and (device_id = $3 or ($2 like 'login%' and not is_known_device))`,
}
const INSERT_CODE = {
  name: 'auth.insert_code',
  text: `insert into phone_code (id, phone, purpose, device_id, is_known_device, created_at, code_hash, registration, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

export interface NewCode {
  readonly id: string
  readonly phone: string
  readonly purpose: CodePurpose
  readonly deviceId: string
  readonly isKnownDevice: boolean
  readonly registration: Registration | undefined
  readonly hash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Keeps the keyed hash of a code that is about to be sent, and ends those before it that it takes the place of. */
export async function insertCode(queryable: Queryable, keys: Keys, code: NewCode): Promise<void> {
  const { id, phone, purpose, deviceId, isKnownDevice, registration, hash, createdAt, expiresAt } = code
  await queryable.run(END_EARLIER, [phone, purpose, deviceId, isKnownDevice, createdAt])
  const details = registration ? keptRegistration(keys, ['phone_code', id], registration) : null
  await queryable.run(INSERT_CODE, [id, phone, purpose, deviceId, isKnownDevice, createdAt, hash, details, expiresAt])
}

const COUNT_USED = {
  name: 'auth.count_used_codes',
  text: `select count(*)::integer as sent, count(used_at)::integer as used
    from (select used_at from phone_code where not is_known_device and created_at < $1 order by id desc limit $2) last`,
}

/** How many of the last codes that strangers asked for before a moment have been used. */
export async function countUsed(
  queryable: Queryable,
  { last, before }: { readonly last: number; readonly before: Date },
): Promise<{ sent: number; used: number }> {
  return (await queryable.find<{ sent: number; used: number }>(COUNT_USED, [before, last])) ?? { sent: 0, used: 0 }
}

const LOCK_LIVE_CODES = {
  name: 'auth.lock_live_codes',
  text: `select id, purpose, code_hash as hash, registration from phone_code
    where phone = $1 and used_at is null and expires_at > $2 and guesses < $3 and (not is_known_device or device_id = $4)
    order by id for update`,
}

export interface LiveCode {
  readonly id: string
  readonly purpose: CodePurpose
  readonly hash: Buffer
  readonly registration: Registration | null
}

type KeptCode = Omit<LiveCode, 'registration'> & { readonly registration: KeptRegistration | null }

/**
 * The codes of a phone that may be guessed, locked until the transaction ends: those that strangers asked for and those of a known
 * device, where one asks. Not those used, expired or guessed too often.
 */
export async function lockLiveCodes(
  tx: Transaction,
  keys: Keys,
  { phone, deviceId, now, guessesMax }: { phone: string; deviceId: string | undefined; now: Date; guessesMax: number },
): Promise<LiveCode[]> {
  const rows = await tx.list<KeptCode>(LOCK_LIVE_CODES, [phone, now, guessesMax, deviceId ?? null])
  return rows.map(({ registration, ...code }) => ({
    ...code,
    registration: registration && openedRegistration(keys, ['phone_code', code.id], registration),
  }))
}

const COUNT_GUESS = { name: 'auth.count_guess', text: 'update phone_code set guesses = guesses + 1 where id = any($1)' }
const GIVE_BACK_GUESS = { name: 'auth.give_back_guess', text: 'update phone_code set guesses = guesses - 1 where id = any($1)' }

/** Counts a guess at codes that are locked. */
export async function countGuess(tx: Transaction, codes: readonly LiveCode[]): Promise<void> {
  await tx.run(COUNT_GUESS, [codes.map(({ id }) => id)])
}

/** Takes back the count of a guess that was right. */
export async function giveBackGuess(tx: Transaction, codes: readonly LiveCode[]): Promise<void> {
  await tx.run(GIVE_BACK_GUESS, [codes.map(({ id }) => id)])
}

const CLAIM_CODE = { name: 'auth.claim_code', text: 'update phone_code set used_at = $2 where id = $1 and used_at is null' }

/** Uses a code up; false when another request was quicker. */
export async function claimCode(queryable: Queryable, id: string, now: Date): Promise<boolean> {
  return (await queryable.run(CLAIM_CODE, [id, now])) === 1
}

const INSERT_PIN = {
  name: 'auth.insert_pin',
  // Of a wallet that is being closed none is left behind.
  text: `insert into pin (user_id, hash, set_at, first_set_at)
    select id, $2, $3, $3 from wallet_user where id = $1 and ${isNull('closed_at')} for share
    on conflict (user_id) do nothing`,
}
const IS_SIGNING_UP = {
  name: 'auth.is_signing_up',
  text: "select registered_at > $2::timestamptz - interval '10 minutes' as yes from wallet_user where id = $1",
}

/** Whether somebody has opened their wallet within the last ten minutes. */
export async function isSigningUp(queryable: Queryable, userId: string, now: Date): Promise<boolean> {
  return (await queryable.find<{ yes: boolean }>(IS_SIGNING_UP, [userId, now]))?.yes === true
}

const HAS_PIN = { name: 'auth.has_pin', text: 'select 1 as one from pin where user_id = $1' }

/** Stores the first PIN of a user; false when there is one. */
export async function insertPin(queryable: Queryable, userId: string, hash: string, now: Date): Promise<boolean> {
  return (await queryable.run(INSERT_PIN, [userId, hash, now])) === 1
}

/** Whether a user has set a PIN. */
export async function hasPin(queryable: Queryable, userId: string): Promise<boolean> {
  return (await queryable.find(HAS_PIN, [userId])) !== undefined
}

const LOCK_PIN = { name: 'auth.lock_pin', text: 'select 1 as one from pin where user_id = $1 for update' }
const REPLACE_PIN = {
  name: 'auth.replace_pin',
  text: 'update pin set hash = $2, set_at = $3, changed_at = $3 where user_id = $1',
}

/** Locks the PIN of a user until the transaction ends. */
export async function lockPin(tx: Transaction, userId: string): Promise<void> {
  await tx.find(LOCK_PIN, [userId])
}

const PUT_PIN = {
  name: 'auth.put_pin',
  text: `insert into pin (user_id, hash, set_at, first_set_at, changed_at) values ($1, $2, $3, $3, $3)
    on conflict (user_id) do update set hash = excluded.hash, set_at = excluded.set_at, changed_at = excluded.changed_at`,
}

/** Sets the PIN of a user, whether there was one or not. */
export async function putPin(
  tx: Transaction,
  { userId, hash, now }: { readonly userId: string; readonly hash: string; readonly now: Date },
): Promise<void> {
  await tx.run(PUT_PIN, [userId, hash, now])
}

/** Puts another PIN in the place of a user's. */
export async function replacePin(
  tx: Transaction,
  { userId, hash, now }: { readonly userId: string; readonly hash: string; readonly now: Date },
): Promise<void> {
  await tx.run(REPLACE_PIN, [userId, hash, now])
}

const PIN_BY_PHONE = {
  name: 'auth.pin_by_phone',
  // A row for a number without a wallet, too: its answer takes as long as that of any other.
  text: `select user_id as "userId", hash from (select $1::text as asked) as number
    left join wallet_user on wallet_user.phone = number.asked and closed_at is null
    left join pin on pin.user_id = wallet_user.id`,
}

/** The PIN of a phone's owner, as it is kept; nothing where there is no owner, or no PIN. */
export async function findPinByPhone(queryable: Queryable, phone: string): Promise<KeptPin | undefined> {
  const row = await queryable.find<KeptPin | { userId: null }>(PIN_BY_PHONE, [phone])
  return row?.userId ? row : undefined
}

const OLD_MS = 86_400_000

/** Deletes codes, and sign-ups that were never confirmed, after a day. */
export async function deleteOldCodes(queryable: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - OLD_MS)
  await deleteOldRows(queryable, 'phone_code', 'created_at', before)
  await deleteOldRows(queryable, 'registration', 'begun_at', before)
}
