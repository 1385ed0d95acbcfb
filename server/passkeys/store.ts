import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { MadePasskey } from '#server/security/passkeys'

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  readonly id: string
  readonly name: string
  readonly credentialId: Buffer
  readonly transports: readonly string[]
  readonly isSynced: boolean
  readonly createdAt: Date
  readonly usedAt: Date | null
}

const LIST = {
  name: 'passkey.list',
  text: `select id, name, credential_id as "credentialId", transports, is_synced as "isSynced", created_at as "createdAt", used_at as "usedAt"
    from passkey where user_id = $1 order by id desc`,
}

/** The passkeys of a user, the newest first. */
export function listPasskeys(queryable: Queryable, userId: string): Promise<OwnPasskey[]> {
  return queryable.list<OwnPasskey>(LIST, [userId])
}

const LOCK_OWNER = { name: 'passkey.lock_owner', text: 'select 1 as one from wallet_user where id = $1 for no key update' }
const INSERT = {
  name: 'passkey.insert',
  text: `insert into passkey (id, user_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (credential_id) do nothing`,
}

export interface NewPasskey extends MadePasskey {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly createdAt: Date
}

/** Counts the passkeys of a user, who gets no other until the transaction ends. */
export async function countPasskeys(tx: Transaction, userId: string): Promise<number> {
  await tx.find(LOCK_OWNER, [userId])
  return (await listPasskeys(tx, userId)).length
}

/** Keeps a passkey; false when it is known, whosever it is. */
export async function insertPasskey(tx: Transaction, made: NewPasskey): Promise<boolean> {
  const { id, userId, credentialId, publicKey, signCount, transports, isSynced, name, createdAt } = made
  const values = [id, userId, credentialId, publicKey, signCount, transports, isSynced, name, createdAt]
  return (await tx.run(INSERT, values)) === 1
}

const RENAME = { name: 'passkey.rename', text: 'update passkey set name = $3 where id = $1 and user_id = $2' }

/** Names a passkey of a user; false when there is none. */
export async function rename(queryable: Queryable, userId: string, id: string, name: string): Promise<boolean> {
  return (await queryable.run(RENAME, [id, userId, name])) === 1
}

const DELETE = { name: 'passkey.delete', text: 'delete from passkey where id = $1 and user_id = $2' }

/** Forgets a passkey of a user; false when there is none. */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  return (await tx.run(DELETE, [id, userId])) === 1
}
