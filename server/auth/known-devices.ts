import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'

const IS_KNOWN = {
  name: 'device.is_known',
  text: `select 1 as one from known_device join wallet_user on wallet_user.id = known_device.user_id
    where wallet_user.phone = $1 and device_id = $2`,
}

/** Whether the owner of a number has signed in with a device. */
export async function isDeviceKnown(queryable: Queryable, phone: string, deviceId: string): Promise<boolean> {
  return (await queryable.find(IS_KNOWN, [phone, deviceId])) !== undefined
}

const REMEMBER = {
  name: 'device.remember',
  text: `insert into known_device as known (user_id, device_id, name, is_first, first_seen_at, seen_at) values ($1, $2, $3, $4, $5, $5)
    on conflict (user_id, device_id) do update set name = excluded.name, seen_at = excluded.seen_at
    returning known.xmax = 0 as is_new`,
}

interface Device {
  readonly userId: string
  readonly deviceId: string
  /** What it says of itself, User-Agent. */
  readonly name: string
  /** The one that the wallet is opened with. */
  readonly isFirst: boolean
  readonly now: Date
}

/** Remembers a device that somebody has signed in with; tells whether it was unknown. */
export async function rememberDevice(queryable: Queryable, { userId, deviceId, name, isFirst, now }: Device): Promise<boolean> {
  const row = await queryable.find<{ is_new: boolean }>(REMEMBER, [userId, deviceId, name, isFirst, now])
  return row?.is_new === true
}

// As long as a browser keeps the cookie.
const KEPT_MS = 400 * 86_400_000

/** Deletes the devices that nobody has signed in with for as long as they would be recognised. */
export async function deleteOldDevices(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'known_device', 'seen_at', new Date(now.getTime() - KEPT_MS))
}
