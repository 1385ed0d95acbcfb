import type { Queryable } from '#server/db/queryable'
import type { Keys } from '#server/security/keys'
import { type LevelText, wholeLevelText } from '#server/users/levels'
import { PERSONAL_COLUMNS, type PersonalColumns, personalDataIn } from '#server/users/personal-data'
import { knownLanguage } from '#texts/languages'

interface PersonRow extends PersonalColumns {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly phone: string | null
  readonly country_code: string | null
  readonly level_code: string
  readonly level_name: LevelText
  readonly language: string | null
  readonly is_topup_allowed: boolean
  readonly is_withdrawal_allowed: boolean
  readonly stopped_features: string[]
  readonly registered_at: Date
  readonly closed_at: Date | null
  readonly pin_set_at: Date | null
}

const FIND = {
  name: 'person.find',
  text: `select id, first_name, last_name, phone, country_code, ${PERSONAL_COLUMNS}, level_code, level.name as level_name, language,
      wallet_user.is_topup_allowed, wallet_user.is_withdrawal_allowed, stopped_features, registered_at, closed_at, pin.set_at as pin_set_at
    from wallet_user
    join level on level.code = level_code
    left join pin on pin.user_id = wallet_user.id
    where id = $1`,
}

/** Who somebody is, as the export tells it. */
export type ToldPerson = Awaited<ReturnType<typeof getPersonFacts>>['person']

/** Reads who somebody is, and what their level is called; throws when there is no such person. */
export async function getPersonFacts(queryable: Queryable, keys: Keys, userId: string) {
  const row = await queryable.find<PersonRow>(FIND, [userId])
  if (!row) throw new Error('There is no such person')
  const { email, city, zipCode, address } = personalDataIn(keys, userId, row)
  const person = {
    first_name: row.first_name,
    last_name: row.last_name,
    phone: row.phone?.slice(1) ?? '',
    email,
    country_code: row.country_code,
    city: city ?? null,
    zip_code: zipCode ?? null,
    address: address ?? null,
    level: row.level_code,
    language: row.language === null ? null : knownLanguage(row.language),
    is_topup_allowed: row.is_topup_allowed,
    is_withdrawal_allowed: row.is_withdrawal_allowed,
    stopped_features: row.stopped_features,
    registered_at: row.registered_at,
    closed_at: row.closed_at,
    pin_set_at: row.pin_set_at,
  }
  return { person, levelName: wholeLevelText(row.level_name) }
}
