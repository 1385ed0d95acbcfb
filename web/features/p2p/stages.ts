import type { ResponseOf } from '#contract/call'
import type { transfer } from '#contract/p2p'
import { type AttemptStage, attemptStageAfter } from '#web/lib/api/confirmed-attempt.ts'
import type { ApiRefusal } from '#web/lib/api/failures.ts'

/** The stages of a transfer once its form is filled in; `pending`: it waits for its recipient; `checking`: for the operator first. */
export type SendStage =
  | AttemptStage
  | { readonly kind: 'success' | 'pending' | 'checking'; readonly operationId: string }
  | {
      readonly kind: 'refused'
      readonly field: string | undefined
      readonly message: string | undefined
      readonly refusal?: ApiRefusal | undefined
    }

const AFTER = { ok: 'success', pending: 'pending', checking: 'checking' } as const

/** The stage after a response of the transfer call. */
export function sendStageAfterResponse(reply: ResponseOf<typeof transfer>): SendStage {
  return { kind: AFTER[reply.status], operationId: reply.transaction_id }
}

/** The stage after a failed call: any refusal of more than the PIN or the passkey goes back to the form. */
export function sendStageAfterFailure(failure: unknown): SendStage {
  return attemptStageAfter(
    failure,
    (refusal): SendStage => ({
      kind: 'refused',
      field: refusal?.field,
      message: refusal?.message,
      refusal,
    }),
  )
}
