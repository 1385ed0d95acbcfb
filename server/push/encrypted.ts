import type { Transaction } from '#server/db/pool'
import { BY_UUID, type EncryptedTable } from '#server/security/encrypted-table'
import type { Keys } from '#server/security/keys'
import { addressColumns, openAddress } from './store.ts'

interface DeviceRow {
  readonly id: string
  readonly encrypted: Buffer
}

const WRITE = {
  name: 'push.encrypt',
  text: `update push_subscription set encrypted = anew.encrypted, endpoint_hash = anew.endpoint_hash
    from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as anew (id, encrypted, endpoint_hash)
    where push_subscription.id = anew.id`,
}

/** The addresses of devices that are told of news. */
export const ENCRYPTED_DEVICES: EncryptedTable<DeviceRow> = {
  table: 'push_subscription',
  id: { column: 'id', ...BY_UUID },
  isOutdated: 'substring(encrypted from 1 for 4) <> $1',
  columns: 'id, encrypted',
  write: encryptDevices,
}

async function encryptDevices(tx: Transaction, keys: Keys, rows: readonly DeviceRow[]): Promise<void> {
  const written = rows.flatMap(({ id, encrypted }) => {
    const to = openAddress(keys, id, encrypted)
    return to ? [[id, ...addressColumns(keys, id, to)] as const] : []
  })
  await tx.run(WRITE, [written.map(([id]) => id), written.map(([, encrypted]) => encrypted), written.map(([, , hash]) => hash)])
}
