import type { UserAccount } from '#server/ledger/accounts'
import type { SignedIn } from '#server/security/sessions'
import type { Limits } from '#server/users/levels'

/** An account, and the owner who asks what may move on it now. */
export interface AccountNow {
  readonly user: SignedIn
  readonly account: UserAccount
  /** The limits of the owner's level in the account's currency. */
  readonly allowed: Limits
  readonly now: Date
}
