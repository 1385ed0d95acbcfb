import { payment, startPasskeyPayment } from '#contract/payment'
import { callApi } from '#web/lib/api/call.ts'
import { type ConfirmedAttempt, type Confirming, useConfirmedAttempt } from '#web/lib/api/confirmed-attempt.ts'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import { type PaymentTerms, paymentBody, rateBody } from './payment-quote.ts'
import { type PaymentStage, paymentStageAfterEnd, paymentStageAfterFailure, paymentStageAfterResponse } from './stages.ts'

/** A payment being confirmed. */
export type Paying = Confirming<PaymentTerms, PaymentStage>

export interface PaymentFlow extends Omit<ConfirmedAttempt<PaymentTerms, PaymentStage>, 'show'> {
  readonly showDetails: (operationId: string) => void
  /** What the statement says of a payment that was pending. */
  readonly follow: (operationId: string, state: 'pending' | 'complete' | 'failed') => void
}

/** Takes a quote that was reviewed through its stages. A refusal, told by its code, leads back to the review, which says why. */
export function usePayment(onRefused: (code: string | undefined) => void): PaymentFlow {
  const t = useTranslate()
  const invalidateQueries = useInvalidateQueries()
  const { show, ...flow } = useConfirmedAttempt<PaymentTerms, PaymentStage>({
    startPasskey: (terms) => callApi(startPasskeyPayment, { body: paymentBody(terms) }),
    about: ({ cost, quote }) => ({ kind: 'payment', give: cost, to: quote.seller }),
    send: async ({ terms, proof, idempotencyKey }) =>
      paymentStageAfterResponse(
        await callApi(payment, { body: { ...paymentBody(terms), ...rateBody(terms), ...proof }, idempotencyKey }),
      ),
    stageAfterFailure(failure) {
      const stage = paymentStageAfterFailure(failure)
      if (stage.kind === 'refused') onRefused(stage.code)
      return stage
    },
    tell: useToastAfterUnmount(),
    words: { success: ['qrpay.paid', 'success'], pending: ['qrpay.pending', 'info'], failed: ['qrpay.failed', 'warning'] },
    closesAt: 'refused',
  })
  return {
    ...flow,
    showDetails: (operationId) => show({ kind: 'details', operationId }),
    follow(operationId, state) {
      if (state === 'pending') return
      show(paymentStageAfterEnd(operationId, state, t('refusal.payment_declined')))
      invalidateQueries()
    },
  }
}
