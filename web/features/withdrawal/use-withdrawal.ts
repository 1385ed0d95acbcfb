import { startPasskeyWithdrawal } from '#contract/passkeys'
import { withdrawal } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'
import { type ConfirmedAttempt, type Confirming, useConfirmedAttempt } from '#web/lib/api/confirmed-attempt.ts'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import { recipientText } from './recipient-text.ts'
import { stageAfterEnd, stageAfterFailure, stageAfterResponse, type WithdrawalStage } from './stages.ts'
import { requestOf, type WithdrawalTerms, withdrawalBody } from './withdrawal-form.ts'

/** A withdrawal being confirmed: its terms, fixed when the review starts, and its stage. */
export type Confirmation = Confirming<WithdrawalTerms, WithdrawalStage>

export interface WithdrawalFlow extends Omit<ConfirmedAttempt<WithdrawalTerms, WithdrawalStage>, 'show'> {
  readonly showDetails: (operationId: string) => void
  /** What the statement says of a payout that was pending. */
  readonly follow: (operationId: string, state: 'pending' | 'complete' | 'failed') => void
}

/** Takes a filled-in withdrawal through its stages. */
export function useWithdrawal(): WithdrawalFlow {
  const t = useTranslate()
  const invalidateQueries = useInvalidateQueries()
  const tell = useToastAfterUnmount()
  const { show, ...flow } = useConfirmedAttempt<WithdrawalTerms, WithdrawalStage>({
    startPasskey: (terms) => callApi(startPasskeyWithdrawal, { body: withdrawalBody(terms) }),
    about: ({ amount, destination }) => ({ kind: 'withdrawal', give: amount, to: recipientText(t, destination) }),
    send: async ({ terms, proof, idempotencyKey }) =>
      stageAfterResponse(await callApi(withdrawal, { body: requestOf(terms, proof), idempotencyKey })),
    stageAfterFailure,
    tell,
    words: { success: ['pay.success', 'success'], pending: ['pay.pending', 'info'] },
  })
  return {
    ...flow,
    showDetails: (operationId) => show({ kind: 'details', operationId }),
    follow(operationId, state) {
      if (state === 'pending') return
      show(stageAfterEnd(operationId, state, t('refusal.payout_declined')))
      invalidateQueries()
    },
  }
}
