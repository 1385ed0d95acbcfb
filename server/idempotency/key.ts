import { createHash } from 'node:crypto'
import { v4 as randomUuid } from 'uuid'
import type { Keys } from '#server/security/keys'

/** Stands for a request that is to have one effect and one answer however often it comes. */
export interface IdempotencyKey {
  /** Of the person and the `Idempotency-Key`: 128 bits of a keyed hash, as a UUID. */
  readonly key: string
  /** The client gave it, so a refusal is kept under it too; one of ours only makes our own retry safe. */
  readonly isFromClient: boolean
  /** Of the call and its body: the same key with another body is refused. */
  readonly fingerprint: Buffer
  /** Both by the wallet's other secret, while there are two: an answer is kept under either, whichever the processes beside go by. */
  readonly other?: Pick<IdempotencyKey, 'key' | 'fingerprint'>
}

interface KeyedRequest {
  /** The path of the call. */
  readonly call: string
  readonly userId: string
  readonly body: unknown
  /** As the client sent it; without one the request gets a key that nobody else has. */
  readonly given: string | undefined
}

/** The key of a person's request. Both hashes need the wallet's secret, so that nothing of a body can be read from the database. */
export function idempotencyKeyOf(keys: Keys, { call, userId, body, given }: KeyedRequest): IdempotencyKey {
  const name = given ?? randomUuid()
  const text = JSON.stringify(body ?? null)
  const keyBy = ({ hash }: Pick<Keys, 'hash'>) => ({
    key: uuidOf(hash('fingerprint', userId, name)),
    fingerprint: hash('fingerprint', call, text).subarray(0, 16),
  })
  const [, other] = keys.all
  return { ...keyBy(keys), isFromClient: given !== undefined, ...(other && { other: keyBy(other) }) }
}

/** What an answer is kept under: the key and, while there are two secrets, the same by the other one; in one order everywhere. */
export function recordKeysOf({
  key,
  fingerprint,
  other,
}: IdempotencyKey): readonly Pick<IdempotencyKey, 'key' | 'fingerprint'>[] {
  if (!other) return [{ key, fingerprint }]
  return [{ key, fingerprint }, other].sort((one, two) => (one.key < two.key ? -1 : 1))
}

/** A key of our own for something that is told or found more than once, such as an event of a provider. */
export function ownIdempotencyKey(...names: readonly string[]): IdempotencyKey {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest()
  return { key: uuidOf(hash), isFromClient: false, fingerprint: hash.subarray(16) }
}

/** A key that nothing else has, for what is decided anew each time. */
export function freshIdempotencyKey(): IdempotencyKey {
  return ownIdempotencyKey(randomUuid())
}

/** The first 128 bits of a hash, spelled as a UUID. */
function uuidOf(hash: Buffer): string {
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
