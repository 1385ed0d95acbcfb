import { isOutcomeUnknown } from './failure-text.ts'
import { ApiRefusal } from './failures.ts'

/** What confirms that money may move. */
export type Proof = { readonly pin: string } | { readonly passkey: string }

/** That a PIN or a passkey is asked for, and the server's words why, where it has any. */
export interface ProofAsked {
  readonly reason?: string | undefined
}

/** The terms are reviewed: what was wrong with the last PIN or passkey, and whether the browser is asking for a passkey. */
export interface Confirm {
  readonly kind: 'confirm'
  readonly message?: string
  readonly passkeyMessage?: string
  readonly isSigning?: true
}

/** The money is on its way, or is looked at first; `text` is what the server says of it. */
export interface Pending {
  readonly kind: 'pending'
  readonly status: 'pending' | 'checking'
  readonly operationId: string
  readonly text: string
}

/** The money has not moved, or is back: `failed` is the end, `refused` leads back to the form. `message` is the server's. */
export interface NotMoved {
  readonly kind: 'failed' | 'refused'
  readonly message: string | undefined
  readonly refusal?: ApiRefusal | undefined
}

/** The stages of money that is confirmed; `unknown`: there was no response. `details` is the receipt after a success. */
export type AttemptStage =
  | Confirm
  | { readonly kind: 'waiting' | 'unknown' }
  | { readonly kind: 'success' | 'details'; readonly operationId: string }
  | Pending
  | NotMoved

/** What every call that moves money answers. */
export interface AttemptReply {
  readonly status: 'ok' | 'pending' | 'checking'
  readonly message: string
  readonly transaction_id: string
}

/** The stage after a response. */
export function stageAfterReply({ status, message, transaction_id: operationId }: AttemptReply): AttemptStage {
  return status === 'ok' ? { kind: 'success', operationId } : { kind: 'pending', status, operationId, text: message }
}

/** The stage that the end of a pending operation leads to. `declined` is the text for one whose money came back. */
export function stageAfterEnd(operationId: string, state: 'complete' | 'failed', declined: string | undefined): AttemptStage {
  return state === 'complete' ? { kind: 'success', operationId } : { kind: 'failed', message: declined }
}

/**
 * The stage after a failed call, and which proof is `asked` for from then on. Without a usable response nothing is claimed; a wrong PIN or
 * passkey stays where it is given; where none was asked for, the server's words say why one is. `isEnd` tells by its code which other
 * refusal is the end.
 */
export function afterFailure(
  failure: unknown,
  asked: ProofAsked | undefined,
  isEnd: (code: string | undefined) => boolean = () => false,
): { readonly stage: AttemptStage; readonly asked: ProofAsked | undefined } {
  if (isOutcomeUnknown(failure)) return { stage: { kind: 'unknown' }, asked }
  const refusal = failure instanceof ApiRefusal ? failure : undefined
  const { code, message = '' } = refusal ?? {}
  if (code === 'pin_required' || (code === 'pin_wrong' && !asked))
    return { stage: { kind: 'confirm' }, asked: { reason: message } }
  if (code === 'pin_wrong') return { stage: { kind: 'confirm', message }, asked }
  if (code === 'passkey_wrong' && asked) return { stage: { kind: 'confirm', passkeyMessage: message }, asked }
  return { stage: { kind: isEnd(code) ? 'failed' : 'refused', message: message || undefined, refusal }, asked }
}
