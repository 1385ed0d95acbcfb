import type { StateOf } from '#contract/operation-kinds'
import { stateOf } from '#contract/operation-states'
import { type Money, negate } from '#money/money'
import { type KnownOperation, type Posting, type PostingRefusal, refusePosting } from '#server/ledger/posting'
import { legOf, type Receiving, recipientFault } from './receiving-rules.ts'

/** Whether a transfer still waits for its recipient. */
function isWaiting(operation: KnownOperation | undefined): operation is KnownOperation & { state: 'waiting' } {
  return operation?.kind === 'p2p' && operation.state === 'waiting'
}

/** Whether the operator has yet to look at a transfer. */
export function isHeld(operation: KnownOperation | undefined): operation is KnownOperation & { state: 'held' } {
  return operation?.kind === 'p2p' && operation.state === 'held'
}

const TRANSFER_ENDED: PostingRefusal = refusePosting({ code: 'transfer_ended' })

/** The facts by which the receipt of a waiting transfer is decided. */
export interface ReceiptFacts extends Receiving {
  readonly operation: KnownOperation | undefined
  readonly isSenderFrozen: boolean
  /** The recipient takes nothing from this sender, and has not accepted this transfer. */
  readonly isRefused: boolean
  readonly senderName: string
  readonly message: string | undefined
  readonly expiresAt: Date
  readonly transferId: string
  readonly now: Date
}

/** Decides that the recipient receives a waiting transfer, and joins its operation. Pure. */
export function decideReceipt({ operation, expiresAt, ...facts }: ReceiptFacts): Posting | PostingRefusal {
  return isWaiting(operation) && facts.now < expiresAt ? received(operation, facts) : TRANSFER_ENDED
}

type CreditFacts = Omit<ReceiptFacts, 'operation' | 'expiresAt'>

function received(operation: KnownOperation, { to, senderName, message, ...facts }: CreditFacts): Posting | PostingRefusal {
  const { transferId, isSenderFrozen, isRefused, now } = facts
  if (isRefused) return refusePosting({ code: 'recipient_refuses' })
  if (isSenderFrozen) return refusePosting({ code: 'transfer_paused' })
  const amount = heldOf(operation)
  if (!to || to.isClosed) return refusePosting({ code: 'account_unknown' })
  const refusal = recipientFault(amount, { to, limits: facts.limits, receivedMinor: facts.receivedMinor })
  if (refusal) return refusePosting(refusal)
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

/** The ways in which a waiting transfer goes back to its sender. */
export type Return = Extract<StateOf<'p2p'>, 'taken_back' | 'declined' | 'code_failed' | 'expired' | 'returned'>

/**
 * Decides that a held transfer goes on: it is credited when `credit` is given and possible, and otherwise waits for its recipient from now on.
 * Pure.
 */
export function decideRelease(operation: KnownOperation, credit: CreditFacts | undefined, now: Date): Posting {
  const credited = credit && received(operation, credit)
  if (credited?.kind === 'post') return credited
  return { kind: 'post', change: { operation, to: 'waiting', at: now }, transfers: [], reply: { transaction_id: operation.id } }
}

/** Decides that a waiting transfer goes back whole. Pure. */
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

/**
 * Decides that a wrong protection code takes one of the attempts left, and that the transfer goes back whole with the last; the reply says how
 * many are left. Pure.
 */
export function decideWrongCode(
  operation: KnownOperation | undefined,
  facts: { readonly attemptsLeft: number; readonly expiresAt: Date; readonly transferId: string; readonly now: Date },
): Posting | PostingRefusal {
  const { attemptsLeft, expiresAt, transferId, now } = facts
  if (!isWaiting(operation) || now >= expiresAt) return TRANSFER_ENDED
  const reply = { attempts_left: String(attemptsLeft - 1) }
  if (attemptsLeft > 1) return { kind: 'post', transfers: [], reply }
  const back = decideReturn(operation, { to: 'code_failed', transferId, now })
  return back.kind === 'refuse' ? back : { ...back, reply }
}

/** The account that a transfer comes from. */
function senderAccountOf({ legs }: KnownOperation): string {
  const [out] = legs
  if (!out) throw new Error('A transfer from nobody')
  return out.accountId
}

/** The amount held for the recipient of a waiting transfer. */
function heldOf({ legs }: KnownOperation): Money {
  const [out] = legs
  if (!out) throw new Error('A transfer from nobody')
  return negate(out.amount)
}
