import type { Transaction } from '#server/db/pool'
import { BY_UUID, type EncryptedTable } from '#server/security/encrypted-table'
import type { Keys } from '#server/security/keys'
import { columnsOf, PERSONAL_COLUMNS, type PersonalColumns, personalDataIn } from './personal-data.ts'

type PersonRow = PersonalColumns & { readonly id: string }

const WRITE = {
  name: 'user.encrypt',
  text: `update wallet_user
    set email = '', city = null, zip_code = null, address = null, personal_data = anew.personal_data, email_index = anew.email_index
    from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as anew (id, personal_data, email_index)
    where wallet_user.id = anew.id`,
}

/** What is personal of those who have a wallet. */
export const ENCRYPTED_PEOPLE: EncryptedTable<PersonRow> = {
  table: 'wallet_user',
  id: { column: 'id', ...BY_UUID },
  // Of a closed wallet nothing is kept that would be.
  isOutdated: 'closed_at is null and (personal_data is null or substring(personal_data from 1 for 4) <> $1)',
  columns: `id, ${PERSONAL_COLUMNS}`,
  write: encryptPeople,
}

async function encryptPeople(tx: Transaction, keys: Keys, rows: readonly PersonRow[]): Promise<void> {
  const written = rows.map((row) => columnsOf(keys, row.id, personalDataIn(keys, row.id, row)))
  const columns = [written.map(({ personal_data }) => personal_data), written.map(({ email_index }) => email_index)]
  await tx.run(WRITE, [rows.map(({ id }) => id), ...columns])
}
