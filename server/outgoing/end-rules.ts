import { isSameMoney, type Money, subtract } from '#money/money'
import type { KnownOperation } from '#server/ledger/posting'

/** A provider's report on money that it was asked to send. Only `paid` and `failed` are final; `pending` is not. */
export interface Sent {
  /** Our reference: the operation's id. */
  readonly reference: string
  readonly externalId: string
  readonly state: 'pending' | 'paid' | 'failed'
  /** The amount paid, if the provider names it. */
  readonly amount?: Money
  readonly reason?: string
}

/** The operation, in our books, of money that a provider was asked to send. */
export interface SentOperation extends KnownOperation {
  readonly accountId: string
  /** The amount that the recipient gets; positive. */
  readonly amount: Money
  /** The amount that the provider says it paid, if that is not the amount asked for. */
  readonly paid: Money | undefined
  readonly createdAt: Date
}

/** Whether the provider can still end an operation. It cannot while the operator checks it. */
export function isSendingOpen({ state }: Pick<SentOperation, 'state'>): boolean {
  return state === 'held' || state === 'unknown'
}

/**
 * The effect of a provider's report. `contradiction`: the operation had ended the other way. `changed`: it is known as paid, but with another
 * amount than the one reported now; or it is reported as paid while the operator still checks it.
 */
type End = 'settle' | 'reverse' | 'wait' | 'ignore' | 'contradiction' | 'changed'

/** Decides the effect of a provider's report. The hold is released only on a definite failure. */
export function decideEnd(
  { state, amount, paid }: Pick<SentOperation, 'state' | 'amount' | 'paid'>,
  told: Pick<Sent, 'state' | 'amount'>,
): End {
  // No provider has been asked yet.
  if (state === 'checking') return told.state === 'paid' ? 'changed' : 'ignore'
  if (told.state === 'pending') return isSendingOpen({ state }) ? 'wait' : 'ignore'
  if (state === 'complete') {
    if (told.state !== 'paid') return 'contradiction'
    return told.amount && !isSameMoney(told.amount, paid ?? amount) ? 'changed' : 'ignore'
  }
  if (state === 'failed') return told.state === 'failed' ? 'ignore' : 'contradiction'
  return told.state === 'paid' ? 'settle' : 'reverse'
}

/** The denial of a paid operation by its provider, asked again, as the name of the case's detail; undefined without a denial. */
export function denialOf({ state }: Pick<SentOperation, 'state'>, told: Pick<Sent, 'state'> | undefined): string | undefined {
  if (state !== 'complete') return undefined
  if (!told) return 'told_unknown'
  return told.state === 'pending' ? 'told_pending' : undefined
}

/** The amount that the provider says it paid, if that is not the amount asked for. */
export function differingAmount({ amount }: Pick<SentOperation, 'amount'>, told: Pick<Sent, 'amount'>): Money | undefined {
  return told.amount && !isSameMoney(told.amount, amount) ? told.amount : undefined
}

/** The amount asked for minus the amount paid: negative when too much was paid, undefined when it was paid in another currency. */
export function unpaidOf({ amount }: Pick<SentOperation, 'amount'>, paid: Money): Money | undefined {
  return paid.currency === amount.currency ? subtract(amount, paid) : undefined
}

/** The amount paid for a settled operation, in the currency of the books. */
export function paidOut({ amount, paid }: Pick<SentOperation, 'amount' | 'paid'>): Money {
  return paid?.currency === amount.currency ? paid : amount
}
