import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from './away.ts'
import { CannotStart } from './cannot-start.ts'
import type { Database } from './pool.ts'

/** Thrown by what was told to end before it was done. */
class Ended extends Error {}

const PAUSES_MS = [100, 250, 500, 1000, 2000, 5000]
const SAY_EVERY_MS = 30_000
const HELLO = { name: 'wait.hello', text: 'select 1' }

/**
 * Waits until the database answers, with growing pauses of up to 5 s, and says so at once and then every half minute. Throws Ended
 * when the signal comes first, and CannotStart, in one line, for what no waiting mends: a wrong password, an unknown database or role.
 */
export async function waitForDatabase(
  database: Database,
  { log, signal }: { log: { warn(line: string): void }; signal: AbortSignal | undefined },
): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY
  for (let attempt = 0; ; attempt += 1) {
    if (signal?.aborted) throw new Ended('The start was ended')
    const fault = await database.find(HELLO).then(
      () => undefined,
      (error: unknown) => error ?? new Error('Nothing was thrown'),
    )
    if (fault === undefined) return
    if (!isDatabaseAway(fault)) throw unusable(fault)
    if (Date.now() - saidAt >= SAY_EVERY_MS) {
      log.warn(`The database of DATABASE_URL does not answer (${reasonOf(fault)}); waiting for it`)
      saidAt = Date.now()
    }
    await pause(PAUSES_MS[attempt] ?? PAUSES_MS.at(-1), undefined, { signal }).catch(() => undefined)
  }
}

// The messages of refused connections name the role or the database, never the password.
function unusable(fault: unknown): CannotStart {
  const why = fault instanceof Error ? fault.message : String(fault)
  return new CannotStart(`The database of DATABASE_URL cannot be used: ${why}`, { cause: fault })
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'unknown'
  // An error of several addresses has no message of its own.
  return fault.message || ('code' in fault ? String(fault.code) : fault.name)
}
