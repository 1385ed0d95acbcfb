import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { lockUser, type User } from '#server/users/users'
import type { Change, Facts, Proposal } from './change.ts'

/** Which passkeys of a person go: all, or those that were added at a moment or later. */
export type GonePasskeys = 'all' | Date

const COUNT = {
  name: 'operator.count_sessions',
  text: `select
      (select count(*) from session where user_id = $1 and ended_at is null) as sessions,
      (select count(*) from known_device where user_id = $1) as devices,
      (select count(*) from passkey where user_id = $1) as passkeys,
      (select count(*) from passkey where user_id = $1 and created_at >= $2) as gone`,
}
const END = { name: 'operator.end_sessions', text: 'update session set ended_at = $2 where user_id = $1 and ended_at is null' }
const FORGET = { name: 'operator.forget_devices', text: 'delete from known_device where user_id = $1' }
const DELETE_PASSKEYS = { name: 'operator.delete_passkeys', text: 'delete from passkey where user_id = $1 and created_at >= $2' }

interface Counts {
  sessions: bigint
  devices: bigint
  passkeys: bigint
  gone: bigint
}

/**
 * Signs a user out everywhere: their tokens are worth nothing from the next call on, and every device of theirs is a stranger. With
 * `passkeys` these are removed, too: whoever has added one of their own signs in with it no more.
 */
export function sessionsChange(user: User, passkeys?: GonePasskeys): Change<Facts> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    async propose(queryable): Promise<Proposal<Facts>> {
      await lockUser(queryable, user.id)
      return proposeEnd(queryable, user.id, passkeys)
    },
    write: (tx, { at }) => endAll(tx, user.id, { at, passkeys }),
  }
}

/** How many sessions, known devices and passkeys a user has, and would have after such a change, as it is shown and recorded. */
export async function proposeEnd(queryable: Queryable, userId: string, passkeys?: GonePasskeys): Promise<Proposal<Facts>> {
  const counts = await queryable.find<Counts>(COUNT, [userId, sinceOf(passkeys)])
  if (!counts) throw new Error('A select without a table gave no row')
  const left = passkeys && { passkeys: String(counts.passkeys - counts.gone) }
  return {
    before: {
      sessions: String(counts.sessions),
      known_devices: String(counts.devices),
      ...(passkeys && { passkeys: String(counts.passkeys) }),
    },
    after: { sessions: '0', known_devices: '0', ...left },
  }
}

/** Ends all sessions of a user, makes their devices strangers, and removes passkeys. The caller holds the user's lock. */
export async function endAll(
  tx: Transaction,
  userId: string,
  { at, passkeys }: { readonly at: Date; readonly passkeys?: GonePasskeys | undefined },
): Promise<void> {
  await tx.run(END, [userId, at])
  await tx.run(FORGET, [userId])
  if (passkeys) await tx.run(DELETE_PASSKEYS, [userId, sinceOf(passkeys)])
}

function sinceOf(passkeys: GonePasskeys | undefined): string | Date {
  return passkeys instanceof Date ? passkeys : '-infinity'
}
