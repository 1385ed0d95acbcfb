import { payment, startPasskeyPayment } from '#contract/payment'
import { callApi } from '#web/lib/api/call.ts'
import { type ConfirmedAttempt, useConfirmedAttempt } from '#web/lib/api/confirmed-attempt.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import { type PaymentTerms, paymentBody, rateBody } from './payment-quote.ts'

/** The confirmation of a payment, and its end. */
export type PaymentFlow = ConfirmedAttempt<PaymentTerms>

/** Takes a reviewed quote through its stages. A provider's decline is the end: the money has moved and is back. */
export function usePayment(onFailure: (code: string | undefined) => void): PaymentFlow {
  const t = useTranslate()
  return useConfirmedAttempt({
    about: ({ cost, quote }: PaymentTerms) => ({ kind: 'payment', give: cost, to: quote.seller }),
    startPasskey: (terms) => callApi(startPasskeyPayment, { body: paymentBody(terms) }),
    send: ({ terms, proof, idempotencyKey }) =>
      callApi(payment, { body: { ...paymentBody(terms), ...rateBody(terms), ...proof }, idempotencyKey }),
    isEnd: isDeclined,
    onFailure,
    declined: 'refusal.payment_declined',
    words: { success: 'qrpay.paid', pending: 'qrpay.pending', failed: 'qrpay.failed' },
    failureWords: (failure) => (failure instanceof ApiRefusal && isDeclined(failure.code) ? t('qrpay.failed') : undefined),
    tell: useToastAfterUnmount(),
  })
}

function isDeclined(code: string | undefined): boolean {
  return code === 'payment_declined'
}
