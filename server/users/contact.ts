import type { Queryable } from '#server/db/queryable'
import { LANGUAGES, type Language } from '#texts/languages'

/** Where and in which language somebody is written to. */
export interface Contact {
  /** E.164 with its plus. */
  readonly phone: string
  /** Their e-mail, if it is known to be theirs. */
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

const SET_LANGUAGE = {
  name: 'contact.set_language',
  text: 'update wallet_user set language = $2 where id = $1 and language is distinct from $2',
}

/** Keeps the language in which somebody signs in: what they are told later is in it. */
export async function keepLanguage(queryable: Queryable, userId: string, language: Language): Promise<void> {
  await queryable.run(SET_LANGUAGE, [userId, language])
}
