import { type StateOf, stateOf } from '#contract/operation-kinds'
import type { RefusalFacts } from '#contract/refusals'
import { toDecimal } from '#money/amount'
import { compare, type Money, money, negate } from '#money/money'
import { type FirstDay, firstDayFault, type OwnReason } from '#server/confirmation/first-day'
import { hasRoomFor, type UserAccount } from '#server/ledger/accounts'
import type { KnownOperation, Leg, Posting, PostingRefusal } from '#server/ledger/posting'
import type { Owner, P2pLimits } from '#server/users/levels'
import { type MoneyRequest, paymentFault } from './request-rules.ts'
import type { Caught } from './velocity.ts'

/** How what waits is received; `at_once`: as soon as the recipient can, without a word of theirs (db/migrations/0076_p2p.sql, 0085). */
export type Receipt = 'at_once' | 'at_sign_up' | 'by_code' | 'by_hand'

/** Somebody whom money is sent to: who they are, where they have a wallet, and how they are told of to the sender. */
export interface Recipient {
  readonly userId: string | undefined
  readonly phone: string
  readonly person: string
  /** Whether the sender may know that there is a wallet: else what they send waits, as it would without one. */
  readonly isFound: boolean
}

/** What two people are to each other, and what the sender may do. */
export interface Between {
  readonly isStopped: boolean
  /** The recipient takes no transfers, or none of this sender. */
  readonly isRefused: boolean
  /** None of this sender, whatever else they take. */
  readonly isBlocked: boolean
  /** The recipient was told of a transfer of this sender that waits, in the last 24 hours. */
  readonly isTold: boolean
}

/** What an account has sent to people, in minor units; what has come back does not count. */
export interface Sent {
  readonly todayMinor: bigint
  readonly monthMinor: bigint
  /** To the same number in the last 24 hours. */
  readonly toPersonMinor: bigint
}

/** What a transfer is decided by, read under the locks of the accounts. */
export interface TransferFacts {
  readonly id: string
  readonly userId: string
  /** How the recipient reads of the sender. */
  readonly senderName: string
  readonly recipient: Recipient
  /** Whether it pays a request, and which as it stands: nothing where that is gone. */
  readonly paysRequest: boolean
  readonly request: MoneyRequest | undefined
  /** How it is received, where it waits. */
  readonly receipt: Receipt | undefined
  /** The velocity rule that has caught it, if one has. */
  readonly caught: Caught | undefined
  readonly message: string | undefined
  readonly from: UserAccount | undefined
  /** Of the recipient, once they have one in this currency. */
  readonly to: UserAccount | undefined
  readonly owner: Owner | undefined
  readonly recipientLimits: P2pLimits | undefined
  readonly between: Between
  readonly sent: Sent
  /** What the recipient has got from people in thirty days. */
  readonly receivedMinor: bigint
  readonly firstDay: FirstDay<OwnReason> | undefined
  /** What has gone from the account to others lately, whichever way. */
  readonly spentMinor: bigint
  readonly firstDayPercent: number
  readonly now: Date
}

/** Decides a transfer to a person: at once, or as one that waits. Pure; the ledger itself sees that the balance is enough. */
export function decideTransfer(amount: Money, facts: TransferFacts): Posting | PostingRefusal {
  const refusal = faultOf(amount, facts)
  const { from } = facts
  if (refusal || !from) return { kind: 'refuse', refusal: refusal ?? { code: 'account_unknown', field: 'from_account_id' } }
  const { to } = facts
  const way = wayOf(facts)
  // An account that is yet to be opened takes part in no posting: for the balance of the sender it is the same.
  return way === 'at_once' && to ? directTransfer(amount, from, to, facts) : waitingTransfer(amount, from, way, facts)
}

/** How money gets from one person to another: at once, when its recipient has done their part, or when the operator has looked at it. */
type Way = 'at_once' | 'waits' | 'is_held'

/** Decides which way a transfer takes, whatever it is for: the only place that does. */
function wayOf({ receipt, caught, paysRequest }: Pick<TransferFacts, 'receipt' | 'caught' | 'paysRequest'>): Way {
  // What pays a request is at once or not at all: the operator has a case of it.
  if (caught && !paysRequest) return 'is_held'
  return receipt ? 'waits' : 'at_once'
}

