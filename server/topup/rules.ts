import { decimalAmount } from '#money/amount'
import { isBookedCurrency, isCurrency } from '#money/currency'
import { compare, isSameMoney, isWithinCash, type Money, money, negate, subtract } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { mostHeldOn, type UserAccount } from '#server/ledger/accounts'
import { clawBack } from '#server/ledger/clawback'
import { type Posting, type PostingRefusal, refusePosting, type Transfer } from '#server/ledger/posting'
import type { Payment } from '#server/providers/payments/port'
import { stepFault, type TakenDecimals } from '#server/providers/scales'
import { type Cap, capFault, capOfOne } from '#server/users/caps'
import type { Limits, Owner } from '#server/users/levels'
import type { TopupOrder } from './store.ts'

/** A requested top-up. */
export interface TopupAsked {
  readonly id: string
  readonly amount: string
  readonly currencyCode: string
  /** How the person is going to pay, as they said. */
  readonly method?: 'card' | 'sbp' | undefined
}

/** What an order for a top-up is decided by. */
export interface TopupFacts {
  readonly account: UserAccount | undefined
  readonly owner: Owner | undefined
  /** How many unpaid orders the person has, and how many they may have. */
  readonly open: number
  readonly openMax: number
  /** What its provider takes. */
  readonly taken?: TakenDecimals | undefined
  readonly now: Date
}

/** Decides whether an order may be made: freeze, flag, account, an amount that the provider takes, within the level's limits, room on the account, and not too many unpaid. No money moves. */
export function decideTopup(
  { id, amount, currencyCode, method }: TopupAsked,
  { account, owner, open, openMax, taken, now }: TopupFacts,
): Posting | PostingRefusal {
  if (account?.isFrozen) return refusePosting({ code: 'wallet_frozen' })
  if (owner && !owner.user.isTopupAllowed) return refusePosting({ code: 'topup_not_allowed' })
  const limits = owner?.limits
  if (!(isCurrency(currencyCode) && account && limits)) {
    return refusePosting({ code: 'account_unknown', field: 'currency_code' })
  }
  const parsed = parseAmount(amount, currencyCode)
  if (!parsed.ok) return refusePosting({ code: 'invalid_field', field: 'amount' })
  const finer = stepFault(parsed.money, taken)
  if (finer) return refusePosting(finer)
  if (compare(parsed.money, limits.topupMin) < 0) return tooLittle(limits.topupMin)
  const fault = capFault(parsed.money, capsOfTopup(limits, account))
  if (fault) return refusePosting(fault)
  if (open >= openMax) return refusePosting({ code: 'topup_orders_max', max: openMax })
  return {
    kind: 'post',
    operation: {
      id,
      kind: 'topup',
      state: 'pending',
      legs: [{ accountId: account.id, amount: parsed.money, fee: money(currencyCode, 0n), details: method ? { method } : {} }],
      details: {},
      createdAt: now,
    },
    transfers: [],
    reply: { order: id },
  }
}

/** What bounds a top-up from above, in the order in which it is refused by them: the level, and the room on the account. */
export function capsOfTopup({ topupMax }: Limits, account: UserAccount): Cap[] {
  const most = mostHeldOn(account)
  return [capOfOne(topupMax), { per: 'balance', most, usedMinor: account.balance.minor, refusal: { code: 'balance_max' } }]
}

function tooLittle(limit: Money): PostingRefusal {
  const amount = decimalAmount(limit)
  return refusePosting({ code: 'amount_min', field: 'amount', amount })
}

/** Whether there is anything of an amount that an account of the books can hold. */
export function isInBooks({ currency, minor }: Money): boolean {
  return isBookedCurrency(currency) && minor > 0n
}

/**
 * What the provider's state of an order means. `ignore`: nothing new; `differs`: paid, but not as ordered, so nobody is credited;
 * `not_booked`: the same in a currency without accounts, or of less than any can hold; `take_back`: taken back by the payer's bank before it was credited;
 * `charge_back`: after it was credited, in whole or in part; `changed`: it differs from an earlier state of money that has moved.
 */
export type Settlement = 'credit' | 'fail' | 'ignore' | 'differs' | 'not_booked' | 'take_back' | 'charge_back' | 'changed'

/**
 * Decides what the provider's state does. States may arrive in any order: late money, after the order had failed or was cancelled, is still credited;
 * a failure after the money changes nothing; what was taken back before it was credited is not credited by a later state.
 */
