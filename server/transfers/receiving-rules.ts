import type { RefusalFacts } from '#contract/refusals'
import { decimalAmount } from '#money/amount'
import { compare, type Money, money } from '#money/money'
import { hasRoomFor, type UserAccount } from '#server/ledger/accounts'
import type { Leg } from '#server/ledger/posting'
import { type Cap, leftOf } from '#server/users/caps'
import type { P2pLimits } from '#server/users/levels'

/** The cap on what a person receives from people in thirty days. */
export function capOfReceived({ receivedMonthly }: P2pLimits, receivedMinor: bigint): Cap {
  return { per: 'month', most: receivedMonthly, usedMinor: receivedMinor, refusal: { code: 'limit_received' } }
}

/** What is known about the recipient. */
export interface Receiving {
  /** Undefined when the account is yet to be opened: it has room. */
  readonly to: UserAccount | undefined
  readonly limits: P2pLimits | undefined
  readonly receivedMinor: bigint
}

/** Why the recipient cannot receive the amount, as the recipient is told. */
export function recipientFault(amount: Money, { to, limits, receivedMinor }: Receiving): RefusalFacts | undefined {
  if (!limits) return { code: 'limit_received' }
  if (compare(amount, leftOf(capOfReceived(limits, receivedMinor))) > 0)
    return { code: 'limit_received', amount: decimalAmount(limits.receivedMonthly) }
  return to && !hasRoomFor(to, amount) ? { code: 'balance_max' } : undefined
}

/** A transfer's leg on an account: the other person's name, and the sender's message. */
export function legOf(accountId: string, amount: Money, person: string, message: string | undefined): Leg {
  return {
    accountId,
    amount,
    fee: money(amount.currency, 0n),
    details: { person, ...(message !== undefined && { message }) },
  }
}
