import type { ConfirmedDeps } from '#server/confirmation/post-confirmed'
import type { MovementPolicy } from '#server/movement/movement'
import type { RecipientDeps } from '#server/people/recipient'

/** The dependencies of transfers to people. */
export interface TransferDeps extends ConfirmedDeps, RecipientDeps, MovementPolicy {}
