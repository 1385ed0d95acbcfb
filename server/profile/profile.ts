import { untrustedUntil } from '#server/confirmation/pin-resets'
import { factSource } from '#server/db/batched'
import type { Database } from '#server/db/pool'
import type { Keys } from '#server/security/keys'
import { isOlderThanFreeze } from '#server/security/older-than-freeze'
import type { SignedIn } from '#server/security/sessions'
import { FROZEN_BY, type Freezer, waitEndsAt } from '#server/users/frozen'
import { type LevelText, levelTextIn } from '#server/users/levels'
import { PERSONAL_COLUMNS, type PersonalColumns, personalDataIn } from '#server/users/personal-data'
import type { Language } from '#texts/languages'

/** The signed-in user as the page shows them (the call `authInfo`). */
export interface Profile {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  readonly email: string
  /** Whether it is known to be theirs. */
  readonly isEmailConfirmed: boolean
  readonly registeredAt: Date
  readonly levelCode: string
  readonly levelName: string
  readonly asksForNextLevel: boolean
  readonly isTopupAllowed: boolean
  readonly isWithdrawalAllowed: boolean
  readonly hasPin: boolean
  /** Who has frozen the wallet. */
  readonly frozenBy: Freezer | null
  /** By what the owner unfreezes it. */
  readonly unfrozenBy: readonly ('pin' | 'passkey' | 'email')[]
  /** When a wait to unfreeze it ends. */
  readonly unfreezeWaitsUntil: Date | undefined
  /** Until when a PIN that was set by an SMS takes no way in away. */
  readonly pinWaitsUntil: Date | undefined
}

interface ProfileRow extends PersonalColumns {
  id: string
  level_code: string
  first_name: string
  last_name: string
  phone: string
  email_confirmed: boolean
  registered_at: Date
  level_name: LevelText
  ask_for_next: boolean
  is_topup_allowed: boolean
  is_withdrawal_allowed: boolean
  has_pin: boolean
  frozen_by: Freezer | null
  has_old_email: boolean
  has_old_passkey: boolean
  unfreeze_asked_at: Date | null
  pin_reset_at: Date | null
}

const GET = {
  name: 'profile.get',
  text: `select wallet_user.id, first_name, last_name, phone, ${PERSONAL_COLUMNS}, email_verified_at is not null as email_confirmed, registered_at, level_code,
      level.name as level_name, ask_for_next, wallet_user.is_topup_allowed, wallet_user.is_withdrawal_allowed,
      (select user_id from pin where user_id = wallet_user.id) is not null as has_pin,
      ${FROZEN_BY} as frozen_by, unfreeze_asked_at, (select max(reset_at) from pin_reset where user_id = wallet_user.id and not is_undone) as pin_reset_at,
      email_verified_at is not null and ${isOlderThanFreeze('email_verified_at')} as has_old_email,
      exists (select from passkey where user_id = wallet_user.id and ${isOlderThanFreeze('passkey.created_at')}) as has_old_passkey
    from wallet_user
    join level on level.code = wallet_user.level_code
    where wallet_user.id = any($1::uuid[])`,
}

const profileOf = factSource(async (queryable, userIds: readonly string[]) => {
  const rows = await queryable.list<ProfileRow>(GET, [userIds])
  const profiles = new Map(rows.map((row) => [row.id, row]))
  return userIds.map((userId) => profiles.get(userId))
})

/** Reads the profile of a session's user. */
export async function getProfile(
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  user: SignedIn,
  { language, now }: { readonly language: Language; readonly now: Date },
): Promise<Profile> {
  const row = await database.read(profileOf(user.userId))
  if (!row) throw new Error('A session belongs to no user')
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone.slice(1),
    email: personalDataIn(keys, row.id, row).email,
    isEmailConfirmed: row.email_confirmed,
    registeredAt: row.registered_at,
    levelCode: row.level_code,
    levelName: levelTextIn(row.level_name, language),
    asksForNextLevel: row.ask_for_next,
    isTopupAllowed: row.is_topup_allowed,
    isWithdrawalAllowed: row.is_withdrawal_allowed,
    hasPin: row.has_pin,
    frozenBy: row.frozen_by,
    unfrozenBy: unfrozenBy(row),
    unfreezeWaitsUntil: waitEndsAt({ askedAt: row.unfreeze_asked_at }, now),
    pinWaitsUntil: pinWaitsUntil(row, now),
  }
}

function unfrozenBy({ has_pin, has_old_passkey, has_old_email }: ProfileRow): Profile['unfrozenBy'] {
  return [
    ...(has_pin ? (['pin'] as const) : []),
    ...(has_old_passkey ? (['passkey'] as const) : []),
    ...(has_old_email ? (['email'] as const) : []),
  ]
}

function pinWaitsUntil({ pin_reset_at: since }: ProfileRow, now: Date): Date | undefined {
  const until = since ? untrustedUntil(since) : undefined
  return until && until > now ? until : undefined
}
