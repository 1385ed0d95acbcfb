import type { Transaction } from '#server/db/pool'
import { BY_UUID, type EncryptedTable } from '#server/security/encrypted-table'
import type { Keys } from '#server/security/keys'
import { isPinOutdated, type KeptPin, reencryptedPin } from '#server/security/pins'
import { type KeptRegistration, keptRegistration, openedRegistration } from './store.ts'

const WRITE_PINS = {
  name: 'auth.encrypt_pins',
  text: `update pin set hash = anew.hash from unnest($1::uuid[], $2::text[]) as anew (user_id, hash) where pin.user_id = anew.user_id`,
}

/** The hashes of PINs. */
export const ENCRYPTED_PINS: EncryptedTable<KeptPin> = {
  table: 'pin',
  id: { column: 'user_id', ...BY_UUID },
  isOutdated: isPinOutdated('hash'),
  columns: 'user_id as "userId", hash',
  async write(tx, keys, rows) {
    await tx.run(WRITE_PINS, [rows.map(({ userId }) => userId), rows.map((row) => reencryptedPin(keys, row) ?? row.hash)])
  },
}

const WRITE_EARLIER_PINS = {
  name: 'auth.encrypt_earlier_pins',
  text: `update pin_reset set earlier_hash = anew.hash from unnest($1::uuid[], $2::text[]) as anew (id, hash)
    where pin_reset.id = anew.id`,
}

/** The hashes of PINs that others took the place of by an SMS. */
export const ENCRYPTED_EARLIER_PINS: EncryptedTable<KeptPin & { readonly id: string }> = {
  table: 'pin_reset',
  id: { column: 'id', ...BY_UUID },
  isOutdated: isPinOutdated('earlier_hash'),
  columns: 'id, user_id as "userId", earlier_hash as hash',
  async write(tx, keys, rows) {
    await tx.run(WRITE_EARLIER_PINS, [rows.map(({ id }) => id), rows.map((row) => reencryptedPin(keys, row) ?? row.hash)])
  },
}

interface SignUpRow {
  readonly id: string
  readonly registration: KeptRegistration
}

const WRITE_SIGN_UPS = {
  name: 'auth.encrypt_sign_ups',
  text: `update phone_code set registration = anew.registration from unnest($1::uuid[], $2::jsonb[]) as anew (id, registration)
    where phone_code.id = anew.id`,
}

/** What is personal of the sign-ups that codes were sent for; they are deleted after a day. */
export const ENCRYPTED_SIGN_UPS: EncryptedTable<SignUpRow> = {
  table: 'phone_code',
  id: { column: 'id', ...BY_UUID },
  isOutdated: `registration is not null
    and coalesce(substring(decode(registration->>'personal', 'base64') from 1 for 4) <> $1, true)`,
  columns: 'id, registration',
  write: encryptSignUps,
}

async function encryptSignUps(tx: Transaction, keys: Keys, rows: readonly SignUpRow[]): Promise<void> {
  const written = rows.map(({ id, registration }) => {
    const row = ['phone_code', id] as const
    return keptRegistration(keys, row, openedRegistration(keys, row, registration))
  })
  await tx.run(WRITE_SIGN_UPS, [rows.map(({ id }) => id), written])
}

const FORGET_EARLIER = { name: 'auth.forget_earlier_sign_ups', text: 'delete from registration' }

/** Forgets the sign-ups where only a version before this one looks for them: this one has them with their codes. */
export async function forgetEarlierSignUps(tx: Transaction): Promise<void> {
  await tx.run(FORGET_EARLIER)
}
