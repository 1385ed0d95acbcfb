import type { ResponseOf } from '#contract/call'
import type { payment } from '#contract/payment'
import { type AttemptStage, attemptStageAfter } from '#web/lib/api/confirmed-attempt.ts'
import type { ApiRefusal } from '#web/lib/api/failures.ts'

/**
 * The stages of a payment that is confirmed; `refused` goes back to the form, and money has not moved; `failed`: it has, and is back.
 */
export type PaymentStage =
  | AttemptStage
  | { readonly kind: 'success' | 'details'; readonly operationId: string }
  /** `text` is what the server says of it: the seller has not confirmed it, or it is being checked. */
  | { readonly kind: 'pending'; readonly operationId: string; readonly text?: string }
  | { readonly kind: 'failed'; readonly message: string | undefined }
  | {
      readonly kind: 'refused'
      readonly code: string | undefined
      readonly message: string | undefined
      readonly refusal?: ApiRefusal | undefined
    }

/** The stage after a response of the payment call. */
export function paymentStageAfterResponse(reply: ResponseOf<typeof payment>): PaymentStage {
  const { status, message, transaction_id: operationId } = reply
  return status === 'ok' ? { kind: 'success', operationId } : { kind: 'pending', operationId, text: message }
}

/** The stage after a failed call: what the provider has declined is the end, any other refusal goes back to the form. */
export function paymentStageAfterFailure(failure: unknown): PaymentStage {
  return attemptStageAfter(failure, (refusal): PaymentStage => {
    const { code, message } = refusal ?? {}
    return code === 'payment_declined' ? { kind: 'failed', message } : { kind: 'refused', code, message, refusal }
  })
}

/** The stage that the end of a payment leads to; `pending` stays. `declined` is the text for one whose money came back. */
export function paymentStageAfterEnd(
  operationId: string,
  state: 'pending' | 'complete' | 'failed',
  declined: string,
): PaymentStage {
  if (state === 'failed') return { kind: 'failed', message: declined }
  return { kind: state === 'complete' ? 'success' : 'pending', operationId }
}
