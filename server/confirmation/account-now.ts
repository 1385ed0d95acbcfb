import type { UserAccount } from '#server/ledger/accounts'
import type { SignedIn } from '#server/security/sessions'
import type { Limits } from '#server/users/levels'

/** An account of whoever asks what may move on it now. */
export interface AccountNow {
  readonly user: SignedIn
  readonly account: UserAccount
  /** What the level of its owner allows in its currency. */
  readonly allowed: Limits
  readonly now: Date
}
