import type { RefusalFacts } from '#contract/refusals'
import { decimalAmount } from '#money/amount'
import { compare, type Money, negate } from '#money/money'
import type { UserAccount } from '#server/ledger/accounts'
import { type Posting, type PostingRefusal, refusePosting } from '#server/ledger/posting'
import type { Caught } from '#server/movement/velocity'
import type { Between } from '#server/people/person'
import type { Recipient } from '#server/people/recipient'
import { type MoneyRequest, paymentFault } from '#server/requests/rules'
import { type Cap, capFault } from '#server/users/caps'
import type { Owner, P2pLimits } from '#server/users/levels'
import { legOf, recipientFault } from './receiving-rules.ts'

/** How what waits is received; `at_once`: as soon as the recipient can, without a word of theirs (db/migrations/0076_p2p.sql, 0085). */
export type Receipt = 'at_once' | 'at_sign_up' | 'by_code' | 'by_hand'

/** What a transfer is decided by, read under the locks of the accounts. */
export interface TransferFacts {
  readonly id: string
  readonly userId: string
  /** How the recipient reads of the sender. */
  readonly senderName: string
  readonly recipient: Pick<Recipient, 'userId' | 'person' | 'isFound'>
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
  /** Whether the recipient's own limits are asked: they tell of them, so not before the sender has confirmed. */
  readonly asksRecipient: boolean
  readonly between: Between
  /** What bounds it from above. */
  readonly caps: readonly Cap[]
  /** What the recipient has got from people in thirty days. */
  readonly receivedMinor: bigint
  readonly now: Date
}

/** What a sender is told of whoever cannot receive so much, whatever it is that they cannot. */
export const RECIPIENT_LIMIT: RefusalFacts = { code: 'recipient_limit', field: 'amount' }

/** Decides a transfer to a person: at once, or as one that waits. Pure; the ledger itself sees that the balance is enough. */
export function decideTransfer(amount: Money, facts: TransferFacts): Posting | PostingRefusal {
  const refusal = faultOf(amount, facts)
  const { from } = facts
  if (refusal || !from) return refusePosting(refusal ?? { code: 'account_unknown', field: 'from_account_id' })
  const { to } = facts
  const way = wayOf(facts)
  // An account that is yet to be opened takes part in no posting: for the balance of the sender it is the same.
  return way === 'at_once' && to ? directTransfer(amount, from, to, facts) : waitingTransfer(amount, from, way, facts)
}

/** How money gets from one person to another: at once, when its recipient has done their part, or when the operator has looked at it. */
type Way = 'at_once' | 'waits' | 'is_held'

/** Decides which way a transfer takes, whatever it is for and however it was asked for: the only place that does. */
function wayOf({ receipt, caught }: Pick<TransferFacts, 'receipt' | 'caught'>): Way {
  if (caught) return 'is_held'
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
  if (compare(amount, limits.min) < 0) return { code: 'amount_min', field: 'amount', amount: decimalAmount(limits.min) }
  const limit = capFault(amount, facts.caps)
  if (limit || receipt || !facts.asksRecipient) return limit
  return recipientFault(amount, { to, limits: recipientLimits, receivedMinor }) && RECIPIENT_LIMIT
}

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
