import type { Database } from '#server/db/pool'
import { PERSONAL_COLUMNS, type PersonalColumns } from '#server/users/personal-data'
import { OperatorFault } from './fault.ts'

/** The most people that are listed. */
export const FOUND_MAX = 50
const PART_MIN = 3

/** A person as they are listed: what tells them apart, masked, and the id to see more of them by. */
export interface FoundPerson {
  readonly id: string
  readonly phone: string
  readonly name: string
  readonly email: string
  readonly registeredAt: Date
  /** Whether they are frozen, or have closed their wallet. */
  readonly standing: 'yes' | 'no' | 'closed'
}

/** What reads the e-mails of people. */
export interface Emails {
  /** What a whole e-mail is found by. */
  indexesOf(email: string): readonly Buffer[]
  of(userId: string, columns: PersonalColumns): string
}

interface PersonRow extends PersonalColumns {
  id: string
  phone: string | null
  first_name: string
  last_name: string
  registered_at: Date
  is_frozen: boolean
  is_closed: boolean
}

// The name is searched in both orders. An e-mail that is not encrypted yet is still found by a part of it.
const FIND = {
  name: 'operator.find_people',
  text: `select id, phone, first_name, last_name, ${PERSONAL_COLUMNS}, registered_at, is_frozen, closed_at is not null as is_closed
    from wallet_user
    where strpos(phone, nullif($2, '')) > 0 or email_index = any($3::bytea[]) or strpos(lower(email), $1) > 0
      or strpos(lower(first_name || ' ' || last_name || ' ' || first_name), $1) > 0
    order by id desc
    limit ${FOUND_MAX + 1}`,
}

/**
 * Finds people by a part of their phone or name, or by their whole e-mail, in either case, the newest first: FOUND_MAX at most, and one
 * more when there are more. Refuses (OperatorFault) a part of less than three characters, and an e-mail where nothing reads them.
 */
export async function findPeople(database: Database, part: string, emails: Emails | undefined): Promise<FoundPerson[]> {
  const text = part.trim().toLowerCase()
  if (text.length < PART_MIN) throw new OperatorFault(`Say ${PART_MIN} characters at least of a phone, a name or an e-mail`)
  if (text.includes('@') && !emails)
    throw new OperatorFault('To find people by their e-mail set WALLET_SECRET, to the secret that the wallet is started with')
  const digits = /^\+?[0-9 ()-]+$/.test(text) ? text.replaceAll(/[^0-9]/g, '') : ''
  // It reads them all, which may take longer than a statement may otherwise.
  const rows = await database.inSnapshot((snapshot) =>
    snapshot.list<PersonRow>(FIND, [text, digits, emails?.indexesOf(text) ?? []]),
  )
  return rows.map((row) => ({
    id: row.id,
    phone: maskedPhone(row.phone ?? ''),
    name: maskedName(row.first_name, row.last_name),
    email: emails ? maskedEmail(emails.of(row.id, row)) : '–',
    registeredAt: row.registered_at,
    standing: row.is_closed ? 'closed' : row.is_frozen ? 'yes' : 'no',
  }))
}

/** `+79•••4567` */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)}•••${phone.slice(-4)}`
}

/** `Anna S.` */
export function maskedName(first: string, last: string): string {
  const [initial] = last
  return initial === undefined ? first : `${first} ${initial}.`
}

/** `a•••@mail.example` */
export function maskedEmail(email: string): string {
  const [initial = ''] = email
  return `${initial}•••${email.slice(email.lastIndexOf('@'))}`
}
