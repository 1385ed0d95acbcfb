import type { ResponseOf } from '#contract/call'
import type { withdrawal } from '#contract/withdrawal'
import { type AttemptStage, attemptStageAfter } from '#web/lib/api/confirmed-attempt.ts'
import type { ApiRefusal } from '#web/lib/api/failures.ts'

/**
 * The stages of a withdrawal once its form is filled in: PIN, waiting, success, failed, details; and two that the
 * specification leaves open: `pending`, the payout is not confirmed yet, and `unknown`, there was no response.
 */
export type WithdrawalStage =
  | AttemptStage
  /** `text` is what the server says of it: the bank has not confirmed it, or it is being checked. */
  | { readonly kind: 'pending'; readonly operationId: string; readonly text?: string }
  | { readonly kind: 'success'; readonly operationId: string }
  | { readonly kind: 'details'; readonly operationId: string }
  | {
      readonly kind: 'failed'
      readonly message: string | undefined
      readonly refusal?: ApiRefusal | undefined
    }

/** The stage after a response of the withdrawal call. */
export function stageAfterResponse(reply: ResponseOf<typeof withdrawal>): WithdrawalStage {
  const { status, message, transaction_id: operationId } = reply
  return status === 'ok' ? { kind: 'success', operationId } : { kind: 'pending', operationId, text: message }
}

/** The stage after a failed call: any refusal of more than the PIN or the passkey is the end. */
export function stageAfterFailure(failure: unknown): WithdrawalStage {
  return attemptStageAfter(
    failure,
    (refusal): WithdrawalStage => ({
      kind: 'failed',
      message: refusal?.message,
      refusal,
    }),
  )
}

/** The stage that the end of a payout leads to; `pending` stays. `declined` is the text for one that was sent back. */
export function stageAfterEnd(operationId: string, state: 'pending' | 'complete' | 'failed', declined: string): WithdrawalStage {
  if (state === 'pending') return { kind: 'pending', operationId }
  return state === 'complete' ? { kind: 'success', operationId } : { kind: 'failed', message: declined }
}
