import type { ConfirmedDeps } from '#server/confirmation/post-confirmed'
import type { MovementPolicy } from '#server/movement/movement'
import type { RecipientDeps } from '#server/people/recipient'

/** What transfers to people need. */
export interface TransferDeps extends ConfirmedDeps, RecipientDeps, MovementPolicy {}
