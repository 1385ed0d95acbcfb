import { timingSafeEqual } from 'node:crypto'
import type { Queryable } from '#server/db/queryable'

type Hash = (purpose: 'checkpoint', ...parts: readonly string[]) => Buffer

/** The wallet's keys, as far as checkpoints go by them: who has the database alone has none. */
export interface ChainKeys {
  /** Of the key that is written with. */
  readonly id: string
  readonly hash: Hash
  /** The key of an id; nothing when it is not one of the wallet's. */
  find(id: string): { readonly hash: Hash } | undefined
  /** Whether new checkpoints are keyed: not while a version may run beside that writes them without. */
  readonly encrypts: boolean
}

/** What a checkpoint, or a correction of one, says. */
export interface Bound {
  readonly number: bigint
  readonly seqTo: bigint
  readonly transfers: bigint
  readonly hash: Buffer
  readonly writtenAt: Date
}

const INSERT = {
  name: 'checkpoint_mac.insert',
  text: 'insert into checkpoint_mac (number, hash, key_id, mac) values ($1, $2, $3, $4) on conflict do nothing',
}
const LIST = { name: 'checkpoint_mac.list', text: 'select key_id, mac from checkpoint_mac where number = $1 and hash = $2' }

/** Keeps a keyed hash of what a checkpoint says beside it. */
export async function keepMac(queryable: Queryable, keys: ChainKeys, bound: Bound): Promise<void> {
  await queryable.run(INSERT, [bound.number, bound.hash, keys.id, macOf(keys, bound)])
}

/** Whether a checkpoint was written, or corrected, by whoever has one of these keys. */
export async function isKeyed(queryable: Queryable, keys: ChainKeys, bound: Bound): Promise<boolean> {
  const rows = await queryable.list<{ key_id: string; mac: Buffer }>(LIST, [bound.number, bound.hash])
  return rows.some(({ key_id, mac }) => isMacOf(keys, key_id, bound, mac))
}

/** Whether a keyed hash of what a checkpoint says was made with one of these keys, the one of this id. */
export function isMacOf(keys: ChainKeys, keyId: string, bound: Bound, mac: Buffer): boolean {
  const key = keys.find(keyId)
  if (!key) return false
  const right = macOf(key, bound)
  return right.length === mac.length && timingSafeEqual(right, mac)
}

/** The keyed hash of what a checkpoint says: HMAC-SHA-256 of all of it. */
export function macOf({ hash }: { readonly hash: Hash }, bound: Bound): Buffer {
  const { number, seqTo, transfers, writtenAt } = bound
  const whole = [number, seqTo, transfers].map(String)
  return hash('checkpoint', ...whole, bound.hash.toString('hex'), writtenAt.toISOString())
}