function faultOf(amount: Money, facts: TransferFacts): RefusalFacts | undefined {
  const { userId, from, to, owner, recipient, between, receipt, recipientLimits, receivedMinor } = facts
  if (between.isStopped) return { code: 'feature_stopped', feature: 'p2p' }
  const limits = owner?.limits?.p2p
  if (!(from && limits) || from.userId !== userId) return { code: 'account_unknown', field: 'from_account_id' }
  if (from.isFrozen) return { code: 'wallet_frozen' }
  // What goes to a friend is out of the wallet like what is withdrawn.
  if (!owner.user.isWithdrawalAllowed) return { code: 'withdrawal_not_allowed' }
  if (recipient.userId === userId) return { code: 'recipient_self', field: 'to' }
  const fault = facts.paysRequest ? paymentFault(amount, facts.request, facts.now) : undefined
  if (fault) return fault
  // Whoever asks for money takes it, but from those whom they have blocked.
  const isRefused = facts.paysRequest ? between.isBlocked : between.isRefused
  // Of whoever is not found by their number, nothing is told.
  if (recipient.isFound && (isRefused || to?.isClosed)) return { code: 'recipient_refuses', field: 'to' }
  const limit = limitFault(amount, facts, limits)
  if (limit || receipt) return limit
  return recipientFault(amount, { to, limits: recipientLimits, receivedMinor }) && { code: 'recipient_limit', field: 'amount' }
}

function limitFault(amount: Money, { sent, spentMinor, firstDay, firstDayPercent, now }: TransferFacts, limits: P2pLimits) {
  const above = (most: Money, soFar: bigint): boolean => amount.minor + soFar > most.minor
  const fault = (code: RefusalFacts['code'], most: Money): RefusalFacts => ({ code, field: 'amount', amount: onTheWire(most) })
  if (compare(amount, limits.min) < 0) return fault('amount_min', limits.min)
  if (compare(amount, limits.max) > 0) return fault('amount_max', limits.max)
  if (above(limits.daily, sent.todayMinor)) return fault('limit_daily', limits.daily)
  if (above(limits.monthly, sent.monthMinor)) return fault('limit_monthly', limits.monthly)
  if (above(limits.personDaily, sent.toPersonMinor)) return fault('limit_person', limits.personDaily)
  return firstDayFault(amount, { firstDay, percent: firstDayPercent, daily: limits.daily, spentMinor, now })
}

interface Receiving {
  /** Undefined where an account is yet to be opened: there is room on it. */
  readonly to: UserAccount | undefined
  readonly limits: P2pLimits | undefined
  readonly receivedMinor: bigint
}

/** Why somebody cannot receive so much, as they are told of it. */
function recipientFault(amount: Money, { to, limits, receivedMinor }: Receiving): RefusalFacts | undefined {
  if (!limits || amount.minor + receivedMinor > limits.receivedMonthly.minor)
    return { code: 'limit_received', ...(limits && { amount: onTheWire(limits.receivedMonthly) }) }
  return to && !hasRoomFor(to, amount) ? { code: 'balance_max' } : undefined
}

const legOf = (accountId: string, amount: Money, person: string, message: string | undefined): Leg => ({
  accountId,
  amount,
  fee: money(amount.currency, 0n),
  details: { person, ...(message !== undefined && { message }) },
})

function directTransfer(amount: Money, from: UserAccount, to: UserAccount, facts: TransferFacts): Posting {
  const { id, recipient, senderName, message, now } = facts
  return {
    kind: 'post',
    operation: {
      id,
      kind: 'p2p',
      state: 'complete',
      legs: [legOf(from.id, negate(amount), recipient.person, message), legOf(to.id, amount, senderName, message)],
      details: {},
      createdAt: now,
    },
    transfers: [
      {
        id,
        operationId: id,
        kind: 'p2p',
        postedAt: now,
        entries: [
          { account: { user: from.id }, amount: negate(amount) },
          { account: { user: to.id }, amount },
        ],
      },
    ],
    reply: { transaction_id: id, status: 'ok' },
  }
}

function waitingTransfer(amount: Money, from: UserAccount, way: Way, { id, recipient, message, now }: TransferFacts): Posting {
  const isCaught = way === 'is_held'
  return {
    kind: 'post',
    operation: {
      id,
      kind: 'p2p',
      state: isCaught ? 'held' : 'waiting',
      legs: [legOf(from.id, negate(amount), recipient.person, message)],
      details: {},
      createdAt: now,
    },
    transfers: [
      {
        id,
        operationId: id,
        kind: 'p2p_hold',
        postedAt: now,
        entries: [
          { account: { user: from.id }, amount: negate(amount) },
          { account: { system: 'transfer_hold' }, amount },
        ],
      },
    ],
    reply: { transaction_id: id, status: isCaught ? 'checking' : 'pending' },
  }
}

/** Whether a transfer still waits for its recipient. */
export function isWaiting(operation: KnownOperation | undefined): operation is KnownOperation & { state: 'waiting' } {
  return operation?.kind === 'p2p' && operation.state === 'waiting'
}

/** Whether the operator has yet to look at a transfer. */
export function isHeld(operation: KnownOperation | undefined): operation is KnownOperation & { state: 'held' } {
  return operation?.kind === 'p2p' && operation.state === 'held'
}

const TRANSFER_ENDED: PostingRefusal = { kind: 'refuse', refusal: { code: 'transfer_ended' } }

