import type { OperationKind } from '#contract/operation-kinds'
import type { RefusalFacts } from '#contract/refusals'
import type { Currency } from '#money/currency'
import type { Money } from '#money/money'
import type { Fact, PendingRow } from '#server/db/batched'
import type { IdempotencyKey } from '#server/idempotency/key'
import type { SystemRole, UserAccount } from './accounts.ts'

/** One side of a transfer: a credit when the amount is positive, a debit when it is negative. */
export interface Entry {
  /** `owedBy`: what people owe us, of which this is the part of the user of an account; a debt is negative. */
  readonly account: { readonly user: string } | { readonly system: SystemRole } | { readonly owedBy: string }
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

/** The part of an operation that one account of a person has, and all that this person reads of it. */
export interface Leg {
  readonly accountId: string
  /** What the account changes by once the money has moved, the fee in it: negative when it goes out. */
  readonly amount: Money
  readonly fee: Money
  /** What this person reads about the other side: parameters of the texts of the kind. */
  readonly details: Readonly<Record<string, string>>
}

/** A new operation in a state of its kind (contract/operation-kinds.ts), with a leg for each account of a person. */
export interface NewOperation {
  readonly id: string
  readonly kind: OperationKind
  readonly state: string
  readonly legs: readonly Leg[]
  /** What nobody reads but us. */
  readonly details: Readonly<Record<string, string>>
  readonly createdAt: Date
}

/** An operation that is there already, as it was read under the lock of the accounts of its legs. */
export interface KnownOperation {
  readonly id: string
  readonly kind: OperationKind
  readonly state: string
  readonly legs: readonly Pick<Leg, 'accountId' | 'amount'>[]
}

/** An operation that goes on to another state. */
export interface StateChange {
  readonly operation: KnownOperation
  readonly to: string
  /** Of those who join it now, such as who receives what was sent to nobody yet; on accounts that are not in it. */
  readonly legs?: readonly Leg[]
  readonly at: Date
}

/** What a use case answers; plain strings, so that it can be kept and given again. */
export type Reply = Readonly<Record<string, string>>

/** What to write down, all of it in one commit. */
export interface Posting {
  readonly kind: 'post'
  readonly operation?: NewOperation
  readonly change?: StateChange
  readonly transfers: readonly Transfer[]
  /** Rows of the feature's own tables. */
  readonly rows?: readonly PendingRow[]
  readonly reply: Reply
}

/** A posting of nothing but an answer, to be filled in. Left as it is, not even the answer is kept under a key of ours. */
export const NOTHING: Posting = { kind: 'post', transfers: [], reply: {} }

/** What a request for posting is refused for: nothing is posted. */
export interface PostingRefusal {
  readonly kind: 'refuse'
  readonly refusal: RefusalFacts
}

/** The decision that nothing is posted, and what is answered instead. */
export function refusePosting(refusal: RefusalFacts): PostingRefusal {
  return { kind: 'refuse', refusal }
}

/** What a request wants to know beyond the accounts, by the names that its `decide` knows it by. */
export type WantedFacts = Readonly<Record<string, Fact<unknown>>>
/** What came of the facts that were wanted, read under the accounts’ locks. */
export type FactValues<Wanted extends WantedFacts> = {
  readonly [Name in keyof Wanted]: Wanted[Name] extends Fact<infer Value> ? Value : never
}

/**
 * A request to move money: which users' accounts it needs, which facts beyond them, and a pure function that is asked under the
 * accounts' locks what to do. `decide` must not wait and must not keep anything: it may be asked again. Whoever changes an operation
 * names the accounts of its legs.
 */
export interface PostingRequest<Wanted extends WantedFacts = WantedFacts> {
  readonly idempotencyKey: IdempotencyKey
  readonly accounts: readonly string[]
  readonly facts?: Wanted
  decide(accounts: ReadonlyMap<string, UserAccount>, facts: FactValues<Wanted>): Posting | PostingRefusal
}

/** What a request for posting was answered that was carried out. `repeated`: the answer was given before, and nothing was done now. */
export interface Posted {
  readonly kind: 'posted'
  readonly reply: Reply
  readonly repeated: boolean
}

/** How a request for posting ended. `repeated`: the answer was given before. */
export type Outcome = Posted | { readonly kind: 'refused'; readonly refusal: RefusalFacts; readonly repeated: boolean }

/**
 * The outcome of a request that was to make an operation: of one that the ledger has retried itself, as it did not know whether its commit
 * had succeeded, what looks like a repetition is this very request.
 */
export function outcomeOfMaking(operationId: string, outcome: Outcome): Outcome {
  const isOwn = outcome.kind === 'posted' && outcome.reply.transaction_id === operationId
  return isOwn ? { ...outcome, repeated: false } : outcome
}

/** Thrown for a transfer that does not balance: a fault of ours. */
export class Unbalanced extends Error {
  constructor(kind: string, currency: Currency, minor: bigint) {
    super(`Transfer ${kind} is off by ${minor} minor units of ${currency}`)
  }
}
