import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import { smsInAll } from '#server/messages/budget'
import type { Keys } from '#server/security/keys'
import { checkLimit, consume, giveBack, isSpent, type Limit, reset } from '#server/security/limits'
import { countedAddress, type KnownAsker, requireProof } from './asker.ts'
import { countUsed } from './store.ts'

/** How many codes are sent; each is a setting. */
export interface SendingLimits {
  /** Between two codes to a phone, unless the first was used. */
  readonly gapSeconds: number
  readonly perPhoneHour: number
  readonly perPhoneDay: number
  readonly perAddressHour: number
  /** To all numbers that are alike but for their last four digits only. */
  readonly perPrefixHour: number
  /** To all strangers together. */
  readonly perHour: number
  /** Of the last fifty codes to strangers, so many per cent have to have been used, or strangers have to work for the next. */
  readonly usedPercent: number
}

const HOUR = 3600
const DAY = 86_400
const SAMPLE_SIZE = 50

/** By what a request for a code was counted: what its gap is of, and what the number, and all numbers together, were counted by. */
export interface CountedSending {
  readonly bucket: string
  readonly ofNumber: readonly (readonly [Limit, string])[]
}

/**
 * Counts a request for a code, whatever will be sent, and gives by what. Gives the refusal, code_too_soon, code_limit or
 * proof_required, instead of throwing it: what is refused has to be counted too. Sign-up and sign-in share the counts. Strangers are counted
 * by their address, too, and who has had as many codes of a number as they may has to work for any more, of which there are as many.
 */
export async function consumeSending(
  tx: Transaction,
  { keys, sendingLimits: limits }: { readonly keys: Keys; readonly sendingLimits: SendingLimits },
  asker: KnownAsker,
): Promise<Refusal | CountedSending> {
  const { now, isKnown } = asker
  const ofAddress: Limit = { scope: 'codes_per_address', max: limits.perAddressHour, windowSeconds: HOUR }
  const address = countedAddress(asker)
  if (address !== undefined) {
    const allowed = await checkLimit(tx, ofAddress, address, now)
    if (!allowed.ok) return new Refusal({ code: 'code_limit', retryAfterSeconds: allowed.retryAfterSeconds })
  }
  // Before anything is counted: whoever comes back with the work done would be too soon.
  const hasToWork = !isKnown && (await haveStrangersToWork(tx, limits, asker))
  const refusal = hasToWork ? await requireProof(tx, keys, asker, HOUR) : undefined
  if (refusal) return refusal
  const bucket = hasToWork ? `${asker.sendingBucket} worked` : asker.sendingBucket
  const gap = await consume(tx, gapLimit(limits), bucket, now)
  if (!gap.ok) return new Refusal({ code: 'code_too_soon', retryAfterSeconds: gap.retryAfterSeconds })
  const ofNumber = [...perPhone(limits).map((limit) => [limit, bucket] as const), ...limitsOf(limits, asker)]
  const counted = address === undefined ? ofNumber : [[ofAddress, address] as const, ...ofNumber]
  for (const [limit, key] of counted) {
    const taken = await consume(tx, limit, key, now)
    if (!taken.ok) return new Refusal({ code: 'code_limit', retryAfterSeconds: taken.retryAfterSeconds })
  }
  return { bucket, ofNumber }
}

/** Lets whoever asked ask again at once: their last code was used, or could not be sent. */
export async function openGap(queryable: Queryable, limits: SendingLimits, bucket: string): Promise<void> {
  await reset(queryable, gapLimit(limits), bucket)
}

const DELETE_UNSENT = {
  name: 'auth.delete_unsent_code',
  text: 'delete from phone_code where phone = $1 and device_id = $2 and created_at = $3 and used_at is null',
}

/**
 * Takes back a request for a code that the provider will never send to this number: what was counted of the number, and the code itself,
 * which would count among those that strangers waste. Its address stays counted: that stops whoever has us try number after number.
 */
export async function giveBackSending(
  tx: Transaction,
  limits: SendingLimits,
  { phone, deviceId, now }: KnownAsker,
  { bucket, ofNumber }: CountedSending,
): Promise<void> {
  await openGap(tx, limits, bucket)
  for (const [limit, key] of ofNumber) await giveBack(tx, limit, key)
  await tx.run(DELETE_UNSENT, [phone, deviceId, now])
}

function perPhone(limits: SendingLimits): readonly Limit[] {
  return [
    { scope: 'codes_per_hour', max: limits.perPhoneHour, windowSeconds: HOUR },
    { scope: 'codes_per_day', max: limits.perPhoneDay, windowSeconds: DAY },
  ]
}

/** What strangers share, whatever numbers they ask for. */
function limitsOf(limits: SendingLimits, { phone, isKnown }: KnownAsker): readonly (readonly [Limit, string])[] {
  if (isKnown) return []
  return [
    [{ scope: 'codes_per_prefix', max: limits.perPrefixHour, windowSeconds: HOUR }, phone.slice(0, -4)],
    [smsInAll(limits.perHour), 'all'],
  ]
}

async function haveStrangersToWork(tx: Transaction, limits: SendingLimits, { sendingBucket, now }: KnownAsker): Promise<boolean> {
  for (const limit of perPhone(limits)) if (await isSpent(tx, limit, sendingBucket, now)) return true
  return areWasted(tx, limits, now)
}

// Those whose owners have not yet had time to type them do not count.
const TYPED_MS = 120_000

async function areWasted(tx: Transaction, { usedPercent }: SendingLimits, now: Date): Promise<boolean> {
  if (usedPercent === 0) return false
  const { sent, used } = await countUsed(tx, { last: SAMPLE_SIZE, before: new Date(now.getTime() - TYPED_MS) })
  return sent === SAMPLE_SIZE && used * 100 < usedPercent * sent
}

function gapLimit(limits: SendingLimits): Limit {
  return { scope: 'code_gap', max: 1, windowSeconds: limits.gapSeconds }
}
