import { type ConfirmedMoney, type GivenProof, type MoneyCaller, postConfirmed } from '#server/confirmation/post-confirmed'
import { crashPoint } from '#server/db/crash-point'
import { Refusal } from '#server/http/refusal'
import type { RecipientDeps } from '#server/people/recipient'
import { consume } from '#server/security/limits'
import type { TransferDeps } from './deps.ts'
import { checkTransfer, type PostingDeps, postTransfer, receivingRequest } from './posting.ts'
import { boundOfTransfer } from './rules.ts'
import { openedFor, readSending, type Sending, type TransferAsked } from './sending.ts'

/** The state of a transfer: received, waiting for its recipient, or checked by the operator first. */
export interface TransferReply {
  readonly id: string
  readonly status: 'ok' | 'pending' | 'checking'
}

/**
 * Sends money to a person, once per key. A transfer waits when the recipient has no wallet or is not found by their number, or when it has a
 * protection code; a transfer that a velocity rule catches waits for the operator first. Refuses what postConfirmed, readSending and
 * decideTransfer refuse, and insufficient_funds.
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

/** A transfer as one kind of confirmed money. */
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
    // A refusal that tells about the recipient is given after the proof only, and not often.
    async proven(sending) {
      const receiving = { idempotencyKey, ...receivingRequest(sending, clock()) }
      const told = await deps.ledger.precheck(receiving, () => countTold(deps, sending, clock()))
      if (told?.kind === 'refused') throw new Refusal(told.refusal)
      const to = sending.to ?? (sending.receipt ? undefined : await openedFor(deps.database, sending, clock()))
      crashPoint('p2p.account_opened')
      // The recipient's wallet was closed meanwhile.
      if (!(to || sending.receipt)) throw new Refusal({ code: 'recipient_refuses', field: 'to' })
      return { ...sending, to }
    },
    post: (sending, as) => postTransfer(deps, sending, as),
  }
}

// The limit keeps senders from finding out by trying how much a recipient may receive, and so what they have.
const TOLD_OF_ONE = { scope: 'p2p_recipient_limits', max: 5, windowSeconds: 86_400 }

/** Counts the refusals that tell a sender about one recipient. Refuses too_many_requests after five a day. */
async function countTold({ database }: RecipientDeps, { recipient, user }: Sending, now: Date): Promise<void> {
  const taken = await consume(database, TOLD_OF_ONE, `${user.userId} ${recipient.userId ?? ''}`, now)
  if (!taken.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds })
}
