import type { ResponseOf } from '#contract/call'
import type { withdrawal } from '#contract/withdrawal'
import { isOutcomeUnknown } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'

/**
 * The stages of a withdrawal once its form is filled in: PIN, waiting, success, failed, details; and two that the
 * specification leaves open: `pending`, the payout is not confirmed yet, and `unknown`, there was no response.
 */
export type WithdrawalStage =
  | { readonly kind: 'enterPin'; readonly message?: string }
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
 * The stage after a failed call: a wrong PIN stays where it is entered, any other refusal is the end, and without a usable response
 * nothing is claimed.
 */
export function stageAfterFailure(failure: unknown): WithdrawalStage {
  if (isOutcomeUnknown(failure)) return { kind: 'unknown' }
  if (!(failure instanceof ApiRefusal)) return { kind: 'failed', message: undefined }
  return failure.code === 'pin_wrong'
    ? { kind: 'enterPin', message: failure.message }
    : { kind: 'failed', message: failure.message }
}

/** The stage that the end of a payout leads to; `pending` stays. `declined` is the text for one that was sent back. */
export function stageAfterEnd(operationId: string, state: 'pending' | 'complete' | 'failed', declined: string): WithdrawalStage {
  if (state === 'pending') return { kind: 'pending', operationId }
  return state === 'complete' ? { kind: 'success', operationId } : { kind: 'failed', message: declined }
}
