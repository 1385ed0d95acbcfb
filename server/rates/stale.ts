import { caseStateOf, reportRow } from '#server/cases/case'
import { writeTogether } from '#server/db/batched'
import type { Database } from '#server/db/pool'
import { Unavailable } from '#server/providers/outage'

/** The kind of the case of a feed whose prices stay the same old ones. */
export const STALE = 'rates_stale'

// There is one feed.
const CASE = { kind: STALE, reference: 'rates' } as const

/**
 * Refuses (Unavailable) prices that are older by their provider's own word than they may be, or of a time so far ahead that they would never
 * grow old. A case asks the operator, unless one is open.
 */
export async function expectFresh(
  database: Database,
  { asOf, now, maxAgeSeconds }: { readonly asOf: Date; readonly now: Date; readonly maxAgeSeconds: number },
): Promise<void> {
  if (Math.abs(now.getTime() - asOf.getTime()) <= maxAgeSeconds * 1000) return
  if ((await database.read(caseStateOf(CASE))) !== 'open') {
    const details = { as_of: asOf.toISOString(), seen_at: now.toISOString() }
    await writeTogether(database, [reportRow({ ...CASE, operationId: null, details, openedAt: now })])
  }
  throw new Unavailable('rates', new Error(`Rates are as of ${asOf.toISOString()}`))
}
