import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RefusalFacts } from '#contract/refusals'
import { existenceSource, rowWriter } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { deleteOldRows } from '#server/db/delete-old'
import { idAt } from '#server/db/ids'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import { type IdempotencyKey, recordKeysOf } from '#server/idempotency/key'
import { keepAnswer, replay } from '#server/idempotency/record'
import { tellOwner } from '#server/messages/tell-owner'
import type { Pins } from '#server/security/pins'
import type { SessionLimits, SignedIn } from '#server/security/sessions'
import type { Confirmation } from './confirmation.ts'
import { faultOfTries, type PinFailures, type PinLimits, wrongPin } from './pin-tries.ts'

export interface PinDeps {
  readonly database: Database
  readonly pins: Pins
  readonly pinLimits: PinLimits
}

interface PinTry {
  readonly user: SignedIn
  readonly pin: string
  readonly now: Date
  /** The request's field with the PIN, if it is not `pin`. */
  readonly field?: string
  /** The request's key: a wrong PIN is its final answer. */
  readonly idempotencyKey: IdempotencyKey
}

// The claim uses the database's clock, since clocks of processes differ. It lasts longer than a comparison waits in its queue, but not longer
// than a person waits after their process has died.
const CLAIM = {
  name: 'pin.claim',
  text: `update pin set trying_until = clock_timestamp() + interval '10 seconds', trying_id = $2
    where user_id = $1 and (trying_until is null or trying_until <= clock_timestamp())
    returning hash, set_at`,
}
const CLAIM_WAIT_MS = 1000
// As long as a comparison waits in its queue (security/pins.ts): the same request in another process will soon have the answer for both.
const TWIN_WAIT_MS = 5000
const CLAIM_AGAIN_MS = 50
const IS_ANOTHERS = {
  name: 'pin.is_anothers',
  text: `select exists (
      select from pin where user_id = $1 and trying_until > clock_timestamp() and left(trying_id::text, 18) <> all($2)
    ) as is_anothers`,
}
const RELEASE = {
  name: 'pin.release',
  text: 'update pin set trying_until = null, trying_id = null where user_id = $1 and trying_id = $2',
}

/**
 * Verifies a PIN, one at a time for a person across all processes. Only a PIN known to be wrong costs a try; an outage does not. The PIN is to
 * be checked last, so that no other refusal tells that it was right. Refuses pin_not_set, pin_wrong with the tries left, pin_blocked and
 * pin_sign_in after too many (pin-tries.ts), and busy when another process has been checking another request's PIN for a second. Throws NoPlace.
 */
export async function provePin(deps: PinDeps, tried: PinTry): Promise<Confirmation> {
  const { database, pins } = deps
  const { user, pin, now } = tried
  const tryId = `${beginningOf(tried.idempotencyKey.key)}${randomUUID().slice(18)}`
  try {
    const { hash, set_at: setAt } = await claim(deps, tried, tryId)
    crashPoint('pin.claimed')
    if (await pins.matches({ userId: user.userId, hash }, pin)) return confirmationBy({ ...user, setAt, now })
    const refusal = await database.inTransaction((tx) => countWrong(tx, deps, tried))
    crashPoint('pin.wrong.committed')
    throw new Refusal(refusal)
  } finally {
    // The claim may have been made even when its result was lost.
    await giveBack(database, [user.userId, tryId])
  }
}

/** Refuses a person who may not try a PIN now, before any work is done. Refuses pin_not_set, pin_blocked and pin_sign_in. */
export async function expectTriesLeft(
  { database, pinLimits }: Pick<PinDeps, 'database' | 'pinLimits'>,
  user: SignedIn,
  now: Date,
): Promise<void> {
  const failures = await findFailures(database, user, now)
  const fault: RefusalFacts | undefined = failures ? faultOfTries(failures, pinLimits, now) : { code: 'pin_not_set' }
  if (fault) throw new Refusal(fault)
}

interface ClaimedPin {
  readonly hash: string
  readonly set_at: Date
}

/** Waits while another process checks a PIN of the same person, which takes as long as a hash. Returns the stored PIN. */
async function claim(deps: PinDeps, { user, now, idempotencyKey }: PinTry, tryId: string): Promise<ClaimedPin> {
  for (const since = performance.now(); ; await pause(CLAIM_AGAIN_MS)) {
    const claimed = await deps.database.find<ClaimedPin>(CLAIM, [user.userId, tryId])
    // The claim before this one may have ended with a wrong PIN.
    await expectTriesLeft(deps, user, now)
    if (claimed) return claimed
    const waitedMs = performance.now() - since
    const isLong =
      waitedMs > CLAIM_WAIT_MS && (waitedMs > TWIN_WAIT_MS || (await isAnothers(deps.database, user, idempotencyKey)))
    if (isLong) throw new Refusal({ code: 'busy', retryAfterSeconds: 1 })
  }
}

/** Whether the running try belongs to another request: the id of a try begins like the key of its request. */
async function isAnothers(database: Database, { userId }: SignedIn, idempotencyKey: IdempotencyKey): Promise<boolean> {
  const own = recordKeysOf(idempotencyKey).map(({ key }) => beginningOf(key))
  return (await database.find<{ is_anothers: boolean }>(IS_ANOTHERS, [userId, own]))?.is_anothers === true
}

const beginningOf = (uuid: string): string => uuid.slice(0, 18)

