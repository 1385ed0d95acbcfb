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

// As long as a browser keeps the cookie.
const KEPT_MS = 400 * 86_400_000

/** Deletes the devices that nobody has signed in with for as long as they would be recognised. */
export async function deleteOldDevices(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'known_device', 'seen_at', new Date(now.getTime() - KEPT_MS))
}
