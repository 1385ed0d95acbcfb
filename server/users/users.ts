import { idAt } from '#server/db/ids'
import type { Queryable } from '#server/db/queryable'
import type { Keys } from '#server/security/keys'
import { columnsOf, type PersonalData } from './personal-data.ts'

/** A user, as far as money is concerned. */
export interface User {
  readonly id: string
  /** E.164 with its plus; empty once a closed wallet has been kept as long as it has to be. */
  readonly phone: string
  readonly levelCode: string
  readonly isTopupAllowed: boolean
  readonly isWithdrawalAllowed: boolean
  /** When the wallet was closed: from then on it is looked at by the operator alone. */
  readonly closedAt: Date | undefined
}

/** What a user enters at sign-up. */
export interface PersonDetails extends PersonalData {
  readonly firstName: string
  readonly lastName: string
  readonly countryCode?: string | undefined
}

interface UserRow {
  id: string
  phone: string | null
  level_code: string
  is_topup_allowed: boolean
  is_withdrawal_allowed: boolean
  closed_at: Date | null
}

const COLUMNS = 'id, phone, level_code, is_topup_allowed, is_withdrawal_allowed, closed_at'
// A row for a number without a wallet, too: its answer takes as long as that of any other.
const FIND_BY_PHONE = {
  name: 'user.find_by_phone',
  text: `select ${COLUMNS} from (select $1::text as asked) as number
    left join wallet_user on wallet_user.phone = number.asked and closed_at is null`,
}
const LOCK_BY_PHONE = {
  name: 'user.lock_by_phone',
  text: `select ${COLUMNS} from wallet_user where phone = $1 and closed_at is null for no key update`,
}
const FIND = { name: 'user.find', text: `select ${COLUMNS} from wallet_user where id = $1` }
const LOCK = { name: 'user.lock', text: `select ${COLUMNS} from wallet_user where id = $1 for no key update` }

/** Finds the user who has an open wallet with this phone (E.164). */
export async function findUserByPhone(queryable: Queryable, phone: string): Promise<User | undefined> {
  const row = await queryable.find<UserRow | { id: null }>(FIND_BY_PHONE, [phone])
  return asUser(row?.id ? row : undefined)
}

/** As findUserByPhone, and locks the user's row until the transaction ends: the wallet is not closed meanwhile. */
export async function lockUserByPhone(queryable: Queryable, phone: string): Promise<User | undefined> {
  return asUser(await queryable.find<UserRow>(LOCK_BY_PHONE, [phone]))
}

/** Finds the user with this id, of whom the wallet may be closed. */
export async function findUser(queryable: Queryable, id: string): Promise<User | undefined> {
  return asUser(await queryable.find<UserRow>(FIND, [id]))
}

/** The user of a session; throws when there is none, which cannot happen. */
export async function getUser(queryable: Queryable, id: string): Promise<User> {
  return required(await findUser(queryable, id))
}

/** Locks the user's row until the transaction ends, so that what is checked of it stays true until then. */
export async function lockUser(queryable: Queryable, id: string): Promise<User> {
  return required(asUser(await queryable.find<UserRow>(LOCK, [id])))
}

const INSERT = {
  name: 'user.insert',
  text: `insert into wallet_user (id, phone, first_name, last_name, email, country_code, city, zip_code, address,
      personal_data, email_index, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    on conflict on constraint wallet_user_phone_once do nothing`,
}

/** Inserts a user; undefined when the phone has an open wallet already. */
export async function insertUser(
  queryable: Queryable,
  keys: Keys,
  person: PersonDetails,
  user: Omit<User, 'id' | 'closedAt'> & { readonly registeredAt: Date },
): Promise<string | undefined> {
  const id = idAt(user.registeredAt)
  const columns = columnsOf(keys, id, person)
  const inserted = await queryable.run(INSERT, [
    id,
    user.phone,
    person.firstName,
    person.lastName,
    columns.email,
    person.countryCode ?? null,
    columns.city,
    columns.zip_code,
    columns.address,
    columns.personal_data,
    columns.email_index,
    user.levelCode,
    user.isTopupAllowed,
    user.isWithdrawalAllowed,
    user.registeredAt,
  ])
  return inserted === 1 ? id : undefined
}

const SET_LEVEL = {
  name: 'user.set_level',
  text: 'update wallet_user set level_code = $2, is_topup_allowed = $3, is_withdrawal_allowed = $4 where id = $1',
}

/** Sets a user's level and permissions. The caller holds the user's lock. */
export async function setLevel(
  queryable: Queryable,
  userId: string,
  { levelCode, isTopupAllowed, isWithdrawalAllowed }: Pick<User, 'levelCode' | 'isTopupAllowed' | 'isWithdrawalAllowed'>,
): Promise<void> {
  await queryable.run(SET_LEVEL, [userId, levelCode, isTopupAllowed, isWithdrawalAllowed])
}

function asUser(row: UserRow | undefined): User | undefined {
  return (
    row && {
      id: row.id,
      phone: row.phone ?? '',
      levelCode: row.level_code,
      isTopupAllowed: row.is_topup_allowed,
      isWithdrawalAllowed: row.is_withdrawal_allowed,
      closedAt: row.closed_at ?? undefined,
    }
  )
}

function required(user: User | undefined): User {
  if (!user) throw new Error('A session belongs to no user')
  return user
}
