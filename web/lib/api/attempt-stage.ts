import { isOutcomeUnknown } from './failure-text.ts'
import { ApiRefusal } from './failures.ts'

/** The proof that confirms a movement of money. */
export type Proof = { readonly pin: string } | { readonly passkey: string }

/** A PIN or a passkey is required; `reason` is the server's text, if any. */
export interface ProofAsked {
  readonly reason?: string | undefined
}

/** The terms are reviewed: the messages about the last PIN or passkey, and whether the browser is asking for a passkey. */
export interface Confirm {
  readonly kind: 'confirm'
  readonly message?: string
  readonly passkeyMessage?: string
  readonly isSigning?: true
}

/** The money is on its way, or is checked first; `text` is the server's message. */
export interface Pending {
  readonly kind: 'pending'
  readonly status: 'pending' | 'checking'
  readonly operationId: string
  readonly text: string
}

/** The money has not moved, or has come back: `failed` is final, `refused` leads back to the form. `message` is the server's. */
export interface NotMoved {
  readonly kind: 'failed' | 'refused'
  readonly message: string | undefined
  readonly refusal?: ApiRefusal | undefined
}

/** The stages of a confirmed movement of money; `unknown`: there was no response. `details` is the receipt after a success. */
export type AttemptStage =
  | Confirm
  | { readonly kind: 'waiting' | 'unknown' }
  | { readonly kind: 'success' | 'details'; readonly operationId: string }
  | Pending
  | NotMoved

/** The common part of the answers of all calls that move money. */
export interface AttemptReply {
  readonly status: 'ok' | 'pending' | 'checking'
  readonly message: string
  readonly transaction_id: string
}

/** The stage after a response. */
export function stageAfterReply({ status, message, transaction_id: operationId }: AttemptReply): AttemptStage {
  return status === 'ok' ? { kind: 'success', operationId } : { kind: 'pending', status, operationId, text: message }
}

/** The stage after a pending operation has ended. `declined` is the text for an operation whose money came back. */
export function stageAfterEnd(operationId: string, state: 'complete' | 'failed', declined: string | undefined): AttemptStage {
  return state === 'complete' ? { kind: 'success', operationId } : { kind: 'failed', message: declined }
}

/**
 * The stage after a failed call, and the proof that is required from then on in `asked`. An unusable response leads to `unknown`. A
 * wrong PIN or passkey stays at its input; if no proof was required before, the server's text says why one is now. `isEnd` decides by
 * the code which other refusals are final.
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
