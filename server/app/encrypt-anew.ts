import { ENCRYPTED_EARLIER_PINS, ENCRYPTED_PINS, ENCRYPTED_SIGN_UPS, forgetEarlierSignUps } from '#server/auth/encrypted'
import type { Database } from '#server/db/pool'
import { forgetAddresses } from '#server/messages/store'
import { ENCRYPTED_DEVICES } from '#server/push/encrypted'
import { countOutdated, encryptAnew } from '#server/security/encrypted-table'
import type { Keys } from '#server/security/keys'
import { ENCRYPTED_PEOPLE } from '#server/users/encrypted-people'

/** Encrypts all encrypted data anew with the current key, in pieces; it can be interrupted and repeated. */
export async function encryptAllAnew(database: Database, keys: Keys): Promise<void> {
  await encryptAnew(database, keys, ENCRYPTED_PINS)
  await encryptAnew(database, keys, ENCRYPTED_EARLIER_PINS)
  await encryptAnew(database, keys, ENCRYPTED_PEOPLE)
  await encryptAnew(database, keys, ENCRYPTED_SIGN_UPS)
  await encryptAnew(database, keys, ENCRYPTED_DEVICES)
  await database.inTransaction(forgetEarlierSignUps)
  await database.inTransaction(forgetAddresses)
}

/** The number of rows that are not encrypted with the current key yet, by kind of data. */
export async function countAllOutdated(
  database: Database,
  keys: Keys,
): Promise<Readonly<Record<'pins' | 'people' | 'sign-ups' | 'devices', number>>> {
  return {
    pins: (await countOutdated(database, keys, ENCRYPTED_PINS)) + (await countOutdated(database, keys, ENCRYPTED_EARLIER_PINS)),
    people: await countOutdated(database, keys, ENCRYPTED_PEOPLE),
    'sign-ups': await countOutdated(database, keys, ENCRYPTED_SIGN_UPS),
    devices: await countOutdated(database, keys, ENCRYPTED_DEVICES),
  }
}
