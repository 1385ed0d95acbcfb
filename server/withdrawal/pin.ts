import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RefusalFacts } from '#contract/refusals'
import { existenceSource, rowWriter } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import type { Database, Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import type { Pins } from '#server/security/pins'

/** The limits of PIN failures; each is a setting. */
export interface PinLimits {
  readonly failuresInARow: number
  readonly blockSeconds: number
  /** Failures since the last sign-in by SMS; above it, a new sign-in is required. */
  readonly failuresUntilSms: number
}

/** A verified PIN; the money transaction checks that it is still the user's. */
export interface ProvenPin {
  readonly hash: string
}

export interface PinDeps {
  readonly database: Database
  readonly pins: Pins
  readonly pinLimits: PinLimits
}

interface PinTry {
  readonly userId: string
  readonly pin: string
  readonly now: Date
  /**
   * Stores the refusal of a wrong PIN, in the transaction that counts it. Throws when this very request has been refused and counted
   * already: it is not counted again.
   */
  readonly keepWrong: (tx: Transaction, refusal: RefusalFacts) => Promise<void>
}

// The claim uses the database's clock: clocks of processes may differ. It lasts longer than a comparison waits in its queue, and no
// longer than a person waits whose process has gone.
const CLAIM = {
  name: 'pin.claim',
  text: `update pin set trying_until = clock_timestamp() + interval '10 seconds', trying_id = $4
    where user_id = $1 and (blocked_until is null or blocked_until <= $2) and failures_since_sign_in < $3
      and (trying_until is null or trying_until <= clock_timestamp())
    returning hash`,
}
const CLAIM_WAIT_MS = 1000
const CLAIM_AGAIN_MS = 50
const RELEASE = {
  name: 'pin.release',
  text: 'update pin set trying_until = null, trying_id = null where user_id = $1 and trying_id = $2',
}
const FIND = { name: 'pin.find', text: 'select blocked_until, failures_since_sign_in from pin where user_id = $1' }

/**
 * Verifies a PIN, one at a time for a user across all processes. Only a PIN known to be wrong costs an attempt: an outage does not.
 * Refuses pin_not_set, pin_wrong with the attempts left, pin_blocked (for a while after too many in a row, until the next
 * sign-in by SMS after many more), and busy when another process has been checking one for a second. Throws NoPlace.
 */
export async function provePin({ database, pins, pinLimits }: PinDeps, tried: PinTry): Promise<ProvenPin> {
  const { userId, pin, now } = tried
  const tryId = randomUUID()
  try {
    const pinHash = await claim(database, pinLimits, { userId, now, tryId })
    crashPoint('pin.claimed')
    if (await pins.matches(pinHash, pin)) return { hash: pinHash }
    const refusal = await database.inTransaction((tx) => countWrong(tx, pinLimits, tried))
    crashPoint('pin.wrong.committed')
    throw new Refusal(refusal)
  } finally {
    // Also when the claim was made and its result lost.
    await giveBack(database, [userId, tryId])
  }
}

/** Waits while another process checks a PIN of the same person: that takes as long as a hash. Returns the PIN's hash. */
async function claim(
  database: Database,
  limits: PinLimits,
  { userId, now, tryId }: Pick<PinTry, 'userId' | 'now'> & { readonly tryId: string },
): Promise<string> {
  for (const since = performance.now(); ; await pause(CLAIM_AGAIN_MS)) {
    const claimed = await database.find<{ hash: string }>(CLAIM, [userId, now, limits.failuresUntilSms, tryId])
    if (claimed) return claimed.hash
    const refusal = await whyNotNow(database, userId, limits, now)
    if (refusal.code !== 'busy' || performance.now() - since > CLAIM_WAIT_MS) throw new Refusal(refusal)
  }
}

/**
 * Releases a claim; when the connection was lost, again a little later, without waiting for it. A claim that cannot be released
 * expires by itself.
 */
async function giveBack(database: Database, claim: readonly [string, string], waitsMs = [100, 500, 2000]): Promise<void> {
  try {
    await database.run(RELEASE, claim)
  } catch {
    const [waitMs, ...later] = waitsMs
    if (waitMs !== undefined) setTimeout(() => void giveBack(database, claim, later), waitMs).unref()
  }
}

// A block that is over resets the count.
const COUNT_WRONG = {
  name: 'pin.count_wrong',
  text: `update pin set
      failures = case when blocked_until <= $2 then 1 else failures + 1 end,
      failures_since_sign_in = failures_since_sign_in + 1,
      blocked_until = case when (case when blocked_until <= $2 then 1 else failures + 1 end) >= $3 then $4::timestamptz end
    where user_id = $1
    returning failures`,
}

/** Counts a wrong PIN and returns its refusal; the response is sent only after the commit. */
async function countWrong(tx: Transaction, limits: PinLimits, { userId, now, keepWrong }: PinTry): Promise<RefusalFacts> {
  const blockEnd = new Date(now.getTime() + limits.blockSeconds * 1000)
  const counted = await tx.find<{ failures: number }>(COUNT_WRONG, [userId, now, limits.failuresInARow, blockEnd])
  if (!counted) throw new Error('A PIN that was compared has gone')
  const attemptsLeft = limits.failuresInARow - counted.failures
  const refusal: RefusalFacts =
    attemptsLeft > 0
      ? { code: 'pin_wrong', field: 'pin', attemptsLeft }
      : { code: 'pin_blocked', retryAfterSeconds: limits.blockSeconds }
  await keepWrong(tx, refusal)
  crashPoint('pin.wrong.uncommitted')
  return refusal
}

async function whyNotNow(database: Database, userId: string, limits: PinLimits, now: Date): Promise<RefusalFacts> {
  const row = await database.find<{ blocked_until: Date | null; failures_since_sign_in: number }>(FIND, [userId])
  if (!row) return { code: 'pin_not_set' }
  if (row.blocked_until && row.blocked_until > now) {
    const seconds = Math.ceil((row.blocked_until.getTime() - now.getTime()) / 1000)
    return { code: 'pin_blocked', retryAfterSeconds: Math.max(1, seconds) }
  }
  if (row.failures_since_sign_in >= limits.failuresUntilSms) {
    return { code: 'pin_blocked', retryAfterSeconds: limits.blockSeconds }
  }
  return { code: 'busy', retryAfterSeconds: 1 }
}

const LIST_CURRENT = {
  name: 'pin.list_current',
  text: `select place from unnest($1::uuid[], $2::text[]) with ordinality as proven (user_id, hash, place)
    join pin on pin.user_id = proven.user_id and pin.hash = proven.hash`,
}
const RESET = {
  name: 'pin.reset',
  text: `update pin set failures = 0, failures_since_sign_in = 0, blocked_until = null
    from unnest($1::uuid[], $2::text[]) as proven (user_id, hash)
    where pin.user_id = proven.user_id and pin.hash = proven.hash
      and (failures > 0 or failures_since_sign_in > 0 or blocked_until is not null)`,
}

interface UserProof extends ProvenPin {
  readonly userId: string
}

const columnsOf = (proofs: readonly UserProof[]) => [proofs.map(({ userId }) => userId), proofs.map(({ hash }) => hash)]

/** Whether a verified PIN is still the user's: false when it was changed since. */
export const isStillCurrent = existenceSource(LIST_CURRENT, columnsOf)

/** Resets the count of wrong PINs, in the commit that the right PIN was for. */
export const rightPinRow = rowWriter(RESET, (proofs: readonly UserProof[]) => columnsOf(proofs))
