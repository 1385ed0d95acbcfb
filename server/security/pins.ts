import { hash, verify } from '@node-rs/argon2'
import * as v from 'valibot'
import { createPlaces, NoPlace } from '#server/db/places'
import { decrypt, encrypt, keyIdIn } from './encryption.ts'
import type { Keys } from './keys.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_MAX = 200
// Half as long as a claim to compare a PIN lasts (confirmation/pin.ts): then it may be somebody else's.
const WAITED_MAX_MS = 5000

/** A PIN as it is kept: whose it is, and its hash. */
export interface KeptPin {
  readonly userId: string
  readonly hash: string
}

/** Hashes and checks PINs: argon2id with a key that is not in the database, off the event loop, in a bounded queue. */
export interface Pins {
  hash(userId: string, pin: string): Promise<string>
  matches(kept: KeptPin, pin: string): Promise<boolean>
  /** The same where there may be no PIN, which matches none and takes as long. */
  matchesIfAny(kept: KeptPin | undefined, pin: string): Promise<boolean>
}

/** Makes the queue; all methods throw NoPlace when it is full, or has taken longer than five seconds. */
export function createPins(keys: Keys): Pins {
  const places = createPlaces({ max: AT_ONCE, waitMs: WAITED_MAX_MS })
  let nobodys: KeptPin | undefined
  const queued = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (places.waiting() >= WAITING_MAX) throw new NoPlace('Too many PINs are being checked')
    return places.run(work)
  }
  const isRight = async (kept: KeptPin, pin: string): Promise<boolean> => {
    for (const { hash: pinHash, secret } of hashesIn(keys, kept)) {
      if (await queued(() => verify(pinHash, pin, { secret }))) return true
    }
    return false
  }
  const hashed = async (pin: string): Promise<OpenedPin> => {
    const secret = keys.key('pin')
    return { hash: await queued(() => hash(pin, { ...COST, secret })), secret }
  }
  return {
    async hash(userId, pin) {
      const made = await hashed(pin)
      return keys.encrypts ? encrypted(keys, userId, made) : made.hash
    },
    matches: isRight,
    async matchesIfAny(kept, pin) {
      nobodys ??= { userId: '', hash: encrypted(keys, '', await hashed('')) }
      return (await isRight(kept ?? nobodys, pin)) && kept !== undefined
    },
  }
}

interface OpenedPin {
  readonly hash: string
  /** What was mixed into the hash. */
  readonly secret: Buffer
}

const PREFIX = 'aes:'
const opened = v.pipe(v.string(), v.parseJson(), v.object({ hash: v.string(), secret: v.pipe(v.string(), v.base64()) }))

/** What a PIN may be compared with: one hash, but for one that is not encrypted while there are two secrets. */
function hashesIn(keys: Keys, { userId, hash: kept }: KeptPin): OpenedPin[] {
  if (!kept.startsWith(PREFIX)) return keys.all.map((each) => ({ hash: kept, secret: each.key('pin') }))
  const { hash: pinHash, secret } = v.parse(opened, decrypt(keys, pinOf(userId), bytesOf(kept)))
  return [{ hash: pinHash, secret: Buffer.from(secret, 'base64') }]
}

/** In SQL: whether the hash of a PIN in a column is not encrypted with the key $1, of four bytes. */
export function isPinOutdated(column: string): string {
  return `not starts_with(${column}, '${PREFIX}')
    or substring(decode(substring(${column} from ${PREFIX.length + 1}), 'base64') from 1 for 4) <> $1`
}

/**
 * A kept hash by the key that is written with: without its PIN, since what was mixed into the hash goes with it. Nothing when it is so
 * already, or PINs are not encrypted yet.
 */
export function reencryptedPin(keys: Keys, kept: KeptPin): string | undefined {
  const isEncrypted = kept.hash.startsWith(PREFIX)
  if (!keys.encrypts || (isEncrypted && keyIdIn(bytesOf(kept.hash)) === keys.id)) return undefined
  const [found] = hashesIn(keys, kept)
  return found && encrypted(keys, kept.userId, found)
}

function encrypted(keys: Keys, userId: string, { hash: pinHash, secret }: OpenedPin): string {
  const text = JSON.stringify({ hash: pinHash, secret: secret.toString('base64') })
  return `${PREFIX}${encrypt(keys, pinOf(userId), text).toString('base64')}`
}

function bytesOf(kept: string): Buffer {
  return Buffer.from(kept.slice(PREFIX.length), 'base64')
}

function pinOf(userId: string) {
  return { purpose: 'pin', row: ['pin', userId] } as const
}
