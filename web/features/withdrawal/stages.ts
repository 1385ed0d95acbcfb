import type { ResponseOf } from '#contract/call'
import type { withdrawal } from '#contract/withdrawal'
import { isOutcomeUnknown } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'

/** The PIN is waited for, or a passkey: what was wrong with the last of either, and whether the browser is asking for one. */
export interface EnterPin {
  readonly kind: 'enterPin'
  readonly message?: string
  readonly passkeyMessage?: string
  readonly isSigning?: true
}

/**
 * The stages of a withdrawal once its form is filled in: PIN, waiting, success, failed, details; and two that the
 * specification leaves open: `pending`, the payout is not confirmed yet, and `unknown`, there was no response.
 */
export type WithdrawalStage =
  | EnterPin
  | { readonly kind: 'waiting' }
  | { readonly kind: 'pending'; readonly operationId: string }
  | { readonly kind: 'success'; readonly operationId: string }
  | { readonly kind: 'details'; readonly operationId: string }
  | { readonly kind: 'failed'; readonly message: string | undefined }
  | { readonly kind: 'unknown' }

/** The stage after a response of the withdrawal call. */
export function stageAfterResponse(reply: ResponseOf<typeof withdrawal>): WithdrawalStage {
  return { kind: reply.status === 'ok' ? 'success' : 'pending', operationId: reply.transaction_id }
}

/**
 * The stage after a failed call: a wrong PIN or passkey stays where it is given, any other refusal is the end, and without a usable response
 * nothing is claimed.
 */
export function stageAfterFailure(failure: unknown): WithdrawalStage {
  if (isOutcomeUnknown(failure)) return { kind: 'unknown' }
  if (!(failure instanceof ApiRefusal)) return { kind: 'failed', message: undefined }
  const { code, message } = failure
  if (code === 'pin_wrong') return { kind: 'enterPin', message }
  return code === 'passkey_wrong' ? { kind: 'enterPin', passkeyMessage: message } : { kind: 'failed', message }
}

/** The stage that the end of a payout leads to; `pending` stays. `declined` is the text for one that was sent back. */
export function stageAfterEnd(operationId: string, state: 'pending' | 'complete' | 'failed', declined: string): WithdrawalStage {
  if (state === 'pending') return { kind: 'pending', operationId }
  return state === 'complete' ? { kind: 'success', operationId } : { kind: 'failed', message: declined }
}
