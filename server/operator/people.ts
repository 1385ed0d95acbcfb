import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { type Notice, notice, writeNotice } from '#server/users/notices'
import { findUserByPhone, lockUser, type User } from '#server/users/users'
import type { Change, Made } from './change.ts'
import { OperatorFault } from './fault.ts'
import { getLevel, type LevelFacts, type OnOff, onOff } from './levels.ts'

/** What a person may do, as it is shown and recorded: the code of their level, and their own flags. */
export type StandingFacts = { readonly level: string; readonly topup: OnOff; readonly withdrawal: OnOff }

/** A person as the operator sees them: who it is, and no more. */
export interface Person {
  readonly id: string
  readonly phone: string
  readonly name: string
  readonly registeredAt: Date
  readonly standing: StandingFacts
}

const UPDATE = {
  name: 'operator.update_standing',
  text: 'update wallet_user set level_code = $2, is_topup_allowed = $3, is_withdrawal_allowed = $4 where id = $1',
}
const FIND = { name: 'operator.find_person', text: 'select first_name, last_name, registered_at from wallet_user where id = $1' }

/** The person with a phone (E.164). Refuses (OperatorFault) a phone that nobody has. */
export async function getPerson(queryable: Queryable, phone: string): Promise<Person> {
  const user = await getUserOf(queryable, phone)
  const row = await queryable.find<{ first_name: string; last_name: string; registered_at: Date }>(FIND, [user.id])
  if (!row) throw new Error('A user has gone')
  return {
    id: user.id,
    phone: user.phone,
    name: `${row.first_name} ${row.last_name}`.trim(),
    registeredAt: row.registered_at,
    standing: standingOf(user),
  }
}

/** The user with a phone (E.164). Refuses (OperatorFault) a phone that nobody has. */
export async function getUserOf(queryable: Queryable, phone: string): Promise<User> {
  const user = await findUserByPhone(queryable, phone)
  if (!user) throw new OperatorFault(`Nobody has a wallet with ${phone}`)
  return user
}

/**
 * Sets a person's level and flags, and tells them. With a level come the flags it gives, unless the update says otherwise; what else is
 * not named stays. Refuses a level that there is not.
 */
export function standingChange(user: User, update: Partial<StandingFacts>): Change<StandingFacts> {
  return {
    area: 'users',
    subject: user.id,
    calledHere: user.phone,
    async propose(queryable) {
      // Identification may be setting the level at this very moment.
      const before = standingOf(await lockUser(queryable, user.id))
      const level = update.level === undefined ? undefined : await getLevel(queryable, update.level)
      return { before, after: decideStanding(before, update, level) }
    },
    async write(tx, made) {
      const { level, topup, withdrawal } = made.after
      await tx.run(UPDATE, [user.id, level, topup === 'on', withdrawal === 'on'])
      await tellStanding(tx, user.id, made)
    },
  }
}

/** How a person stands after an update; `level` is the one they come to, if to any. Pure. */
export function decideStanding(
  before: StandingFacts,
  update: Partial<StandingFacts>,
  level: Pick<LevelFacts, 'topup' | 'withdrawal'> | undefined,
): StandingFacts {
  return {
    level: update.level ?? before.level,
    topup: update.topup ?? level?.topup ?? before.topup,
    withdrawal: update.withdrawal ?? level?.withdrawal ?? before.withdrawal,
  }
}

async function tellStanding(tx: Transaction, userId: string, { before, after, at }: Made<StandingFacts>): Promise<void> {
  const tell = (kind: Notice['kind'], details: Notice['details'] = {}) => writeNotice(tx, notice(userId, kind, details, at))
  if (after.level !== before.level) {
    const { name_ru, name_en } = await getLevel(tx, after.level)
    await tell('level', { ru: name_ru, en: name_en })
  }
  if (after.topup !== before.topup) await tell(`topup_${after.topup}`)
  if (after.withdrawal !== before.withdrawal) await tell(`withdrawal_${after.withdrawal}`)
}

function standingOf(user: User): StandingFacts {
  return { level: user.levelCode, topup: onOff(user.isTopupAllowed), withdrawal: onOff(user.isWithdrawalAllowed) }
}
