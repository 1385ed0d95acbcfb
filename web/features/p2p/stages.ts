import type { ResponseOf } from '#contract/call'
import type { transfer } from '#contract/p2p'
import { isOutcomeUnknown } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'

/** The PIN is waited for, or a passkey: what was wrong with the last of either, and whether the browser is asking for one. */
export interface EnterPin {
  readonly kind: 'enterPin'
  readonly message?: string
  readonly passkeyMessage?: string
  readonly isSigning?: true
}

/** The stages of a transfer once its form is filled in; `held`: it waits for its recipient; `unknown`: there was no response. */
export type SendStage =
  | EnterPin
  | { readonly kind: 'waiting' }
  | { readonly kind: 'success'; readonly operationId: string }
  | { readonly kind: 'held'; readonly operationId: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly field: string | undefined; readonly message: string | undefined }

/** The stage after a response of the transfer call. */
export function sendStageAfterResponse(reply: ResponseOf<typeof transfer>): SendStage {
  return { kind: reply.status === 'ok' ? 'success' : 'held', operationId: reply.transaction_id }
}

/**
 * The stage after a failed call: a wrong PIN or passkey stays where it is given, any other refusal goes back to the form, and without a
 * usable response nothing is claimed.
 */
export function sendStageAfterFailure(failure: unknown): SendStage {
  if (isOutcomeUnknown(failure)) return { kind: 'unknown' }
  if (!(failure instanceof ApiRefusal)) return { kind: 'refused', field: undefined, message: undefined }
  const { code, field, message } = failure
  if (code === 'pin_wrong') return { kind: 'enterPin', message }
  return code === 'passkey_wrong' ? { kind: 'enterPin', passkeyMessage: message } : { kind: 'refused', field, message }
}
