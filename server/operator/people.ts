import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { lockAccountsOf } from '#server/ledger/accounts'
import { type Notice, notice, writeNotice } from '#server/users/notices'
import { lockStopped, STOPPABLE, type Stoppable, setStopped } from '#server/users/stopped'
import { findUser, findUserByPhone, lockUser, type User } from '#server/users/users'
import type { Change, MadeChange } from './change.ts'
import { OperatorFault } from './fault.ts'
import { getLevelFacts, type LevelFacts, levelNameOf, type OnOff, onOff } from './levels.ts'

/** A user's level, the flags that it sets, and which features are not stopped for them, as they are shown and recorded. */
export type StandingFacts = { readonly level: string; readonly topup: OnOff; readonly withdrawal: OnOff } & {
  readonly [Feature in Stoppable]: OnOff
}

/** A user as the operator sees them: identity and level, nothing else. */
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

/** A user as they are shown. */
export async function getPerson(queryable: Queryable, user: User): Promise<Person> {
  const row = await queryable.find<{ first_name: string; last_name: string; registered_at: Date }>(FIND, [user.id])
  if (!row) throw new Error('A user has gone')
  return {
    id: user.id,
    phone: user.phone,
    name: `${row.first_name} ${row.last_name}`.trim(),
    registeredAt: row.registered_at,
    standing: await standingOf(queryable, user),
  }
}

/** The user with a phone (E.164). Refuses (OperatorFault) an unknown one. */
export async function getUserOf(queryable: Queryable, phone: string): Promise<User> {
  const user = await findUserByPhone(queryable, phone)
  if (!user) throw new OperatorFault(`Nobody has a wallet with ${phone}`)
  return user
}

/** The user with an id. Refuses (OperatorFault) an unknown one. */
export async function getUserById(queryable: Queryable, id: string): Promise<User> {
  const user = await findUser(queryable, id)
  if (!user) throw new OperatorFault(`Nobody has the id ${id}`)
  return user
}

/**
 * Sets a user's level and flags, and stops features for them or lets them on, and notifies them. A new level sets its flags, unless the update
 * says otherwise; what is not named stays. Once it is done nothing is posted that it does not allow. Refuses an unknown level.
 */
export function standingChange(user: User, update: Partial<StandingFacts>): Change<StandingFacts> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    async propose(queryable) {
      // Identification may be setting the level at the same time.
      const before = await standingOf(queryable, await lockUser(queryable, user.id))
      const level = update.level === undefined ? undefined : await getLevelFacts(queryable, update.level)
      return { before, after: decideStanding(before, update, level) }
    },
    async write(tx, made) {
      const { level, topup, withdrawal } = made.after
      await tx.run(UPDATE, [user.id, level, topup === 'on', withdrawal === 'on'])
      const isStopped = (feature: Stoppable) => made.after[feature] === 'off'
      await setStopped(tx, user.id, STOPPABLE.filter(isStopped))
      // Whatever was decided by what was before is committed by now.
      await lockAccountsOf(tx, user.id)
      await notifyUser(tx, user.id, made)
    },
  }
}

/** The level and flags after an update; `level` is the new level, if any. Pure. */
export function decideStanding(
  before: StandingFacts,
  update: Partial<StandingFacts>,
  level: Pick<LevelFacts, 'topup' | 'withdrawal'> | undefined,
): StandingFacts {
  return {
    ...before,
    ...update,
    level: update.level ?? before.level,
    topup: update.topup ?? level?.topup ?? before.topup,
    withdrawal: update.withdrawal ?? level?.withdrawal ?? before.withdrawal,
  }
}

async function notifyUser(tx: Transaction, userId: string, { before, after, at }: MadeChange<StandingFacts>): Promise<void> {
  const tell = (kind: Notice['kind'], details: Notice['details'] = {}) => writeNotice(tx, notice(userId, kind, details, at))
  if (after.level !== before.level) {
    await tell('level', levelNameOf(await getLevelFacts(tx, after.level)))
  }
  if (after.topup !== before.topup) await tell(`topup_${after.topup}`)
  if (after.withdrawal !== before.withdrawal) await tell(`withdrawal_${after.withdrawal}`)
  for (const feature of STOPPABLE) if (after[feature] !== before[feature]) await tell(`${feature}_${after[feature]}`)
}

async function standingOf(queryable: Queryable, user: User): Promise<StandingFacts> {
  const stopped = await lockStopped(queryable, user.id)
  return {
    level: user.levelCode,
    topup: onOff(user.isTopupAllowed),
    withdrawal: onOff(user.isWithdrawalAllowed),
    exchange: onOff(!stopped.has('exchange')),
    account_create: onOff(!stopped.has('account_create')),
    p2p: onOff(!stopped.has('p2p')),
    qr_payment: onOff(!stopped.has('qr_payment')),
  }
}
