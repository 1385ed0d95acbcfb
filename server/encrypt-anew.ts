import { ENCRYPTED_EARLIER_PINS, ENCRYPTED_PINS, ENCRYPTED_SIGN_UPS, forgetEarlierSignUps } from './auth/encrypted.ts'
import type { Database } from './db/pool.ts'
import { forgetAddresses } from './messages/store.ts'
import { ENCRYPTED_DEVICES } from './push/encrypted.ts'
import { countOutdated, encryptAnew } from './security/encrypted-table.ts'
import type { Keys } from './security/keys.ts'
import { ENCRYPTED_PEOPLE } from './users/encrypted-people.ts'

/** Encrypts everything that is to be, with the key that is written with, in pieces; may be repeated and ended in the middle. */
export async function encryptAllAnew(database: Database, keys: Keys): Promise<void> {
  await encryptAnew(database, keys, ENCRYPTED_PINS)
  await encryptAnew(database, keys, ENCRYPTED_EARLIER_PINS)
  await encryptAnew(database, keys, ENCRYPTED_PEOPLE)
  await encryptAnew(database, keys, ENCRYPTED_SIGN_UPS)
  await encryptAnew(database, keys, ENCRYPTED_DEVICES)
  await database.inTransaction(forgetEarlierSignUps)
  await database.inTransaction(forgetAddresses)
}

/** How much is not encrypted with it yet: rows, by what they are of. */
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
