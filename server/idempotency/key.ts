import { createHash } from 'node:crypto'
import { v4 as randomUuid } from 'uuid'
import type { Keys } from '#server/security/keys'

/** The key of a request that is to have one effect and one answer, however often it comes. */
export interface IdempotencyKey {
  /** A keyed hash of the person and their `Idempotency-Key`: 128 bits, as a UUID. */
  readonly key: string
  /** The client sent the key, so a refusal is kept under it too. A key of our own only makes our own retry safe. */
  readonly isFromClient: boolean
  /** A keyed hash of the call and its body: the same key with another body is refused. */
  readonly fingerprint: Buffer
  /** Both hashes by the wallet's other secret, while there are two: other processes may use either, so an answer is kept under both. */
  readonly other?: Pick<IdempotencyKey, 'key' | 'fingerprint'>
}

interface KeyedRequest {
  /** The path of the call. */
  readonly call: string
  readonly userId: string
  readonly body: unknown
  /** The key as the client sent it; without one, the request gets a fresh key. */
  readonly given: string | undefined
}

/** The key of a person's request. Both hashes use the wallet's secret, so that the database reveals nothing about a body. */
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

/** The keys that an answer is stored under: one for each secret of the wallet, in the same order everywhere. */
export function recordKeysOf({
  key,
  fingerprint,
  other,
}: IdempotencyKey): readonly Pick<IdempotencyKey, 'key' | 'fingerprint'>[] {
  if (!other) return [{ key, fingerprint }]
  return [{ key, fingerprint }, other].sort((one, two) => (one.key < two.key ? -1 : 1))
}

/** A key of our own for something that can arrive or be found more than once, such as a provider's event. */
export function ownIdempotencyKey(...names: readonly string[]): IdempotencyKey {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest()
  return { key: uuidOf(hash), isFromClient: false, fingerprint: hash.subarray(16) }
}

/** A key of our own that is used once, for work that is decided anew each time. */
export function freshIdempotencyKey(): IdempotencyKey {
  return ownIdempotencyKey(randomUuid())
}

/** The first 128 bits of a hash, spelled as a UUID. */
function uuidOf(hash: Buffer): string {
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
