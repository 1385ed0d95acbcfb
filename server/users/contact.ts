import type { Queryable } from '#server/db/queryable'
import type { Keys } from '#server/security/keys'
import { LANGUAGES, type Language } from '#texts/languages'
import { PERSONAL_COLUMNS, type PersonalColumns, personalDataIn } from './personal-data.ts'

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
  language: Language | null
}

const FIND = {
  name: 'contact.find',
  text: 'select phone, case when email_verified_at is not null then email end as email, language from wallet_user where id = $1',
}

/** Where somebody is written to; throws when there is no such person, which cannot happen. */
export async function getContact(queryable: Queryable, userId: string): Promise<Contact> {
  const row = await queryable.find<ContactRow>(FIND, [userId])
  if (!row) throw new Error('There is nobody to be written to')
  return { phone: row.phone, verifiedEmail: row.email ?? undefined, language: row.language ?? LANGUAGES[0] }
}

const FIND_EMAIL = {
  name: 'contact.find_email',
  text: `select ${PERSONAL_COLUMNS} from wallet_user where id = $1`,
}

/** The e-mail of somebody; nothing where it was lost with the secret that it was encrypted with. */
export async function findEmail(queryable: Queryable, keys: Keys, userId: string): Promise<string | undefined> {
  const row = await queryable.find<PersonalColumns>(FIND_EMAIL, [userId])
  return (row && personalDataIn(keys, userId, row).email) || undefined
}

const SET_LANGUAGE = {
  name: 'contact.set_language',
  text: 'update wallet_user set language = $2 where id = $1 and language is distinct from $2',
}

/** Keeps the language in which somebody signs in: what they are told later is in it. */
export async function keepLanguage(queryable: Queryable, userId: string, language: Language): Promise<void> {
  await queryable.run(SET_LANGUAGE, [userId, language])
}
