import * as v from 'valibot'
import { decrypt, type Encrypted, encrypt } from '#server/security/encryption'
import type { Keys } from '#server/security/keys'

/** What of a person is kept encrypted. */
export interface PersonalData {
  readonly email: string
  /** Which it has taken the place of. */
  readonly previousEmail?: string | undefined
  readonly city?: string | undefined
  readonly zipCode?: string | undefined
  readonly address?: string | undefined
}

const personalData = v.object({
  email: v.string(),
  previousEmail: v.optional(v.string()),
  city: v.optional(v.string()),
  zipCode: v.optional(v.string()),
  address: v.optional(v.string()),
})

/** The columns of a person's row that it is kept in, for a statement. */
export const PERSONAL_COLUMNS = 'email, city, zip_code, address, personal_data'

/** The same as they are read: encrypted in one, and then the others are empty. */
export interface PersonalColumns {
  readonly email: string
  readonly city: string | null
  readonly zip_code: string | null
  readonly address: string | null
  readonly personal_data: Buffer | null
}

/** The same with what the person is found by. */
export type IndexedColumns = PersonalColumns & { readonly email_index: Buffer | null }

/** The columns for a person's row; encrypted, unless a version may run beside that cannot read it. */
export function columnsOf(keys: Keys, userId: string, person: PersonalData): IndexedColumns {
  const { email, city = null, zipCode = null, address = null } = person
  if (!keys.encrypts) return { email, city, zip_code: zipCode, address, personal_data: null, email_index: null }
  return {
    email: '',
    city: null,
    zip_code: null,
    address: null,
    personal_data: encryptPersonal(keys, ['wallet_user', userId], person),
    email_index: emailIndex(keys, email),
  }
}

/** Reads the columns of a person's row, in either form. */
export function personalDataIn(keys: Keys, userId: string, columns: PersonalColumns): PersonalData {
  const { email, city, zip_code, address, personal_data } = columns
  if (personal_data) return decryptPersonal(keys, ['wallet_user', userId], personal_data)
  return { email, city: city ?? undefined, zipCode: zip_code ?? undefined, address: address ?? undefined }
}

/** Encrypts what is personal, for a row. */
export function encryptPersonal(keys: Keys, row: Encrypted['row'], person: PersonalData): Buffer {
  const { email, previousEmail, city, zipCode, address } = person
  return encrypt(keys, { purpose: 'personal', row }, JSON.stringify({ email, previousEmail, city, zipCode, address }))
}

/** Decrypts it. Throws when it is by a key that we have not, of another row, or was changed. */
export function decryptPersonal(keys: Keys, row: Encrypted['row'], encrypted: Buffer): PersonalData {
  return v.parse(v.pipe(v.string(), v.parseJson(), personalData), decrypt(keys, { purpose: 'personal', row }, encrypted))
}

/** What an e-mail is found by where it is encrypted: a keyed hash of the whole of it, in whatever case it is spelled. */
export function emailIndex(keys: Pick<Keys, 'hash'>, email: string): Buffer {
  return keys.hash('email', normalisedEmail(email))
}

/** An e-mail as it is compared: in whatever case it is spelled, it is one. */
export function normalisedEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Whether two e-mails are one. */
export function isSameEmail(one: string, other: string): boolean {
  return normalisedEmail(one) === normalisedEmail(other)
}
