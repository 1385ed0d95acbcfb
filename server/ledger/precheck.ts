import type { RefusalFacts } from '#contract/refusals'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import type { IdempotencyKey } from '#server/idempotency/key'
import { keepRefusal, recordOf } from '#server/idempotency/record'
import { userAccountOf } from './accounts.ts'
import { applyBatch, outcomeOf } from './apply-batch.ts'
import type { Outcome, PostingRequest } from './posting.ts'

/** Awaited before a refusal is kept and told; may throw another, which is told in its place. */
export type BeforeRefusal = (refusal: RefusalFacts) => Promise<void>

/**
 * What came of a request before, or what it is refused for as things stand, which is kept under its key; nothing when it would be posted. It
 * locks nothing (ledger.ts).
 */
export async function precheck(
  database: Database,
  request: PostingRequest,
  beforeRefusal?: BeforeRefusal,
): Promise<Outcome | undefined> {
  const { idempotencyKey } = request
  const wanted = Object.entries(request.facts ?? {})
  const [earlier, accounts, values] = await Promise.all([
    database.read(recordOf(idempotencyKey)),
    Promise.all(request.accounts.map((id) => database.read(userAccountOf(id)))),
    Promise.all(wanted.map(([, fact]) => database.read(fact))),
  ])
  const facts = Object.fromEntries(wanted.map(([name], place) => [name, values[place]]))
  const kept = new Map(earlier ? [[idempotencyKey.key, earlier]] : [])
  const known = accounts.filter((account) => account !== undefined)
  const [outcome] = applyBatch([{ request, facts }], known, { kept, newId: idAt }).outcomes
  if (outcome instanceof Error) throw outcome
  if (outcome?.repeated) return outcome
  if (outcome?.kind !== 'refused') return undefined
  await beforeRefusal?.(outcome.refusal)
  return keepRefused(database, idempotencyKey, outcome.refusal)
}

/**
 * How a request ends that is refused: so, kept under its key if it is final, or as another request under the key was answered at the same
 * moment.
 */
export async function keepRefused(database: Database, idempotencyKey: IdempotencyKey, refusal: RefusalFacts): Promise<Outcome> {
  const answer = { refusal }
  const kept = await keepRefusal(database, idempotencyKey, answer)
  return { ...outcomeOf(kept), repeated: kept !== answer }
}
