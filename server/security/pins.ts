import { hash, verify } from '@node-rs/argon2'
import type { Keys } from './keys.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_MAX = 200
// Half as long as a claim to compare a PIN lasts (withdrawal/pin.ts): then it may be somebody else's.
const WAITED_MAX_MS = 5000

/** More PINs are waiting to be checked than can be in reasonable time. */
export class HashingBusy extends Error {}

/** Hashes and checks PINs: argon2id with a key that is not in the database, off the event loop, in a bounded queue. */
export interface Pins {
  hash(pin: string): Promise<string>
  matches(pinHash: string, pin: string): Promise<boolean>
}

/** Makes the queue; both methods throw HashingBusy when it is full, or has taken longer than five seconds. */
export function createPins(keys: Keys): Pins {
  const options = { ...COST, secret: keys.key('pin') }
  const queue = new Queue()
  return {
    hash: (pin) => queue.run(() => hash(pin, options)),
    matches: (pinHash, pin) => queue.run(() => verify(pinHash, pin, options)),
  }
}

class Queue {
  private running = 0
  private readonly waiting: (() => void)[] = []

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const askedAt = performance.now()
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= WAITING_MAX) throw new HashingBusy('Too many PINs are being checked')
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    } else {
      this.running += 1
    }
    try {
      if (performance.now() - askedAt > WAITED_MAX_MS) throw new HashingBusy('A PIN has waited too long to be checked')
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }
}
