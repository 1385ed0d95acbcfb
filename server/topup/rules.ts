import { parseAmount, toDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { compare, type Money, money, negate } from '#money/money'
import { hasRoomFor, type UserAccount } from '#server/ledger/accounts'
import type { Posting, Refused } from '#server/ledger/posting'
import type { Payment } from '#server/providers/payments/port'
import type { Limits } from '#server/users/levels'
import type { User } from '#server/users/users'
import type { TopupOrder } from './store.ts'

/** A top-up as it was asked for. */
export interface TopupAsked {
  readonly id: string
  readonly amount: string
  readonly currencyCode: string
}

export interface TopupFacts {
  readonly user: User
  readonly limits: Limits | undefined
  readonly account: UserAccount | undefined
  readonly now: Date
}

/** Decides whether an order may be made: flag, account, amount within the level's limits, and room on the account. No money moves. */
export function decideTopup({ id, amount, currencyCode }: TopupAsked, facts: TopupFacts): Posting | Refused {
  const { user, limits, account, now } = facts
  if (!user.isTopupAllowed) return { kind: 'refuse', refusal: { code: 'topup_not_allowed' } }
  if (!(isCurrency(currencyCode) && account && limits)) {
    return { kind: 'refuse', refusal: { code: 'account_unknown', field: 'currency_code' } }
  }
  const parsed = parseAmount(amount, currencyCode)
  if (!parsed.ok) return { kind: 'refuse', refusal: { code: 'invalid_field', field: 'amount' } }
  if (compare(parsed.money, limits.topupMin) < 0) return outside('amount_min', limits.topupMin)
  if (compare(parsed.money, limits.topupMax) > 0) return outside('amount_max', limits.topupMax)
  if (!hasRoomFor(account, parsed.money)) {
    return { kind: 'refuse', refusal: { code: 'balance_max', field: 'amount' } }
  }
  return {
    kind: 'post',
    operation: {
      id,
      userId: user.id,
      kind: 'topup',
      state: 'pending',
      accountId: account.id,
      amount: parsed.money,
      fee: money(currencyCode, 0n),
      details: {},
      createdAt: now,
    },
    transfers: [],
    reply: { order: id },
  }
}

function outside(code: 'amount_min' | 'amount_max', limit: Money): Refused {
  return { kind: 'refuse', refusal: { code, field: 'amount', amount: { currency: limit.currency, decimal: toDecimal(limit) } } }
}

/** What a provider's word on an order means. `ignore`: nothing new; `differs`: paid, but not what was ordered, so nobody is credited. */
export type Settlement = 'credit' | 'fail' | 'ignore' | 'differs'

/**
 * Decides what the provider's word does. Money that came late, after the order had failed, is still credited; a failure told after the
 * money came changes nothing (domain.md 1.1).
 */
export function decideSettlement(order: TopupOrder, payment: Payment): Settlement {
  if (order.state === 'complete' || payment.state === 'pending') return 'ignore'
  if (payment.state === 'failed') return order.state === 'failed' ? 'ignore' : 'fail'
  const isSame = payment.amount.currency === order.amount.currency && payment.amount.minor === order.amount.minor
  return isSame ? 'credit' : 'differs'
}

/** Whether an order is at least this old: it may be ended unpaid. */
export function isOver({ createdAt }: Pick<TopupOrder, 'createdAt'>, now: Date, seconds: number): boolean {
  return now.getTime() - createdAt.getTime() >= seconds * 1000
}

/** The entries of a credited order: what the provider owes us becomes the user's. */
export function creditPosting(order: TopupOrder, now: Date): Posting {
  return {
    kind: 'post',
    transfers: [
      {
        id: order.id,
        operationId: order.id,
        kind: 'topup',
        postedAt: now,
        entries: [
          { account: { system: 'topup_clearing' }, amount: negate(order.amount) },
          { account: { user: order.accountId }, amount: order.amount },
        ],
      },
    ],
    reply: { order: order.id },
  }
}
