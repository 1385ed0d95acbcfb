import { parseRate, type Rate } from '#money/rate'
import { quantityOut } from '#money/rate-quoted'
import { reportRow } from '#server/cases/case'
import { writeTogether } from '#server/db/batched'
import type { Database } from '#server/db/pool'

/** A price that has moved by more than is believed without a person. */
export interface Jump {
  readonly before: Rate
  readonly now: Rate
}

// A feed that moves a price by more than a fifth is believed to be broken.
const JUMP_PERCENT_MAX = 20n

/** The prices that are more than a fifth away from what is known of their pair, however long ago that was. */
export function listJumps(known: readonly Rate[], latest: readonly Rate[]): Jump[] {
  const before = new Map(known.map((rate) => [pairOf(rate), rate]))
  return latest.flatMap((now) => {
    const old = before.get(pairOf(now))
    return old && isFar(old, now) ? [{ before: old, now }] : []
  })
}

function isFar(old: Rate, now: Rate): boolean {
  const now100 = now.numerator * old.denominator * 100n
  const old100 = old.numerator * now.denominator
  return now100 > old100 * (100n + JUMP_PERCENT_MAX) || now100 < old100 * (100n - JUMP_PERCENT_MAX)
}

function pairOf({ from, to }: Rate): string {
  return `${from} ${to}`
}

/** The kind of the case of a feed whose prices have jumped. */
export const JUMPED = 'rate_jumped'
/** How such a case ends when its prices are right. */
export const ACCEPTED = 'the new prices are right, and believed'

// There is one feed.
const REFERENCE = 'rates'
// Long enough for every process to take the rates; a price that was right then says nothing of one much later.
const ACCEPTED_MS = 86_400_000

const FIND = {
  name: 'exchange.find_jump_case',
  text: 'select details, resolved_at, resolution from operator_case where kind = $1 and reference = $2',
}

interface JumpCase {
  readonly details: Readonly<Record<string, string>>
  readonly resolved_at: Date | null
  readonly resolution: string | null
}

/**
 * Whether the operator has said within a day that all these prices are right, or others within a fifth of them. Where nobody has, and
 * nobody has been asked, a case asks.
 */
export async function areAccepted(database: Database, jumps: readonly Jump[], now: Date): Promise<boolean> {
  const found = await database.find<JumpCase>(FIND, [JUMPED, REFERENCE])
  if (found && jumps.every((jump) => isAccepted(found, jump, now))) return true
  if (!found || found.resolved_at) {
    const details = Object.assign({ seen_at: now.toISOString() }, ...jumps.map(factsOf))
    await writeTogether(database, [reportRow({ kind: JUMPED, reference: REFERENCE, operationId: null, details, openedAt: now })])
  }
  return false
}

function factsOf({ before, now }: Jump): Record<string, string> {
  return { [pairOf(now)]: quantityOut(now, 0n), [`${pairOf(now)} before`]: quantityOut(before, 0n) }
}

function isAccepted({ details, resolved_at, resolution }: JumpCase, { now: rate }: Jump, now: Date): boolean {
  const isRecent = resolved_at !== null && now.getTime() - resolved_at.getTime() < ACCEPTED_MS
  const accepted = parseRate(rate.from, rate.to, '1', details[pairOf(rate)] ?? '')
  return isRecent && resolution === ACCEPTED && accepted !== undefined && !isFar(accepted, rate)
}
