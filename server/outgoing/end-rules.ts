import { isSameMoney, type Money, subtract } from '#money/money'
import type { KnownOperation } from '#server/ledger/posting'

/** What a provider says of money that it was asked to send. `pending` is not final: only `paid` and `failed` are. */
export interface Sent {
  /** Our reference: the operation's id. */
  readonly reference: string
  readonly externalId: string
  readonly state: 'pending' | 'paid' | 'failed'
  /** What was paid, where the provider says how much. */
  readonly amount?: Money
  readonly reason?: string
}

/** Money that a provider was asked to send, as the books know it. */
export interface SentOperation extends KnownOperation {
  readonly accountId: string
  /** What the recipient gets; positive. */
  readonly amount: Money
  /** What was paid, by the provider's word, where it is not what was asked for. */
  readonly paid: Money | undefined
  readonly createdAt: Date
}

/** Whether it has no end yet, and is the provider's to end: what the operator looks at before is not. */
export function isSendingOpen({ state }: Pick<SentOperation, 'state'>): boolean {
  return state === 'held' || state === 'unknown'
}

/**
 * What the provider's word means. `contradiction`: it had ended the other way; `changed`: it was paid as we know, but in another amount
 * than was reported then.
 */
type End = 'settle' | 'reverse' | 'wait' | 'ignore' | 'contradiction' | 'changed'

/** Decides what the provider's word does: the hold is released only on a definite failure. */
export function decideEnd(
  { state, amount, paid }: Pick<SentOperation, 'state' | 'amount' | 'paid'>,
  told: Pick<Sent, 'state' | 'amount'>,
): End {
  // Nobody was asked for it yet.
  if (state === 'checking') return told.state === 'paid' ? 'changed' : 'ignore'
  if (told.state === 'pending') return isSendingOpen({ state }) ? 'wait' : 'ignore'
  if (state === 'complete') {
    if (told.state !== 'paid') return 'contradiction'
    return told.amount && !isSameMoney(told.amount, paid ?? amount) ? 'changed' : 'ignore'
  }
  if (state === 'failed') return told.state === 'failed' ? 'ignore' : 'contradiction'
  return told.state === 'paid' ? 'settle' : 'reverse'
}

/** How a provider, asked once more, denies what was paid: by the name of the detail that says so in the case; nothing when it does not. */
export function denialOf({ state }: Pick<SentOperation, 'state'>, told: Pick<Sent, 'state'> | undefined): string | undefined {
  if (state !== 'complete') return undefined
  if (!told) return 'told_unknown'
  return told.state === 'pending' ? 'told_pending' : undefined
}

/** What was paid instead of what was asked for, where the provider says so. */
export function differingAmount({ amount }: Pick<SentOperation, 'amount'>, told: Pick<Sent, 'amount'>): Money | undefined {
  return told.amount && !isSameMoney(told.amount, amount) ? told.amount : undefined
}

/** How much less was paid than was asked for, or more (negative); undefined in another currency. */
export function unpaidOf({ amount }: Pick<SentOperation, 'amount'>, paid: Money): Money | undefined {
  return paid.currency === amount.currency ? subtract(amount, paid) : undefined
}

/** What was paid of an operation that has been settled, as far as the books know. */
export function paidOut({ amount, paid }: Pick<SentOperation, 'amount' | 'paid'>): Money {
  return paid?.currency === amount.currency ? paid : amount
}
