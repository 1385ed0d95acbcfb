import { hash, verify } from '@node-rs/argon2'
import { createPlaces, NoPlace } from '#server/db/places'
import type { Keys } from './keys.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_MAX = 200
// Half as long as a claim to compare a PIN lasts (confirmation/pin.ts): then it may be somebody else's.
const WAITED_MAX_MS = 5000

/** Hashes and checks PINs: argon2id with a key that is not in the database, off the event loop, in a bounded queue. */
export interface Pins {
  hash(pin: string): Promise<string>
  matches(pinHash: string, pin: string): Promise<boolean>
  /** The same where there may be no PIN, which matches none and takes as long. */
  matchesIfAny(pinHash: string | undefined, pin: string): Promise<boolean>
}

/** Makes the queue; all methods throw NoPlace when it is full, or has taken longer than five seconds. */
export function createPins(keys: Keys): Pins {
  const options = { ...COST, secret: keys.key('pin') }
  const places = createPlaces({ max: AT_ONCE, waitMs: WAITED_MAX_MS })
  let nobodys: string | undefined
  const queued = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (places.waiting() >= WAITING_MAX) throw new NoPlace('Too many PINs are being checked')
    return places.run(work)
  }
  return {
    hash: (pin) => queued(() => hash(pin, options)),
    matches: (pinHash, pin) => queued(() => verify(pinHash, pin, options)),
    async matchesIfAny(pinHash, pin) {
      nobodys ??= await queued(() => hash('', options))
      const isRight = await queued(() => verify(pinHash ?? nobodys ?? '', pin, options))
      return isRight && pinHash !== undefined
    },
  }
}