/**
 * Releases a claim. When the connection was lost, it tries again a little later, and nobody waits for that. A claim that cannot be released
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

const FIND_FAILURES = {
  name: 'pin.find_failures',
  text: `select
      count(*) filter (where session_id = $2 and failed_at > coalesce(pin_right_at, '-infinity'))::integer as "inARow",
      count(*) filter (where session_id = $2)::integer as "inSession",
      max(failed_at) filter (where session_id = $2) as "lastInSession",
      count(*) filter (where failed_at > $3)::integer as "inADay",
      min(failed_at) filter (where failed_at > $3) as "firstInADay"
    from pin
    left join session on session.id = $2
    left join pin_failure on pin_failure.user_id = pin.user_id
    where pin.user_id = $1
    group by pin.user_id`,
}
const DAY_MS = 86_400_000

/** The wrong PINs of a person and of their session; undefined when they have no PIN. */
function findFailures(queryable: Queryable, { userId, sessionId }: SignedIn, now: Date): Promise<PinFailures | undefined> {
  return queryable.find<PinFailures>(FIND_FAILURES, [userId, sessionId, new Date(now.getTime() - DAY_MS)])
}

const INSERT_FAILURE = {
  name: 'pin.insert_failure',
  text: 'insert into pin_failure (id, user_id, session_id, failed_at) values ($1, $2, $3, $4)',
}

/** Counts a wrong PIN, tells the owner about a block, and returns the refusal; the response is sent only after the commit. */
async function countWrong(
  tx: Transaction,
  { pinLimits }: PinDeps,
  { user, now, idempotencyKey, field = 'pin' }: PinTry,
): Promise<RefusalFacts> {
  await tx.run(INSERT_FAILURE, [idAt(now), user.userId, user.sessionId, now])
  const failures = await findFailures(tx, user, now)
  if (!failures) throw new Error('A PIN that was compared has gone')
  const said = wrongPin(failures, pinLimits, now)
  const refusal = said.code === 'pin_wrong' ? { ...said, field } : said
  if (refusal.code !== 'pin_wrong') await tellOwner(tx, { userId: user.userId, kind: 'pin_guesses', now })
  await keepWrong(tx, idempotencyKey, refusal)
  crashPoint('pin.wrong.uncommitted')
  return refusal
}

const OF_A_WRONG_PIN: ReadonlySet<string> = new Set(['pin_wrong', 'pin_blocked', 'pin_sign_in'])

/** Makes the refusal of a wrong PIN final for its key: the same request sent again is not another try. */
async function keepWrong(tx: Transaction, idempotencyKey: IdempotencyKey, refusal: RefusalFacts): Promise<void> {
  if (!idempotencyKey.isFromClient) return
  const earlier = await keepAnswer(tx, idempotencyKey, { refusal })
  const replyFor = earlier && replay(idempotencyKey, earlier)
  // The same request was handled at the same time, and has its answer already. A request with another body is another try, and counts.
  if (!replyFor) return
  if ('reply' in replyFor) throw new Refusal({ code: 'busy', retryAfterSeconds: 1 })
  if (OF_A_WRONG_PIN.has(replyFor.refusal.code)) throw new Refusal(replyFor.refusal)
}

const LIST_CURRENT = {
  name: 'pin.list_current',
  text: `select place from unnest($1::uuid[], $2::timestamptz[]) with ordinality as proven (user_id, set_at, place)
    join pin on pin.user_id = proven.user_id and date_trunc('milliseconds', pin.set_at) = proven.set_at`,
}
// Most sessions have no wrong PIN, and their row stays as it is.
const REMEMBER_RIGHT = {
  name: 'pin.remember_right',
  text: `update session set pin_right_at = proven.at
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as proven (user_id, session_id, at)
    where session.id = proven.session_id and exists (
      select from pin_failure where pin_failure.user_id = proven.user_id and pin_failure.session_id = proven.session_id
    )`,
}

interface ProvenPin extends SignedIn {
  /** When the PIN was set, which identifies it; its hash may be encrypted anew meanwhile. */
  readonly setAt: Date
  readonly now: Date
}

/** Whether a verified PIN is still the person's; false when it was changed since. */
const isStillCurrent = existenceSource(LIST_CURRENT, (proofs: readonly Pick<ProvenPin, 'userId' | 'setAt'>[]) => [
  proofs.map(({ userId }) => userId),
  proofs.map(({ setAt }) => setAt),
])

/** Records a right PIN: the wrong ones before it are no longer in a row. */
const rightPinRow = rowWriter(REMEMBER_RIGHT, (proofs: readonly ProvenPin[]) => [
  proofs.map(({ userId }) => userId),
  proofs.map(({ sessionId }) => sessionId),
  proofs.map(({ now }) => now),
])

/** The confirmation by a PIN that was compared; it counts as long as the person has that PIN. */
export function confirmationBy(proof: ProvenPin): Confirmation {
  const { userId, setAt } = proof
  return { isGood: isStillCurrent({ userId, setAt }), refusal: { code: 'pin_wrong', field: 'pin' }, row: rightPinRow(proof) }
}

const FORGET = { name: 'pin.forget_failures', text: 'delete from pin_failure where user_id = $1' }

/** Deletes the wrong PINs of a person who has a new PIN. */
export async function forgetWrongPins(tx: Transaction, userId: string): Promise<void> {
  await tx.run(FORGET, [userId])
}

/** Deletes the wrong PINs of sessions that ended long ago. */
export async function deleteOldPinFailures(queryable: Queryable, limits: SessionLimits, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'pin_failure', 'failed_at', new Date(now.getTime() - limits.absoluteSeconds * 1000 - DAY_MS))
}
