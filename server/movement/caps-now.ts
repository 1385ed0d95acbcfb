import type { AccountNow } from '#server/confirmation/account-now'
import type { Database } from '#server/db/pool'
import type { Cap } from '#server/users/caps'
import type { MovementKind } from './caps.ts'
import { boundingFacts, boundsOf, type Movement, type MovementPolicy } from './movement.ts'

const LONG_AGO = new Date(0)

/**
 * The caps on what a person may send now, by the same facts as the rules. The recipient is one who has received nothing today; and a new one,
 * unless something about the person is new.
 */
export async function capsNow(
  { database, ...policy }: { readonly database: Database } & Pick<MovementPolicy, 'firstDay'>,
  kind: MovementKind,
  { user, account, now }: AccountNow,
): Promise<Cap[]> {
  const movement: Movement = { kind, user, account, recipient: 'nobody', now }
  const facts = boundingFacts(movement)
  const [owner, novelties, moved, history] = await Promise.all([
    database.read(facts.owner),
    database.read(facts.novelties),
    database.read(facts.moved),
    database.read(facts.history),
  ])
  const found = { owner, novelties, moved, history }
  const toKnown = boundsOf(movement, { ...found, history: { ...history, knownSince: LONG_AGO } }, policy)
  return toKnown.some(({ per }) => per === 'first_day') ? toKnown : boundsOf(movement, found, policy)
}
