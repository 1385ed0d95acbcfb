import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { keepRefusal } from '#server/idempotency/record'
import { userAccountOf } from './accounts.ts'
import { applyBatch, outcomeOf } from './apply-batch.ts'
import type { Outcome, PostingRequest } from './posting.ts'

/** What a request is refused for as things stand, kept under its key; nothing when it would be posted. It locks nothing (ledger.ts). */
export async function precheck(database: Database, request: PostingRequest): Promise<Outcome | undefined> {
  const wanted = Object.entries(request.facts ?? {})
  const [accounts, values] = await Promise.all([
    Promise.all(request.accounts.map((id) => database.read(userAccountOf(id)))),
    Promise.all(wanted.map(([, fact]) => database.read(fact))),
  ])
  const facts = Object.fromEntries(wanted.map(([name], place) => [name, values[place]]))
  const known = accounts.filter((account) => account !== undefined)
  const [outcome] = applyBatch([{ request, facts }], known, { kept: new Map(), newId: idAt }).outcomes
  if (outcome instanceof Error) throw outcome
  if (outcome?.kind !== 'refused') return undefined
  return { ...outcomeOf(await keepRefusal(database, request.idempotencyKey, { refusal: outcome.refusal })), repeated: false }
}
