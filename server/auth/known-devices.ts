import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'
import type { SignedIn } from '#server/security/sessions'

const IS_KNOWN = {
  name: 'device.is_known',
  text: `select 1 as one from known_device join wallet_user on wallet_user.id = known_device.user_id
    where wallet_user.phone = $1 and wallet_user.closed_at is null and device_id = $2`,
}

/** Whether the owner of a number has signed in with a device. */
export async function isDeviceKnown(queryable: Queryable, phone: string, deviceId: string): Promise<boolean> {
  return (await queryable.find(IS_KNOWN, [phone, deviceId])) !== undefined
}

const IS_ANYBODYS = { name: 'device.is_anybodys', text: 'select 1 as one from known_device where device_id = $1 limit 1' }

/** Whether anybody has signed in with a device. */
export async function isAnybodysDevice(queryable: Queryable, deviceId: string): Promise<boolean> {
  return (await queryable.find(IS_ANYBODYS, [deviceId])) !== undefined
}

const REMEMBER = {
  name: 'device.remember',
  text: `insert into known_device (user_id, device_id, seen_at, first_seen_at, opened_wallet) values ($1, $2, $3, $3, $4)
    on conflict (user_id, device_id) do update set seen_at = excluded.seen_at`,
}

/** Remembers a device that somebody signs in with, or opens their wallet with. */
export async function rememberDevice(
  queryable: Queryable,
  { userId, deviceId, opensWallet, now }: { userId: string; deviceId: string; opensWallet: boolean; now: Date },
): Promise<void> {
  await queryable.run(REMEMBER, [userId, deviceId, now, opensWallet])
}

/** A device that its owner has signed in with. */
export interface KnownDevice {
  /** What the owner calls it. */
  readonly name: string | undefined
  readonly firstSeenAt: Date
}

const LIST = { name: 'device.list', text: 'select device_id, name, first_seen_at from known_device where user_id = $1' }

/** The known devices of a user, by the id in their cookie. */
export async function listDevices(queryable: Queryable, userId: string): Promise<ReadonlyMap<string, KnownDevice>> {
  const rows = await queryable.list<{ device_id: string; name: string | null; first_seen_at: Date }>(LIST, [userId])
  return new Map(
    rows.map(({ device_id, name, first_seen_at }) => [device_id, { name: name ?? undefined, firstSeenAt: first_seen_at }]),
  )
}

const RENAME = {
  name: 'device.rename',
  text: `update known_device set name = $3
    where user_id = $2 and device_id = (select device_id from session where id = $1 and user_id = $2 and ended_at is null)`,
}

/** Gives the device of a session a name, or none. False when there is no such session, or its device is not known. */
export async function renameDevice(queryable: Queryable, session: SignedIn, name: string | undefined): Promise<boolean> {
  return (await queryable.run(RENAME, [session.sessionId, session.userId, name ?? null])) === 1
}

const FORGET = {
  name: 'device.forget',
  text: `with theirs as (
      select device_id from session where id = $1 and user_id = $2
      except select device_id from session where id = $3
    ), ended as (
      update session set ended_at = $4
      from theirs
      where user_id = $2 and session.device_id = theirs.device_id and ended_at is null
    )
    delete from known_device using theirs where user_id = $2 and known_device.device_id = theirs.device_id`,
}

/** Makes the device of a session a stranger again, and ends all its sessions; nothing of the device that asks. */
export async function forgetDevice(queryable: Queryable, asks: SignedIn, sessionId: string, now: Date): Promise<void> {
  await queryable.run(FORGET, [sessionId, asks.userId, asks.sessionId, now])
}

// Of a session that does not know its device nobody can tell which are the others: they stay.
const FORGET_OTHERS = {
  name: 'device.forget_others',
  text: `delete from known_device where user_id = $2 and device_id <> (select device_id from session where id = $1)`,
}

/** Makes all devices of a user strangers again but the one that asks. */
export async function forgetOtherDevices(queryable: Queryable, { userId, sessionId }: SignedIn): Promise<void> {
  await queryable.run(FORGET_OTHERS, [sessionId, userId])
}

const FORGET_ALL = { name: 'device.forget_all', text: 'delete from known_device where user_id = $1' }

/** Makes all devices of a user strangers again. */
export async function forgetDevices(queryable: Queryable, userId: string): Promise<void> {
  await queryable.run(FORGET_ALL, [userId])
}

// As long as a browser keeps the cookie.
const KEPT_MS = 400 * 86_400_000

/** Deletes the devices that nobody has signed in with for as long as they would be recognised. */
export async function deleteOldDevices(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'known_device', 'seen_at', new Date(now.getTime() - KEPT_MS))
}
