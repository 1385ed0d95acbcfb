import type { Confirmation } from '#server/confirmation/confirmation'
import { expectTriesLeft } from '#server/confirmation/pin'
import { prove, readProof } from '#server/confirmation/proof'
import { crashPoint } from '#server/db/crash-point'
import { postOnce } from '#server/http/post-once'
import { Refusal } from '#server/http/refusal'
import type { Outcome } from '#server/ledger/posting'
import { consume } from '#server/security/limits'
import type { P2pCaller, P2pDeps } from './deps.ts'
import type { RecipientDeps } from './recipient.ts'
import { openedFor, readSending, type Sending, type TransferAsked } from './sending.ts'
import { type PostingDeps, postTransfer, receivingRequest, transferRequest } from './transfer-posting.ts'
import { boundOfTransfer } from './transfer-rules.ts'

/** How a transfer stands: the recipient has it, it waits for them, or the operator looks at it first. */
export interface TransferReply {
  readonly id: string
  readonly status: 'ok' | 'pending' | 'checking'
}

/** How a transfer is confirmed: what refuses it before anything is asked of its sender, and what confirms it then. */
export interface TransferConfirming {
  readonly expectTries: (now: Date) => Promise<void>
  readonly confirm: (now: Date) => Promise<Confirmation>
}

/**
 * Sends money to a person, once per key; all that can refuse it, but what tells of the recipient, does so before the PIN, or a passkey in its
 * place, and again where it is posted.
 * To somebody without a wallet, with a protection code, or who is not found by their number, it waits; what a velocity rule catches waits for
 * the operator first. Refuses what findRecipient and decideTransfer refuse, invalid_field, switched_off, pin_*, passkey_wrong and
 * insufficient_funds.
 */
export function sendToPerson(
  deps: P2pDeps,
  asked: TransferAsked & { readonly pin: string | undefined; readonly passkey: string | undefined },
  caller: P2pCaller,
): Promise<TransferReply> {
  const { user, idempotencyKey } = caller
  return transferBy(deps, asked, caller, () => {
    const proof = readProof(asked)
    if (!proof) throw new Refusal({ code: 'invalid_field', field: 'pin' })
    const money = { purpose: 'p2p', bound: boundOfTransfer(asked) } as const
    return {
      async expectTries(now) {
        if ('pin' in proof) await expectTriesLeft(deps, user, now)
      },
      confirm: (now) => prove(deps, proof, { ...money, user, idempotencyKey, now }),
    }
  })
}

/** As sendToPerson, confirmed as `confirmingOf` says: it is asked first, and refuses what is no confirmation. */
export async function transferBy(
  deps: TransferDeps,
  asked: TransferAsked,
  caller: P2pCaller,
  confirmingOf: () => TransferConfirming,
): Promise<TransferReply> {
  const { reply } = await postOnce(deps.database, caller.idempotencyKey, () => send(deps, asked, caller, confirmingOf))
  crashPoint('p2p.committed')
  const { transaction_id: id = '', status } = reply
  return { id, status: status === 'pending' || status === 'checking' ? status : 'ok' }
}

type TransferDeps = RecipientDeps & PostingDeps & Pick<P2pDeps, 'isOn'>

async function send(
  deps: TransferDeps,
  asked: TransferAsked,
  { user, idempotencyKey, clock }: P2pCaller,
  confirmingOf: () => TransferConfirming,
): Promise<Outcome> {
  if (!deps.isOn('p2p')) throw new Refusal({ code: 'switched_off', feature: 'p2p' })
  const confirming = confirmingOf()
  const sending = await readSending(deps, asked, { user, idempotencyKey, now: clock() })
  await confirming.expectTries(clock())
  const answered = await deps.ledger.precheck(transferRequest(deps, sending, clock()))
  if (answered) return answered
  const confirmation = await confirming.confirm(clock())
  crashPoint('p2p.pin_proven')
  const told = await deps.ledger.precheck(receivingRequest(sending, clock()), () => countTold(deps, sending, clock()))
  if (told) return told
  const to = sending.to ?? (sending.receipt ? undefined : await openedFor(deps.database, sending, clock()))
  crashPoint('p2p.account_opened')
  // Their wallet was closed meanwhile.
  if (!(to || sending.receipt)) throw new Refusal({ code: 'recipient_refuses', field: 'to' })
  return postTransfer(deps, { ...sending, to }, confirmation, clock())
}

// How much somebody may still receive, and so what they have, is not found out by trying, nor by whoever has no proof of the sender.
const TOLD_OF_ONE = { scope: 'p2p_recipient_limits', max: 5, windowSeconds: 86_400 }

/** Counts what tells a sender of one recipient: to others they send as ever, and to this one less. Refuses too_many_requests. */
async function countTold({ database }: TransferDeps, { recipient, user }: Sending, now: Date): Promise<void> {
  const taken = await consume(database, TOLD_OF_ONE, `${user.userId} ${recipient.userId ?? ''}`, now)
  if (!taken.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds })
}
