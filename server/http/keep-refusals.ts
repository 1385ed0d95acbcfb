import type { Database } from '#server/db/pool'
import type { IdempotencyKey } from '#server/idempotency/key'
import type { Outcome } from '#server/ledger/posting'
import { keepRefused } from '#server/ledger/precheck'
import { Refusal } from './refusal.ts'

/**
 * Does work that ends in the ledger or throws a refusal before it. A refusal that is final (kept-refusals.ts) answers the key for good,
 * wherever it was thrown.
 */
export async function keepingRefusals(
  database: Database,
  idempotencyKey: IdempotencyKey,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return keepRefused(database, idempotencyKey, error.facts)
  }
}
