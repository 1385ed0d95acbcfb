import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

const PURPOSES = [
  'code',
  'token',
  'pin',
  'fingerprint',
  'phone',
  'device',
  'proof',
  'personal',
  'email',
  'checkpoint',
  'passkey',
  'secure_link',
  'email_code',
  'email_recipient',
  'protection_code',
  'live_ticket',
  'push_endpoint',
] as const

/** The purposes a key can have; each has one of its own, so that a hash of one is worth nothing as another. */
type KeyPurpose = (typeof PURPOSES)[number]

/** Keyed hashes from one secret that is kept outside the database. */
export interface SecretKeys {
  /** The beginning of the secret's fingerprint, eight hex digits: tells it from another, and nothing else of it. */
  readonly id: string
  /** HMAC-SHA-256 of the parts, unambiguously joined. */
  hash(purpose: KeyPurpose, ...parts: readonly string[]): Buffer
  /** The key itself, 32 bytes, for algorithms that mix it in themselves (argon2's `secret`, AES). */
  key(purpose: KeyPurpose): Buffer
}

/**
 * The keys that a wallet goes by: of its secret and, while that takes the place of another, of both. `id`, `hash` and `key` are those of
 * the one that is written with, which the database says.
 */
export interface Keys extends SecretKeys {
  /** All that count, the one that is written with first. */
  readonly all: readonly SecretKeys[]
  /** Those of an id; nothing when they are of neither secret. */
  find(id: string): SecretKeys | undefined
  /** Whether what is personal is written encrypted, PINs too: not while a version may run beside that cannot read it. */
  readonly encrypts: boolean
}

/** How a database is used with its secrets, by what it says itself. */
export interface SecretUse {
  /** Of the secret that is written with. */
  readonly fingerprint: Buffer
  readonly encrypts: boolean
}

/** The same, told from time to time how the database is used by now. */
export interface FollowingKeys extends Keys {
  /** False, and nothing changes, where it is used with neither secret. */
  follow(use: SecretUse): boolean
}

/**
 * Derives the keys (HKDF-SHA-256) of a secret of at least 32 characters, and of the one before it where there is one; refuses (throws)
 * a shorter one. Until told otherwise the secret is written with.
 */
export function deriveKeys(secret: string, previous?: string): FollowingKeys {
  const own = keysOf(secret)
  const known = previous === undefined || previous === secret ? [own] : [own, keysOf(previous)]
  let all: readonly SecretKeys[] = known
  let written: SecretKeys = own
  let encrypts = true
  return {
    get id() {
      return written.id
    },
    hash: (purpose, ...parts) => written.hash(purpose, ...parts),
    key: (purpose) => written.key(purpose),
    get all() {
      return all
    },
    find: (id) => known.find((keys) => keys.id === id),
    get encrypts() {
      return encrypts
    },
    follow(use) {
      const used = known.find((keys) => fingerprintBy(keys).equals(use.fingerprint))
      if (!used) return false
      written = used
      all = [used, ...known.filter((keys) => keys !== used)]
      encrypts = use.encrypts
      return true
    },
  }
}

/** What tells one secret from another, and nothing else of it: 32 bytes. */
export function fingerprintOf(secret: string): Buffer {
  return fingerprintBy(keysOf(secret))
}

function fingerprintBy(keys: Pick<SecretKeys, 'hash'>): Buffer {
  return keys.hash('fingerprint', 'secret of the database')
}

function keysOf(secret: string): SecretKeys {
  if (secret.length < 32) throw new Error('The secret has to have at least 32 characters')
  // As key objects, which cost a hash a third less than bytes do.
  const keys = new Map(
    PURPOSES.map((purpose) => {
      const bytes = Buffer.from(hkdfSync('sha256', secret, '', `wallet ${purpose}`, 32))
      return [purpose, createSecretKey(bytes)]
    }),
  )
  const find = (purpose: KeyPurpose): KeyObject => {
    const found = keys.get(purpose)
    if (!found) throw new Error(`No key for ${purpose}`)
    return found
  }
  const hash: SecretKeys['hash'] = (purpose, ...parts) =>
    createHmac('sha256', find(purpose)).update(JSON.stringify(parts)).digest()
  return { id: keyIdOf(fingerprintBy({ hash })), hash, key: (purpose) => find(purpose).export() }
}

/** The id of the keys of a secret, by its fingerprint. */
function keyIdOf(fingerprint: Buffer): string {
  return fingerprint.toString('hex', 0, 4)
}
