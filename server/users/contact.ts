import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { Keys } from '#server/security/keys'
import { isOlderThanFreeze } from '#server/security/older-than-freeze'
import { knownLanguage, type Language } from '#texts/languages'
import {
  columnsOf,
  emailIndex,
  isSameEmail,
  normalisedEmail,
  PERSONAL_COLUMNS,
  type PersonalColumns,
  personalDataIn,
} from './personal-data.ts'

/** Where and in which language somebody is written to. */
export interface Contact {
  /** E.164 with its plus. */
  readonly phone: string
  /** Their e-mail, if it is known to be theirs; empty where it is encrypted, to be read by findEmail when it is needed. */
  readonly verifiedEmail: string | undefined
  readonly language: Language
}

interface ContactRow {
  phone: string
  email: string | null
  language: string | null
}

const FIND = {
  name: 'contact.find',
  text: 'select phone, case when email_verified_at is not null then email end as email, language from wallet_user where id = $1',
}

/** Where somebody is written to; throws when there is no such person, which cannot happen. */
export async function getContact(queryable: Queryable, userId: string): Promise<Contact> {
  const row = await queryable.find<ContactRow>(FIND, [userId])
  if (!row) throw new Error('There is nobody to be written to')
  return { phone: row.phone, verifiedEmail: row.email ?? undefined, language: knownLanguage(row.language) }
}

const FIND_EMAIL = {
  name: 'contact.find_email',
  text: `select ${PERSONAL_COLUMNS} from wallet_user where id = $1`,
}

/**
 * The e-mail of somebody, or the one that it has taken the place of; nothing where there is none, or it was lost with the secret that it was
 * encrypted with.
 */
export async function findEmail(
  queryable: Queryable,
  keys: Keys,
  userId: string,
  which: 'present' | 'previous' = 'present',
): Promise<string | undefined> {
  const row = await queryable.find<PersonalColumns>(FIND_EMAIL, [userId])
  const data = row && personalDataIn(keys, userId, row)
  return (which === 'present' ? data?.email : data?.previousEmail) || undefined
}

/** The e-mail that is known to be somebody's. */
export async function findConfirmedEmail(queryable: Queryable, keys: Keys, userId: string): Promise<string | undefined> {
  const { verifiedEmail } = await getContact(queryable, userId)
  return verifiedEmail === undefined ? undefined : findEmail(queryable, keys, userId)
}

const IS_CONFIRMED = {
  name: 'contact.is_confirmed',
  // By its keyed hash: to decrypt that of whoever has one would take longer than to find nobody.
  text: `select exists (
      select from wallet_user
      where phone = $1 and closed_at is null and email_verified_at is not null and ${isOlderThanFreeze('email_verified_at')}
        and (email_index = any($2::bytea[]) or (personal_data is null and lower(normalize(btrim(email), NFC)) = $3))
    ) as "isTheirs"`,
}

/**
 * Whether an e-mail, in whatever case it is spelled, is known to be that of the owner of a number (E.164); while they have their wallet frozen,
 * as long as it was before that.
 */
export async function isEmailOf(queryable: Queryable, keys: Keys, phone: string, email: string): Promise<boolean> {
  const hashes = keys.all.map((each) => emailIndex(each, email))
  const row = await queryable.find<{ isTheirs: boolean }>(IS_CONFIRMED, [phone, hashes, normalisedEmail(email)])
  return row?.isTheirs === true
}

const SET_EMAIL = {
  name: 'contact.set_email',
  text: `update wallet_user set email = $2, city = $3, zip_code = $4, address = $5, personal_data = $6, email_index = $7, email_verified_at = $8
    where id = $1`,
}

/** Keeps an e-mail that is known to be somebody's from this moment on, and the one before it, if that was another. */
export async function keepConfirmedEmail(
  tx: Transaction,
  keys: Keys,
  userId: string,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<void> {
  const row = await tx.find<PersonalColumns>(FIND_EMAIL, [userId])
  if (!row) throw new Error('There is nobody whose e-mail it could be')
  const data = personalDataIn(keys, userId, row)
  const previousEmail = isSameEmail(data.email, email) ? data.previousEmail : data.email
  const columns = columnsOf(keys, userId, { ...data, email, previousEmail })
  const { city, zip_code, address, personal_data, email_index } = columns
  await tx.run(SET_EMAIL, [userId, columns.email, city, zip_code, address, personal_data, email_index, now])
}

const IS_OLD = {
  name: 'contact.is_email_old',
  text: `select email_verified_at is not null and ${isOlderThanFreeze('email_verified_at')} as "isOld" from wallet_user where id = $1`,
}

/** Whether somebody's e-mail is known to be theirs since before they have frozen their wallet. */
export async function isEmailOld(queryable: Queryable, userId: string): Promise<boolean> {
  return (await queryable.find<{ isOld: boolean }>(IS_OLD, [userId]))?.isOld === true
}

const FIND_CONFIRMED_AT = {
  name: 'contact.find_confirmed_at',
  text: 'select email_verified_at as at from wallet_user where id = $1',
}

/** When the e-mail of somebody was confirmed; nothing where none is. */
export async function emailConfirmedAt(queryable: Queryable, userId: string): Promise<Date | undefined> {
  return (await queryable.find<{ at: Date | null }>(FIND_CONFIRMED_AT, [userId]))?.at ?? undefined
}

const DOUBT_EMAIL = {
  name: 'contact.doubt_email',
  text: 'update wallet_user set email_verified_at = null where id = $1 and email_verified_at >= $2',
}

/** An e-mail that was confirmed since a moment is not known to be theirs any more. */
export async function doubtEmailSince(tx: Transaction, userId: string, since: Date): Promise<void> {
  await tx.run(DOUBT_EMAIL, [userId, since])
}

const SET_LANGUAGE = {
  name: 'contact.set_language',
  text: 'update wallet_user set language = $2 where id = $1 and language is distinct from $2',
}

/** Keeps the language in which somebody signs in: what they are told later is in it. */
export async function keepLanguage(queryable: Queryable, userId: string, language: Language): Promise<void> {
  await queryable.run(SET_LANGUAGE, [userId, language])
}
