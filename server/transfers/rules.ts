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

/** How long a transfer waits for its recipient. */
export const WAIT_MS = 3 * 86_400_000

/** How a waiting transfer is received; `at_once`: as soon as the recipient can, without their action (db/migrations/0076_p2p.sql, 0085). */
export type Receipt = 'at_once' | 'at_sign_up' | 'by_code' | 'by_hand'

/** What a transfer is decided by, read under the locks of the accounts. */
export interface TransferFacts {
  readonly id: string
  readonly userId: string
  /** The sender's name as the recipient sees it. */
  readonly senderName: string
  readonly recipient: Pick<Recipient, 'userId' | 'person' | 'isFound'>
  /** Whether it pays a request, and that request; undefined when the request is gone. */
  readonly paysRequest: boolean
  readonly request: MoneyRequest | undefined
  /** How it is received, when it waits. */
  readonly receipt: Receipt | undefined
  /** The velocity rule that has caught it, if one has. */
  readonly caught: Caught | undefined
  readonly message: string | undefined
  readonly from: UserAccount | undefined
  /** The recipient's account in this currency, if they have one. */
  readonly to: UserAccount | undefined
  readonly owner: Owner | undefined
  readonly recipientLimits: P2pLimits | undefined
  /** Whether the recipient's limits are checked: only after the sender's proof, as a refusal tells about the recipient. */
  readonly asksRecipient: boolean
  readonly between: Between
  /** What bounds it from above. */
  readonly caps: readonly Cap[]
  /** What the recipient has received from people in thirty days. */
  readonly receivedMinor: bigint
  readonly now: Date
}

/** The one refusal for a recipient who cannot receive the amount, whatever their reason. */
export const RECIPIENT_LIMIT: RefusalFacts = { code: 'recipient_limit', field: 'amount' }

/** Decides a transfer to a person: at once, waiting, or held. Pure; the ledger itself checks the balance. */
export function decideTransfer(amount: Money, facts: TransferFacts): Posting | PostingRefusal {
  const refusal = faultOf(amount, facts)
  const { from } = facts
  if (refusal || !from) return refusePosting(refusal ?? { code: 'account_unknown', field: 'from_account_id' })
  const { to } = facts
  const way = wayOf(facts)
  // Before the PIN the account may still have to be opened; the check of the sender's balance is the same.
  return way === 'at_once' && to ? directTransfer(amount, from, to, facts) : waitingTransfer(amount, from, way, facts)
}

/** How a transfer goes: at once, after the recipient has acted, or after the operator has looked at it. */
type Way = 'at_once' | 'waits' | 'is_held'

/** Decides how a transfer goes. No other place decides that. */
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
  // A transfer leaves the wallet like a withdrawal.
  if (!owner.user.isWithdrawalAllowed) return { code: 'withdrawal_not_allowed' }
  if (recipient.userId === userId) return { code: 'recipient_self', field: 'to' }
  const fault = facts.paysRequest ? paymentFault(amount, facts.request, facts.now) : undefined
  if (fault) return fault
  // The maker of a request takes its payment from anybody but those they have blocked.
  const isRefused = facts.paysRequest ? between.isBlocked : between.isRefused
  // Nothing is told about a recipient who is not found by their number.
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

/** The texts that a passkey signs for a transfer. */
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
