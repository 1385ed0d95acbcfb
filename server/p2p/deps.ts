import type { FeatureFlag } from '#contract/config'
import type { PasskeyProofDeps } from '#server/confirmation/passkey'
import type { PinDeps } from '#server/confirmation/pin'
import type { IdempotencyKey } from '#server/idempotency/key'
import type { Ledger } from '#server/ledger/ledger'
import type { MovementPolicy } from '#server/movement/movement'
import type { Keys } from '#server/security/keys'
import type { SignedIn } from '#server/security/sessions'
import type { RecipientDeps } from './recipient.ts'

/** What money between people needs. */
export interface P2pDeps extends PinDeps, PasskeyProofDeps, RecipientDeps, MovementPolicy {
  readonly ledger: Ledger
  readonly keys: Keys
  readonly isOn: (feature: FeatureFlag) => boolean
  /** Where the page is, without a slash at the end. */
  readonly publicUrl: string
}

/** Who asks, and how. */
export interface P2pCaller {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  /** Goes on while a PIN is waited for. */
  readonly clock: () => Date
}
