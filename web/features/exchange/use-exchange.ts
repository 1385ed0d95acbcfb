import type { RequestOf, ResponseOf } from '#contract/call'
import { exchange } from '#contract/exchange'
import { startPasskeyExchange } from '#contract/passkeys'
import { toDecimal } from '#money/amount'
import { callApi } from '#web/lib/api/call.ts'
import { type ConfirmedAttempt, useConfirmedAttempt } from '#web/lib/api/confirmed-attempt.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { haptic } from '#web/lib/page/platform.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import type { ExchangeTerms, ReviewedTerms } from './exchange-form.ts'

/** The review of an exchange, and its end. */
export type ExchangeFlow = ConfirmedAttempt<ReviewedTerms, ResponseOf<typeof exchange>>

/**
 * Takes an exchange through its stages. A press confirms it, unless the server asks for more; a refusal leads back to the form, which keeps its
 * fields.
 */
export function useExchange(): ExchangeFlow {
  const t = useTranslate()
  const toastIfUnmounted = useToastAfterUnmount()
  return useConfirmedAttempt({
    about: ({ give, get }: ReviewedTerms) => ({ kind: 'exchange', give, get }),
    startPasskey: (terms) => callApi(startPasskeyExchange, { body: exchangeBody(terms) }),
    send: ({ terms, proof, idempotencyKey }) =>
      callApi(exchange, { body: { ...exchangeBody(terms), rate_id: terms.rateId, ...proof }, idempotencyKey }),
    isPressEnough: true,
    onFailure: () => haptic('error'),
    words: { success: 'ex.success' },
    failureWords: (failure) => failureText(t, failure),
    tell(text, tone) {
      // While the user is on the screen, the sheet gives the haptic signal itself.
      if (toastIfUnmounted(text, tone) && tone === 'success') haptic('success')
    },
  })
}

/** The terms as they are sent, for a passkey to sign. */
function exchangeBody({ accountIds, give, get }: ExchangeTerms): RequestOf<typeof startPasskeyExchange> {
  return {
    from_account_id: accountIds.from,
    to_account_id: accountIds.to,
    from_amount: toDecimal(give),
    to_amount: toDecimal(get),
  }
}