/** What the receipt of a transfer that waits is decided by. */
export interface ReceiptFacts extends Receiving {
  readonly operation: KnownOperation | undefined
  readonly isSenderFrozen: boolean
  /** They take nothing of this sender, and have not said that they take this. */
  readonly isRefused: boolean
  readonly senderName: string
  readonly message: string | undefined
  readonly expiresAt: Date
  readonly transferId: string
  readonly now: Date
}

/** Decides that somebody receives what waits for them, who joins the operation. Pure. */
export function decideReceipt({ operation, expiresAt, ...facts }: ReceiptFacts): Posting | PostingRefusal {
  return isWaiting(operation) && facts.now < expiresAt ? received(operation, facts) : TRANSFER_ENDED
}

type CreditFacts = Omit<ReceiptFacts, 'operation' | 'expiresAt'>

function received(operation: KnownOperation, { to, senderName, message, ...facts }: CreditFacts): Posting | PostingRefusal {
  const { transferId, isSenderFrozen, isRefused, now } = facts
  if (isRefused) return { kind: 'refuse', refusal: { code: 'recipient_refuses' } }
  if (isSenderFrozen) return { kind: 'refuse', refusal: { code: 'transfer_paused' } }
  const amount = heldOf(operation)
  if (!to || to.isClosed) return { kind: 'refuse', refusal: { code: 'account_unknown' } }
  const refusal = recipientFault(amount, { to, limits: facts.limits, receivedMinor: facts.receivedMinor })
  if (refusal) return { kind: 'refuse', refusal }
  return {
    kind: 'post',
    change: { operation, to: 'received', legs: [legOf(to.id, amount, senderName, message)], at: now },
    transfers: [
      {
        id: transferId,
        operationId: operation.id,
        kind: 'p2p_settle',
        postedAt: now,
        entries: [
          { account: { system: 'transfer_hold' }, amount: negate(amount) },
          { account: { user: to.id }, amount },
        ],
      },
    ],
    reply: { transaction_id: operation.id },
  }
}

/** How what waits goes back to its sender. */
export type Return = Extract<StateOf<'p2p'>, 'taken_back' | 'declined' | 'code_failed' | 'expired' | 'returned'>

/**
 * Decides that a transfer which is held goes on: it is credited where that is known of (`credit`) and can be, and waits for its recipient
 * from now on otherwise. Pure.
 */
export function decideRelease(operation: KnownOperation, credit: CreditFacts | undefined, now: Date): Posting {
  const credited = credit && received(operation, credit)
  if (credited?.kind === 'post') return credited
  return { kind: 'post', change: { operation, to: 'waiting', at: now }, transfers: [], reply: { transaction_id: operation.id } }
}

/** Decides that what waits goes back whole. Pure. */
export function decideReturn(
  operation: KnownOperation | undefined,
  { to, transferId, now }: { readonly to: Return; readonly transferId: string; readonly now: Date },
): Posting | PostingRefusal {
  if (operation?.kind !== 'p2p' || !stateOf('p2p', operation.state).next.includes(to)) return TRANSFER_ENDED
  const amount = heldOf(operation)
  return {
    kind: 'post',
    change: { operation, to, at: now },
    transfers: [
      {
        id: transferId,
        operationId: operation.id,
        kind: 'p2p_return',
        postedAt: now,
        entries: [
          { account: { system: 'transfer_hold' }, amount: negate(amount) },
          { account: { user: senderAccountOf(operation) }, amount },
        ],
      },
    ],
    reply: { transaction_id: operation.id },
  }
}

/** The account that a transfer is from. */
function senderAccountOf({ legs }: KnownOperation): string {
  const [out] = legs
  if (!out) throw new Error('A transfer from nobody')
  return out.accountId
}

/** What is held for the recipient of a transfer that waits. */
function heldOf({ legs }: KnownOperation): Money {
  const [out] = legs
  if (!out) throw new Error('A transfer from nobody')
  return negate(out.amount)
}

/** What a confirmation by passkey is bound to. */
export function boundOfTransfer(asked: {
  readonly fromAccountId: string
  readonly phone: string | undefined
  readonly recipientId: string | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly amount: string
  readonly message: string | undefined
  readonly protectionCode: string | undefined
}): readonly string[] {
  const { fromAccountId, phone, recipientId, code, requestId, amount, message, protectionCode } = asked
  const to = [phone, recipientId, code, requestId].map((each) => each ?? '')
  return [fromAccountId, ...to, amount, message ?? '', protectionCode ?? '']
}

/** A person as others read of them: the first name and the initial of the last. */
export function shownName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const [initial] = lastName
  return initial === undefined ? firstName : `${firstName} ${initial.toLocaleUpperCase()}.`
}

const PLAIN_NAME = /^[\p{L}' -]{1,24}( \p{L}\.)?$/u

/** A name as an SMS may have it; nothing for one that could be a message of its own. */
export function nameForMessage(name: string): string | undefined {
  return PLAIN_NAME.test(name) ? name : undefined
}

function onTheWire(amount: Money): NonNullable<RefusalFacts['amount']> {
  return { currency: amount.currency, decimal: toDecimal(amount) }
}
