import type { Database } from '#server/db/pool'
import type { IdempotencyKey } from '#server/idempotency/key'
import { recordOf } from '#server/idempotency/record'
import { outcomeOfEarlier } from '#server/ledger/apply-batch'
import type { Outcome, Posted } from '#server/ledger/posting'
import { keepRefused } from '#server/ledger/precheck'
import { Refusal } from './refusal.ts'

/**
 * Answers a keyed request that ends in the ledger, or is refused before it: as its key was answered before, or by its work. Throws what it is
 * refused for, wherever that was found; a refusal that is final (kept-refusals.ts) answers the key for good.
 */
export async function postOnce(
  database: Database,
  idempotencyKey: IdempotencyKey,
  work: () => Promise<Outcome>,
): Promise<Posted> {
  const earlier = await database.read(recordOf(idempotencyKey))
  const outcome = earlier ? outcomeOfEarlier(idempotencyKey, earlier) : await outcomeOfWork(database, idempotencyKey, work)
  if (outcome.kind === 'refused') throw new Refusal(outcome.refusal)
  return outcome
}

async function outcomeOfWork(database: Database, idempotencyKey: IdempotencyKey, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return keepRefused(database, idempotencyKey, error.facts)
  }
}
