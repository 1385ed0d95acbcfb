import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway, PROTOCOL_VIOLATION } from './away.ts'
import { CannotStart } from './cannot-start.ts'
import { type Database, sqlState } from './pool.ts'

/** Thrown by what was told to end before it was done. */
class Ended extends Error {}

const PAUSES_MS = [100, 250, 500, 1000, 2000, 5000]
const SAY_EVERY_MS = 30_000
// Not prepared, so that also a pooler that keeps no session can be told from one that does.
const HELLO = { name: '', text: "select current_setting('statement_timeout') as statement_timeout" }
const STATEMENT_TIMEOUT = '5s'

const NOT_OURS =
  'DATABASE_URL does not keep the settings of a session: the wallet and its migrations need the address of PostgreSQL itself, not of a pooler (the wallet has its own), and without `options`'

/**
 * Waits until the database answers, with growing pauses of up to 5 s, and says so at once and then every half minute. Throws Ended
 * when the signal comes first, and CannotStart, in one line, when it has not answered for `limitSeconds` (without them it waits for ever)
 * and for what no waiting mends: a wrong password, an unknown database or role, a pooler in between.
 */
export async function waitForDatabase(
  database: Database,
  {
    log,
    signal,
    limitSeconds = Number.POSITIVE_INFINITY,
  }: { log: { warn(line: string): void }; signal: AbortSignal | undefined; limitSeconds?: number | undefined },
): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY
  const endsAt = performance.now() + limitSeconds * 1000
  for (let attempt = 0; ; attempt += 1) {
    if (signal?.aborted) throw new Ended('The start was ended')
    const fault = await database.find<{ statement_timeout: string }>(HELLO).then(
      (row) => (row?.statement_timeout === STATEMENT_TIMEOUT ? undefined : new CannotStart(NOT_OURS)),
      (error: unknown) => error ?? new Error('Nothing was thrown'),
    )
    if (fault === undefined) return
    if (fault instanceof CannotStart) throw fault
    if (!isDatabaseAway(fault)) throw unusable(fault)
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) throw new CannotStart(notWithin(limitSeconds, fault), { cause: fault })
    if (Date.now() - saidAt >= SAY_EVERY_MS) {
      log.warn(`The database of DATABASE_URL does not answer (${reasonOf(fault)}); waiting for it`)
      saidAt = Date.now()
    }
    const pauseMs = PAUSES_MS[attempt] ?? PAUSES_MS.at(-1) ?? 0
    await pause(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => undefined)
  }
}

// The messages of refused connections name the role or the database, never the password.
function unusable(fault: unknown): CannotStart {
  if (sqlState(fault) === PROTOCOL_VIOLATION) return new CannotStart(NOT_OURS, { cause: fault })
  const why = fault instanceof Error ? fault.message : String(fault)
  return new CannotStart(`The database of DATABASE_URL cannot be used: ${why}`, { cause: fault })
}

function notWithin(seconds: number, fault: unknown): string {
  return `The database of DATABASE_URL has not answered for ${seconds} s (${reasonOf(fault)}): DATABASE_WAIT_SECONDS says how long a start waits`
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'unknown'
  // An error of several addresses has no message of its own.
  return fault.message || ('code' in fault ? String(fault.code) : fault.name)
}
