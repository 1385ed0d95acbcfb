import type { RefusalFacts } from '#contract/refusals'
import type { Currency } from '#money/currency'
import type { Money } from '#money/money'
import type { IdempotencyKey } from '#server/idempotency/key'
import type { SystemRole, UserAccount } from './accounts.ts'

/** One side of a transfer: a credit when the amount is positive, a debit when it is negative. */
export interface Entry {
  readonly account: { readonly user: string } | { readonly system: SystemRole }
  readonly amount: Money
}

/** A balanced set of entries, posted whole or not at all; `kind` says what it does (docs/money.md). */
export interface Transfer {
  readonly id: string
  readonly operationId: string | null
  readonly kind: string
  readonly entries: readonly Entry[]
  readonly postedAt: Date
}

/** A new operation of a user; `amount` is signed from the user's side and without the fee. */
export interface Operation {
  readonly id: string
  readonly userId: string
  readonly kind: 'topup' | 'withdrawal' | 'exchange'
  readonly state: 'pending' | 'complete' | 'failed'
  readonly accountId: string
  readonly amount: Money
  readonly fee: Money
  readonly to?: { readonly accountId: string; readonly amount: Money }
  readonly details: Readonly<Record<string, string>>
  readonly createdAt: Date
}

/** What a use case answers; plain strings, so that it can be kept and given again. */
export type Reply = Readonly<Record<string, string>>

/** What to write down, all of it in one commit. */
export interface Posting {
  readonly kind: 'post'
  readonly operation?: Operation
  readonly transfers: readonly Transfer[]
  readonly reply: Reply
}

export interface Refused {
  readonly kind: 'refuse'
  readonly refusal: RefusalFacts
}

/**
 * A request to move money: which users' accounts it needs, and a pure function that is asked under their locks what to do with them.
 * `decide` must not wait and must not keep anything: it may be asked again.
 */
export interface PostingRequest {
  readonly accounts: readonly string[]
  readonly decide: (accounts: ReadonlyMap<string, UserAccount>) => Posting | Refused
  readonly idempotencyKey?: IdempotencyKey
}

/** How a request for posting ended. `repeated`: the answer was given before, and nothing was done now. */
export type Outcome =
  | { readonly kind: 'posted'; readonly reply: Reply; readonly repeated: boolean }
  | { readonly kind: 'refused'; readonly refusal: RefusalFacts; readonly repeated: boolean }

/** Thrown for a transfer that does not balance: a fault of ours. */
export class Unbalanced extends Error {
  constructor(kind: string, currency: Currency, minor: bigint) {
    super(`Transfer ${kind} is off by ${minor} minor units of ${currency}`)
  }
}
