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

/** The policy by which outgoing money is held. */
export interface HoldPolicy extends MovementPolicy {
  /** The timeout of a provider call; a little later the worker polls an operation that has no outcome. */
  readonly providerTimeoutMs: number
}

interface Hold extends MadeAs {
  readonly movement: Movement & { readonly kind: 'withdrawal' | 'payment' }
  /** The amount that counts with the person's other movements. */
  readonly amount: Money
  /** The recipient's name as the operator sees it. */
  readonly to: string
  readonly found: BoundingFacts & HoldingFacts
  readonly policy: HoldPolicy
  /** The rows of the kind's own tables; the provider is polled at `nextCheckAt` if the operation has not ended by then. */
  readonly rowsOf: (nextCheckAt: Date) => readonly PendingRow[]
}

/** The posting of a hold: for the provider, or for the operator's check when a velocity rule has caught it. */
export function heldPosting(decision: Posting, { id, now, movement, amount, to, found, policy, rowsOf }: Hold): Posting {
  const caught = caughtNow(amount, movement, found, policy)
  const nextCheckAt = caught ? heldUntil(now) : new Date(now.getTime() + policy.providerTimeoutMs + 2000)
  const about = { userId: movement.user.userId, id, amount, to, now }
  const held = caught ? [heldRow(`${movement.kind}_held`, caught, about)] : []
  const rows = [...rowsOf(nextCheckAt), ...held, ...movementRows(id, amount, movement, found, policy)]
  return { ...(caught ? toBeChecked(decision) : decision), rows: [...rows, ...(decision.rows ?? [])] }
}
