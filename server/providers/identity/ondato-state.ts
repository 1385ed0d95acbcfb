import * as z from 'zod'
import type { AbortReason, CheckState } from './port.ts'

/** What we read of `GET /v1/identity-verifications/{id}`; the words are Ondato's, and new ones may come. */
export const ondatoVerification = z.object({
  id: z.string().min(1),
  externalReferenceId: z.string().min(1),
  status: z.string(),
  setup: z.object({ id: z.string() }).nullish(),
  step: z
    .object({
      kycIdentification: z.object({ id: z.string().min(1).nullish(), isSuccess: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
})

/** What we read of `GET /v1/identifications/{id}`: how it went, and nothing of the documents. */
export const ondatoIdentification = z.object({
  status: z.string(),
  statusReason: z.string().nullish(),
  identityVerificationId: z.string().nullish(),
})

export type OndatoVerification = z.infer<typeof ondatoVerification>
export type OndatoIdentification = z.infer<typeof ondatoIdentification>

const REASONS: Readonly<Record<string, AbortReason>> = { PoorPhotoQuality: 'photo' }

/**
 * What Ondato's two resources mean together. Only a finished session whose identification is approved and successful is complete;
 * a rejection counts at any time; a word we do not know keeps waiting.
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
