import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The purposes a keyed hash can have; each has a key of its own, so that a hash of one is worth nothing as another. */
type KeyPurpose = 'code' | 'token' | 'pin' | 'fingerprint' | 'phone' | 'device' | 'proof'

/** Keyed hashes from the one secret that is kept outside the database. */
export interface Keys {
  /** HMAC-SHA-256 of the parts, unambiguously joined. */
  hash(purpose: KeyPurpose, ...parts: readonly string[]): Buffer
  /** The key itself, for algorithms that mix it in themselves (argon2's `secret`). */
  key(purpose: KeyPurpose): Buffer
}

/** Derives the keys (HKDF-SHA-256) from a secret of at least 32 characters; refuses (throws) a shorter one. */
export function deriveKeys(secret: string): Keys {
  if (secret.length < 32) throw new Error('The secret has to have at least 32 characters')
  const purposes: readonly KeyPurpose[] = ['code', 'token', 'pin', 'fingerprint', 'phone', 'device', 'proof']
  // As key objects, which cost a hash a third less than bytes do.
  const keys = new Map(
    purposes.map((purpose) => {
      const bytes = Buffer.from(hkdfSync('sha256', secret, '', `wallet ${purpose}`, 32))
      return [purpose, createSecretKey(bytes)]
    }),
  )
  const find = (purpose: KeyPurpose): KeyObject => {
    const found = keys.get(purpose)
    if (!found) throw new Error(`No key for ${purpose}`)
    return found
  }
  return {
    key: (purpose) => find(purpose).export(),
    hash: (purpose, ...parts) => createHmac('sha256', find(purpose)).update(JSON.stringify(parts)).digest(),
  }
}
