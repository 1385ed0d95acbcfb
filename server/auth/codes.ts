import { randomInt, timingSafeEqual } from 'node:crypto'
import { idAt } from '#server/db/ids'
import type { Database, Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import type { Keys } from '#server/security/keys'
import { consume, giveBack, type Limit, reset } from '#server/security/limits'
import { type CodePurpose, countGuess, giveBackGuess, insertCode } from './store.ts'

/** The limits behind SMS codes; each is a setting. */
export interface CodeLimits {
  readonly lifetimeSeconds: number
  /** Between two codes to a phone, unless the first was used. */
  readonly gapSeconds: number
  readonly perPhoneHour: number
  readonly perPhoneDay: number
  readonly perAddressHour: number
  readonly guessesPerCode: number
  readonly failuresInARow: number
  readonly blockSeconds: number
  readonly failuresPerMonth: number
  readonly failuresPerAddress: number
}

interface CodeDeps {
  readonly database: Database
  readonly keys: Keys
  readonly codeLimits: CodeLimits
}

interface Asker {
  readonly phone: string
  readonly address: string
  readonly now: Date
}

const HOUR = 3600
const DAY = 86_400

/**
 * Counts a request for a code, whether or not one will be sent. Gives the refusal, code_too_soon or code_limit, instead of throwing it:
 * what is refused has to be counted too. Sign-up and sign-in share the counts.
 */
export async function consumeSending(
  tx: Transaction,
  limits: CodeLimits,
  { phone, address, now }: Asker,
): Promise<Refusal | undefined> {
  const gap = await consume(tx, gapLimit(limits), phone, now)
  if (!gap.ok) return new Refusal({ code: 'code_too_soon', retryAfterSeconds: gap.retryAfterSeconds })
  const counted: readonly (readonly [Limit, string])[] = [
    [{ scope: 'codes_per_address', max: limits.perAddressHour, windowSeconds: HOUR }, address],
    [{ scope: 'codes_per_hour', max: limits.perPhoneHour, windowSeconds: HOUR }, phone],
    [{ scope: 'codes_per_day', max: limits.perPhoneDay, windowSeconds: DAY }, phone],
  ]
  for (const [limit, key] of counted) {
    const taken = await consume(tx, limit, key, now)
    if (!taken.ok) return new Refusal({ code: 'code_limit', retryAfterSeconds: taken.retryAfterSeconds })
  }
  return undefined
}

/** Lets a phone ask again at once: its last code was used, or could not be sent. */
export async function openGap({ database, codeLimits }: CodeDeps, phone: string): Promise<void> {
  await reset(database, gapLimit(codeLimits), phone)
}

/** Makes a code for a phone and a purpose and keeps its keyed hash; four digits, leading zeros included. */
export async function makeCode(
  tx: Transaction,
  { keys, codeLimits }: CodeDeps,
  { phone, purpose, now }: { phone: string; purpose: CodePurpose; now: Date },
): Promise<string> {
  const id = idAt(now)
  const code = randomInt(0, 10_000).toString().padStart(4, '0')
  await insertCode(tx, {
    id,
    phone,
    purpose,
    hash: keys.hash('code', id, purpose, phone, code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeLimits.lifetimeSeconds * 1000),
  })
  return code
}

/**
 * Checks a code against the live one of this phone and purpose and gives its id, to be claimed in the transaction that acts on it.
 * Refuses code_expired, code_wrong and code_limit. Failures are counted per phone across all its codes, so that a new code does not
 * buy new guesses (NIST SP 800-63B). A right code, and one that could not be judged, has cost nothing.
 */
export async function checkCode(
  deps: CodeDeps,
  { phone, purpose, code, address, now }: Asker & { purpose: CodePurpose; code: string },
): Promise<string> {
  const { database, keys, codeLimits } = deps
  // In one transaction: what is cut off meanwhile has counted nothing. Refused outside of it, as a refusal has to be counted.
  const judged = await database.inTransaction<{ id: string } | Refusal>(async (tx) => {
    const live = await countGuess(tx, { phone, purpose, now, guessesMax: codeLimits.guessesPerCode })
    if (!live) return new Refusal({ code: 'code_expired' })
    const limits = failureLimits(codeLimits, phone, address)
    for (const { limit, key } of limits) {
      const taken = await consume(tx, limit, key, now)
      if (!taken.ok) return new Refusal({ code: 'code_limit', retryAfterSeconds: taken.retryAfterSeconds })
    }
    if (!timingSafeEqual(live.hash, keys.hash('code', live.id, purpose, phone, code))) return new Refusal({ code: 'code_wrong' })
    for (const { limit, key, isInARow } of limits) await (isInARow ? reset : giveBack)(tx, limit, key)
    await giveBackGuess(tx, live.id)
    return live
  })
  if (judged instanceof Refusal) throw judged
  return judged.id
}

function gapLimit(limits: CodeLimits): Limit {
  return { scope: 'code_gap', max: 1, windowSeconds: limits.gapSeconds }
}

function failureLimits(limits: CodeLimits, phone: string, address: string): { limit: Limit; key: string; isInARow: boolean }[] {
  return [
    {
      limit: { scope: 'code_failures_in_a_row', max: limits.failuresInARow, windowSeconds: limits.blockSeconds },
      key: phone,
      isInARow: true,
    },
    {
      limit: { scope: 'code_failures_per_month', max: limits.failuresPerMonth, windowSeconds: 30 * DAY },
      key: phone,
      isInARow: false,
    },
    {
      limit: { scope: 'code_failures_per_address', max: limits.failuresPerAddress, windowSeconds: 6 * HOUR },
      key: address,
      isInARow: false,
    },
  ]
}
