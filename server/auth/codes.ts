import { timingSafeEqual } from 'node:crypto'
import { idAt } from '#server/db/ids'
import type { Database, Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import type { Keys } from '#server/security/keys'
import { consume, giveBack, isSpent, type Limit, reset } from '#server/security/limits'
import type { Pins } from '#server/security/pins'
import { type Asker, countedAddress, type KnownAsker, recognise, requireProof } from './asker.ts'
import { noteGuesses } from './guesses.ts'
import { newCode } from './new-code.ts'
import {
  type CodePurpose,
  countGuess,
  findPinByPhone,
  giveBackGuess,
  insertCode,
  type LiveCode,
  lockLiveCodes,
  type Registration,
} from './store.ts'

/** The limits behind SMS codes; each is a setting. */
export interface CodeLimits {
  readonly lifetimeSeconds: number
  readonly guessesPerCode: number
  readonly failuresInARow: number
  readonly blockSeconds: number
  readonly failuresPerMonth: number
  /** Of strangers who give the PIN, too. */
  readonly failuresWithPinPerMonth: number
  readonly failuresPerAddress: number
  /** Of all strangers together in ten minutes; above it they have to work for each guess. */
  readonly failuresInAll: number
}

interface CodeDeps {
  readonly database: Database
  readonly keys: Keys
  readonly pins: Pins
  readonly codeLimits: CodeLimits
}

const HOUR = 3600
const DAY = 86_400
const ALL = 'all'

/**
 * Makes a code for a phone and keeps its keyed hash; four digits, leading zeros included. Those that the same asker had before for the
 * same purpose are worth nothing any more. A decoy is never right.
 */
export async function makeCode(
  tx: Transaction,
  { keys, codeLimits }: Pick<CodeDeps, 'keys' | 'codeLimits'>,
  { phone, deviceId, isKnown, now }: KnownAsker,
  { purpose, registration }: { readonly purpose: CodePurpose; readonly registration?: Registration | undefined },
): Promise<string> {
  const id = idAt(now)
  const code = newCode(4)
  await insertCode(tx, keys, {
    id,
    phone,
    purpose,
    deviceId,
    isKnownDevice: isKnown,
    registration,
    hash: keys.hash('code', id, purpose, phone, code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeLimits.lifetimeSeconds * 1000),
  })
  return code
}

/** A guess at a code, and the PIN that a stranger may have to give with it. */
export interface Guess extends Asker {
  readonly purpose: 'register' | 'login' | 'pin' | 'unfreeze' | 'close'
  readonly code: string
  readonly pin: string | undefined
}

/** A code that was guessed right: its id, to be claimed in the transaction that acts on it, and the sign-up it was sent for. */
export interface RightCode {
  readonly id: string
  /** What the codes of the number are counted by, for whoever asks. */
  readonly sendingBucket: string
  /** Whether it was guessed on a device that the owner of the number has signed in with. */
  readonly isKnownDevice: boolean
  readonly registration: Registration | undefined
}

/**
 * Checks a code against those of this phone that may be used. Refuses code_expired, code_wrong, code_limit, proof_required and
 * pin_required; never by whether the phone has a wallet. The address of a stranger is checked before any code is touched. Failures are counted per phone
 * across all its codes, so that a new code does not buy new guesses (NIST SP 800-63B): per known device, and for strangers together, who
 * have to work after some, and to give the PIN after many. A right code, and one that could not be checked, has cost nothing.
 */
export async function checkCode(deps: CodeDeps, guess: Guess): Promise<RightCode> {
  // In one transaction: what is cut off meanwhile has counted nothing. Refused outside of it, as a refusal has to be counted.
  const outcome = await deps.database.inTransaction((tx) => checkGuess(tx, deps, guess))
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

async function checkGuess(tx: Transaction, deps: CodeDeps, guess: Guess): Promise<RightCode | Refusal> {
  const { codeLimits: limits } = deps
  const { now, phone } = guess
  const ofAddress: Limit = { scope: 'code_failures_per_address', max: limits.failuresPerAddress, windowSeconds: 6 * HOUR }
  const asker = await recognise(tx, guess)
  const address = countedAddress(asker)
  if (address !== undefined) {
    const taken = await consume(tx, ofAddress, address, now)
    if (!taken.ok) return new Refusal({ code: 'code_limit', retryAfterSeconds: taken.retryAfterSeconds })
  }
  const live = await lockLiveCodes(tx, deps.keys, {
    phone,
    deviceId: asker.isKnown ? asker.deviceId : undefined,
    now,
    guessesMax: limits.guessesPerCode,
  })
  if (live.length === 0) return new Refusal({ code: 'code_expired' })
  const needs = asker.isKnown ? NOTHING : await whatStrangersNeed(tx, limits, asker)
  if (needs.proof) {
    const refusal = await requireProof(tx, deps.keys, asker, limits.blockSeconds)
    if (refusal) return refusal
  }
  if (needs.pin && guess.pin === undefined) return new Refusal({ code: 'pin_required', field: 'pin_code' })
  const counted = countsOf(limits, asker, needs)
  for (const { limit } of counted) {
    const one = await consume(tx, limit, asker.bucket, now)
    if (!one.ok) return new Refusal({ code: 'code_limit', retryAfterSeconds: one.retryAfterSeconds })
  }
  await countGuess(tx, live)
  const isPinRight = !needs.pin || (await deps.pins.matchesIfAny(await findPinByPhone(tx, phone), guess.pin ?? ''))
  const right = findRight(deps.keys, live, guess)
  if (!(right && isPinRight)) {
    if (!asker.isKnown) await noteStranger(tx, limits, asker)
    return new Refusal({ code: 'code_wrong' })
  }
  for (const { limit, isInARow } of counted) await (isInARow ? reset : giveBack)(tx, limit, asker.bucket)
  if (address !== undefined) await giveBack(tx, ofAddress, address)
  await giveBackGuess(tx, live)
  return {
    id: right.id,
    sendingBucket: asker.sendingBucket,
    isKnownDevice: asker.isKnown,
    registration: right.registration ?? undefined,
  }
}

/** Counts a wrong guess of a stranger among all, and notes the number when there have been many: its owner, if it has one, is told. */
async function noteStranger(tx: Transaction, limits: CodeLimits, { bucket, phone, now }: KnownAsker): Promise<void> {
  await consume(tx, inAll(limits), ALL, now)
  if (await isSpent(tx, inARow(limits), bucket, now)) await noteGuesses(tx, phone, now)
}

interface Needs {
  readonly proof: boolean
  readonly pin: boolean
}

const NOTHING: Needs = { proof: false, pin: false }

async function whatStrangersNeed(tx: Transaction, limits: CodeLimits, { bucket, now }: KnownAsker): Promise<Needs> {
  const pin = await isSpent(tx, perMonth(limits), bucket, now)
  const proof = pin || (await isSpent(tx, inARow(limits), bucket, now)) || (await isSpent(tx, inAll(limits), ALL, now))
  return { proof, pin }
}

/** What is counted of a phone before a guess is checked. Who has worked is not stopped by the failures in a row of others. */
function countsOf(limits: CodeLimits, { isKnown }: KnownAsker, needs: Needs): { limit: Limit; isInARow: boolean }[] {
  if (needs.pin) return [{ limit: withPin(limits), isInARow: false }]
  const month = { limit: perMonth(limits), isInARow: false }
  return isKnown || !needs.proof ? [{ limit: inARow(limits), isInARow: true }, month] : [month]
}

function findRight(keys: Keys, live: readonly LiveCode[], { purpose, phone, code }: Guess): LiveCode | undefined {
  // A hash is made of every guess, whatever the code is for: of a decoy it takes as long.
  return live.find(({ id, purpose: its, hash }) => {
    const isRight = keys.all.some((each) => timingSafeEqual(hash, each.hash('code', id, purpose, phone, code)))
    return isRight && its === purpose
  })
}

function inARow(limits: CodeLimits): Limit {
  return { scope: 'code_failures_in_a_row', max: limits.failuresInARow, windowSeconds: limits.blockSeconds }
}

function perMonth(limits: CodeLimits): Limit {
  return { scope: 'code_failures_per_month', max: limits.failuresPerMonth, windowSeconds: 30 * DAY }
}

function withPin(limits: CodeLimits): Limit {
  return { scope: 'code_failures_with_pin', max: limits.failuresWithPinPerMonth, windowSeconds: 30 * DAY }
}

function inAll(limits: CodeLimits): Limit {
  return { scope: 'code_failures_in_all', max: limits.failuresInAll, windowSeconds: 600 }
}
