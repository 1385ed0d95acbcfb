import type { ConfirmedDeps } from '#server/confirmation/post-confirmed'
import type { MovementPolicy } from '#server/movement/movement'
import type { RecipientDeps } from './recipient.ts'

/** What money between people needs. */
export interface P2pDeps extends ConfirmedDeps, RecipientDeps, MovementPolicy {
  /** Where the page is, without a slash at the end. */
  readonly publicUrl: string
}
