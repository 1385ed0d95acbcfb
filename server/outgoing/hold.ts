import type { Money } from '#money/money'
import type { MadeAs } from '#server/confirmation/post-confirmed'
import type { PendingRow } from '#server/db/batched'
import type { Posting } from '#server/ledger/posting'
import { heldRow, heldUntil, toBeChecked } from '#server/movement/held'
import {
  type BoundingFacts,
  caughtNow,
  type HoldingFacts,
  type Movement,
  type MovementPolicy,
  movementRows,
} from '#server/movement/movement'

/** By what money that leaves is held. */
export interface HoldPolicy extends MovementPolicy {
  /** The timeout of a provider call; the worker picks up what has no outcome a little later. */
  readonly providerTimeoutMs: number
}

interface Hold extends MadeAs {
  readonly movement: Movement & { readonly kind: 'withdrawal' | 'payment' }
  /** What counts with what the person moves. */
  readonly amount: Money
  /** Whom it goes to, as the operator reads it. */
  readonly to: string
  readonly found: BoundingFacts & HoldingFacts
  readonly policy: HoldPolicy
  /** The rows of the kind's own tables; the provider is polled at this time about what nobody has ended by then. */
  readonly rowsOf: (nextCheckAt: Date) => readonly PendingRow[]
}

/** A hold as it is posted: for the provider, or for the operator first where a velocity rule has caught it. */
export function heldPosting(decision: Posting, { id, now, movement, amount, to, found, policy, rowsOf }: Hold): Posting {
  const caught = caughtNow(amount, movement, found, policy)
  const nextCheckAt = caught ? heldUntil(now) : new Date(now.getTime() + policy.providerTimeoutMs + 2000)
  const about = { userId: movement.user.userId, id, amount, to, now }
  const held = caught ? [heldRow(`${movement.kind}_held`, caught, about)] : []
  const rows = [...rowsOf(nextCheckAt), ...held, ...movementRows(id, amount, movement, found, policy)]
  return { ...(caught ? toBeChecked(decision) : decision), rows: [...rows, ...(decision.rows ?? [])] }
}