export function decideSettlement(
  order: Pick<TopupOrder, 'state' | 'amount' | 'paid' | 'paidExact' | 'chargedBack'>,
  { state: told, amount, exact }: Pick<Payment, 'state' | 'amount' | 'exact'>,
): Settlement {
  const isOrdered = exact === undefined && isWithinCash(amount, order.amount)
  if (told === 'pending') return 'ignore'
  if (told === 'failed') return order.state === 'pending' ? 'fail' : 'ignore'
  switch (order.state) {
    case 'pending':
    case 'failed':
    case 'expired':
    case 'cancelled':
      if (told === 'charged_back') return isOrdered ? 'take_back' : 'changed'
      if (isOrdered) return 'credit'
      return isInBooks(amount) ? 'differs' : 'not_booked'
    case 'differs':
    case 'not_booked':
      return told === 'complete' && order.paid && isSameMoney(amount, order.paid) && exact === order.paidExact
        ? 'ignore'
        : 'changed'
    default:
      // Paid again after it was charged back: a dispute that was won.
      if (told === 'complete') return isOrdered && order.state !== 'charged_back' ? 'ignore' : 'changed'
  }
  if (order.state === 'taken_back') return 'ignore'
  if (order.state === 'charged_back') return isSameMoney(amount, order.chargedBack ?? order.amount) ? 'ignore' : 'changed'
  const isPart = exact === undefined && amount.currency === order.amount.currency && compare(amount, order.amount) <= 0
  return isPart ? 'charge_back' : 'changed'
}

/**
 * How a provider, asked once more, denies what was credited or held: by the name of the detail that says so in the case; nothing when it
 * does not.
 */
export function contradictionOfTopup(
  { state }: Pick<TopupOrder, 'state'>,
  payment: Pick<Payment, 'state'> | undefined,
): string | undefined {
  if (!['complete', 'charged_back', 'differs', 'not_booked'].includes(state)) return undefined
  if (!payment) return 'told_unknown'
  return payment.state === 'failed' || payment.state === 'pending' ? `told_${payment.state}` : undefined
}

/** Whether an order is at least this old: it may be expired. */
export function isOver({ createdAt }: Pick<TopupOrder, 'createdAt'>, now: Date, seconds: number): boolean {
  return now.getTime() - createdAt.getTime() >= seconds * 1000
}

/**
 * Decides that an order is cancelled by its person. Refuses order_ended for one that was paid, has ended otherwise, or whose time to pay is
 * over: the provider or the operator ends such an order. Pure.
 */
export function decideCancel(order: TopupOrder | undefined, now: Date, lifetimeSeconds: number): Posting | PostingRefusal {
  if (order?.state === 'pending' && !isOver(order, now, lifetimeSeconds)) {
    return { kind: 'post', change: { operation: order, to: 'cancelled', at: now }, transfers: [], reply: { order: order.id } }
  }
  const isPaid = order?.state === 'complete' || order?.state === 'charged_back'
  if (isPaid) return refusePosting({ code: 'order_ended', state: 'paid' })
  return refusePosting({ code: 'order_ended', ...(order?.state === 'pending' && { state: 'expired' }) })
}

/** The entries of money that is not what was ordered: the provider's debt to us is held in suspense. */
export function intoSuspense(
  { amount }: Pick<Payment, 'amount'>,
  operationId: string | null,
  transferId: string,
  now: Date,
): Transfer {
  return {
    id: transferId,
    operationId,
    kind: 'topup_suspense',
    postedAt: now,
    entries: [
      { account: { system: 'topup_clearing' }, amount: negate(amount) },
      { account: { system: 'suspense' }, amount },
    ],
  }
}

/** Takes back what was credited, or a part of it: from the account as far as its balance goes, the rest is owed. */
export function decideChargeback(amount: Money, account: UserAccount, id: string, now: Date): Posting {
  return clawBack(account, amount, { id, kind: 'chargeback', to: [{ account: { system: 'topup_clearing' }, amount }], now })
}

/**
 * The entries of a credited top-up: the provider's debt to us becomes the user's balance, and what was not paid of it, less than there is cash of,
 * our loss.
 */
export function creditOf(
  { id, accountId, amount }: Pick<TopupOrder, 'id' | 'accountId' | 'amount'>,
  now: Date,
  paid = amount,
): Transfer {
  const missing = subtract(amount, paid)
  return {
    id,
    operationId: id,
    kind: 'topup',
    postedAt: now,
    entries: [
      { account: { system: 'topup_clearing' }, amount: negate(paid) },
      ...(missing.minor > 0n ? [{ account: { system: 'losses' as const }, amount: negate(missing) }] : []),
      { account: { user: accountId }, amount },
    ],
  }
}
