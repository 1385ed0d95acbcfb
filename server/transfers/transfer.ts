import { type ConfirmedMoney, type GivenProof, type MoneyCaller, postConfirmed } from '#server/confirmation/post-confirmed'
import { crashPoint } from '#server/db/crash-point'
import { Refusal } from '#server/http/refusal'
import type { RecipientDeps } from '#server/people/recipient'
import { consume } from '#server/security/limits'
import type { TransferDeps } from './deps.ts'
import { checkTransfer, type PostingDeps, postTransfer, receivingRequest } from './posting.ts'
import { boundOfTransfer } from './rules.ts'
import { openedFor, readSending, type Sending, type TransferAsked } from './sending.ts'

/** How a transfer stands: the recipient has it, it waits for them, or the operator looks at it first. */
export interface TransferReply {
  readonly id: string
  readonly status: 'ok' | 'pending' | 'checking'
}

/**
 * Sends money to a person, once per key; all that can refuse it, but what tells of the recipient, does so before the PIN, or a passkey in its
 * place, and again where it is posted. To somebody without a wallet, with a protection code, or who is not found by their number, it waits;
 * what a velocity rule catches waits for the operator first. Refuses what postConfirmed, readSending and decideTransfer refuse, and
 * insufficient_funds.
 */
export async function sendToPerson(
  deps: TransferDeps,
  asked: TransferAsked & GivenProof,
  caller: MoneyCaller,
): Promise<TransferReply> {
  const { reply } = await postConfirmed(deps, confirmedTransfer(deps, asked, caller), asked, caller)
  const { transaction_id: id = '', status } = reply
  return { id, status: status === 'pending' || status === 'checking' ? status : 'ok' }
}

/** A transfer to a person as it is confirmed. */
export function confirmedTransfer(
  deps: RecipientDeps & PostingDeps,
  asked: TransferAsked,
  caller: MoneyCaller,
): ConfirmedMoney<Sending> {
  const { clock, idempotencyKey } = caller
  return {
    kind: 'p2p',
    feature: 'p2p',
    bound: () => boundOfTransfer(asked),
    read: () => readSending(deps, asked, caller),
    check: (sending, as) => checkTransfer(deps, sending, as),
    // What tells of the recipient is told to whoever has proven who they are, and not often.
    async proven(sending) {
      const receiving = { idempotencyKey, ...receivingRequest(sending, clock()) }
      const told = await deps.ledger.precheck(receiving, () => countTold(deps, sending, clock()))
      if (told?.kind === 'refused') throw new Refusal(told.refusal)
      const to = sending.to ?? (sending.receipt ? undefined : await openedFor(deps.database, sending, clock()))
      crashPoint('p2p.account_opened')
      // Their wallet was closed meanwhile.
      if (!(to || sending.receipt)) throw new Refusal({ code: 'recipient_refuses', field: 'to' })
      return { ...sending, to }
    },
    post: (sending, as) => postTransfer(deps, sending, as),
  }
}

// How much somebody may still receive, and so what they have, is not found out by trying, nor by whoever has no proof of the sender.
const TOLD_OF_ONE = { scope: 'p2p_recipient_limits', max: 5, windowSeconds: 86_400 }

/** Counts what tells a sender of one recipient: to others they send as ever, and to this one less. Refuses too_many_requests. */
async function countTold({ database }: RecipientDeps, { recipient, user }: Sending, now: Date): Promise<void> {
  const taken = await consume(database, TOLD_OF_ONE, `${user.userId} ${recipient.userId ?? ''}`, now)
  if (!taken.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds })
}
