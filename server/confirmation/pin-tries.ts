import type { RefusalFacts } from '#contract/refusals'

/** The limits of wrong PINs; each is a setting. */
export interface PinLimits {
  /** For one session: so many block it, and as many more block it again. */
  readonly failuresInARow: number
  readonly blockSeconds: number
  /** For the whole life of a session; after so many, a new sign-in is required. */
  readonly failuresUntilSms: number
  /** For a person in any 24 hours, over all sessions. */
  readonly failuresPerDay: number
}

/** The wrong PINs that decide whether a session may try another. */
export interface PinFailures {
  /** Of the session since its last right PIN. */
  readonly inARow: number
  /** Of the session in its whole life. */
  readonly inSession: number
  readonly lastInSession: Date | null
  /** Of the person in the last 24 hours. */
  readonly inADay: number
  readonly firstInADay: Date | null
}

const DAY_SECONDS = 86_400

/**
 * Why a session may not try a PIN now: pin_blocked for a while, or pin_sign_in until the next sign-in; undefined when it may. A sign-in begins a
 * new session. Neither a right PIN nor a sign-in lowers the person's count of the day.
 */
export function faultOfTries(failures: PinFailures, limits: PinLimits, now: Date): RefusalFacts | undefined {
  const { inARow, inSession, lastInSession, inADay, firstInADay } = failures
  const blockedFor = (since: Date | null, seconds: number): RefusalFacts | undefined => {
    const left = since ? Math.ceil((since.getTime() - now.getTime()) / 1000 + seconds) : 0
    return left > 0 ? { code: 'pin_blocked', retryAfterSeconds: left } : undefined
  }
  if (inADay >= limits.failuresPerDay) return blockedFor(firstInADay, DAY_SECONDS)
  if (inSession >= limits.failuresUntilSms) return { code: 'pin_sign_in' }
  return triesLeft({ inARow }, limits) === limits.failuresInARow && inARow > 0
    ? blockedFor(lastInSession, limits.blockSeconds)
    : undefined
}

/** How many wrong PINs a session may still try before it is blocked. */
function triesLeft({ inARow }: Pick<PinFailures, 'inARow'>, { failuresInARow }: PinLimits): number {
  return failuresInARow - (inARow % failuresInARow)
}

/** The refusal of a wrong PIN that the failures already include: with the tries left, or the block that it led to. */
export function wrongPin(failures: PinFailures, limits: PinLimits, now: Date): RefusalFacts {
  return (
    faultOfTries(failures, limits, now) ?? {
      code: 'pin_wrong',
      field: 'pin',
      attemptsLeft: Math.min(
        triesLeft(failures, limits),
        limits.failuresUntilSms - failures.inSession,
        limits.failuresPerDay - failures.inADay,
      ),
    }
  )
}
