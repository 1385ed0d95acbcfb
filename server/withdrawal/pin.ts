import type { Database, Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import type { Pins } from '#server/security/pins'

/** The limits behind PIN failures; each is a setting (security.md 18). */
export interface PinLimits {
  readonly failuresInARow: number
  readonly blockSeconds: number
  /** Failures since the last sign-in by SMS; more need a new one. */
  readonly failuresUntilSms: number
}

/** A PIN that was found right; the money transaction makes sure that it is still the user's. */
export interface ProvenPin {
  readonly hash: string
}

// Counted before it is compared. A block that has passed starts the count anew.
const COUNT_TRY = {
  name: 'pin.count_try',
  text: `update pin set
      failures = case when blocked_until <= $2 then 1 else failures + 1 end,
      failures_since_sign_in = failures_since_sign_in + 1,
      blocked_until = case when (case when blocked_until <= $2 then 1 else failures + 1 end) >= $3 then $4::timestamptz end
    where user_id = $1 and (blocked_until is null or blocked_until <= $2) and failures_since_sign_in < $5
    returning hash, failures`,
}
const FIND = { name: 'pin.find', text: 'select blocked_until from pin where user_id = $1' }

/**
 * Checks a PIN; the caller lets one request of a user in at a time. Refuses pin_not_set, pin_wrong with the attempts left, and
 * pin_blocked: for a while after too many in a row, until the next sign-in by SMS after many more.
 */
export async function provePin(
  { database, pins, pinLimits }: { database: Database; pins: Pins; pinLimits: PinLimits },
  { userId, pin, now }: { userId: string; pin: string; now: Date },
): Promise<ProvenPin> {
  const blockEnd = new Date(now.getTime() + pinLimits.blockSeconds * 1000)
  const counted = await database.find<{ hash: string; failures: number }>(COUNT_TRY, [
    userId,
    now,
    pinLimits.failuresInARow,
    blockEnd,
    pinLimits.failuresUntilSms,
  ])
  if (!counted) throw new Refusal(await blocked(database, userId, pinLimits, now))
  if (await pins.matches(counted.hash, pin)) return { hash: counted.hash }
  const attemptsLeft = pinLimits.failuresInARow - counted.failures
  throw new Refusal(
    attemptsLeft > 0
      ? { code: 'pin_wrong', field: 'pin', attemptsLeft }
      : { code: 'pin_blocked', retryAfterSeconds: pinLimits.blockSeconds },
  )
}

async function blocked(database: Database, userId: string, pinLimits: PinLimits, now: Date): Promise<Refusal['facts']> {
  const row = await database.find<{ blocked_until: Date | null }>(FIND, [userId])
  if (!row) return { code: 'pin_not_set' }
  const seconds = row.blocked_until ? Math.ceil((row.blocked_until.getTime() - now.getTime()) / 1000) : pinLimits.blockSeconds
  return { code: 'pin_blocked', retryAfterSeconds: Math.max(1, seconds) }
}

const RESET = {
  name: 'pin.reset',
  text: `update pin set failures = 0, failures_since_sign_in = 0, blocked_until = null
    where user_id = $1 and hash = $2`,
}

/** Forgets the failures in the transaction that the PIN is for; false when the PIN was changed since it was proven. */
export async function acceptPin(tx: Transaction, userId: string, proven: ProvenPin): Promise<boolean> {
  return (await tx.run(RESET, [userId, proven.hash])) === 1
}
