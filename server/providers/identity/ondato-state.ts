import * as v from 'valibot'
import type { AbortReason, CheckState } from './port.ts'

/** The fields used of `GET /v1/identity-verifications/{id}`; the values are Ondato's, and new ones may appear. */
export const ondatoVerification = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  externalReferenceId: v.pipe(v.string(), v.minLength(1)),
  status: v.string(),
  setup: v.nullish(v.object({ id: v.string() })),
  step: v.nullish(
    v.object({
      kycIdentification: v.nullish(
        v.object({ id: v.nullish(v.pipe(v.string(), v.minLength(1))), isSuccess: v.nullish(v.boolean()) }),
      ),
    }),
  ),
})

/** The fields used of `GET /v1/identifications/{id}`: the result, and nothing of the documents. */
export const ondatoIdentification = v.object({
  status: v.string(),
  statusReason: v.nullish(v.string()),
  identityVerificationId: v.nullish(v.string()),
})

export type OndatoVerification = v.InferOutput<typeof ondatoVerification>
export type OndatoIdentification = v.InferOutput<typeof ondatoIdentification>

const REASONS: Readonly<Record<string, AbortReason>> = { PoorPhotoQuality: 'photo' }

/**
 * The state that Ondato's two resources make together. Only a finished session whose identification is approved and successful is
 * complete; a rejection counts at any time; an unknown value keeps waiting.
 */
export function ondatoState(
  verification: OndatoVerification,
  identification: OndatoIdentification | undefined,
): { state: CheckState; reason?: AbortReason } {
  if (identification?.status === 'Rejected') {
    return { state: 'aborted', reason: REASONS[identification.statusReason ?? ''] ?? 'declined' }
  }
  if (verification.status === 'Expired') return { state: 'aborted', reason: 'expired' }
  if (verification.status === 'Aborted') return { state: 'aborted', reason: 'cancelled' }
  if (verification.status === 'Completed') {
    const isApproved = identification?.status === 'Approved' && verification.step?.kycIdentification?.isSuccess === true
    return { state: isApproved ? 'complete' : 'review' }
  }
  return { state: identification ? 'processing' : 'pending' }
}
