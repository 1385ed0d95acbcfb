import { startPasskeyWithdrawal } from '#contract/passkeys'
import { withdrawal } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'
import { type ConfirmedAttempt, useConfirmedAttempt } from '#web/lib/api/confirmed-attempt.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import { recipientText } from './recipient-text.ts'
import { requestOf, type WithdrawalTerms, withdrawalBody } from './withdrawal-form.ts'

/** The confirmation of a withdrawal, and its end. */
export type WithdrawalFlow = ConfirmedAttempt<WithdrawalTerms>

/** Takes a filled-in withdrawal through its stages. A refusal ends it, unless only the PIN or the passkey was refused. */
export function useWithdrawal(): WithdrawalFlow {
  const t = useTranslate()
  return useConfirmedAttempt({
    about: ({ amount, destination }: WithdrawalTerms) => ({
      kind: 'withdrawal',
      give: amount,
      to: recipientText(t, destination),
    }),
    startPasskey: (terms) => callApi(startPasskeyWithdrawal, { body: withdrawalBody(terms) }),
    send: ({ terms, proof, idempotencyKey }) => callApi(withdrawal, { body: requestOf(terms, proof), idempotencyKey }),
    isEnd: () => true,
    declined: 'refusal.payout_declined',
    tell: useToastAfterUnmount(),
  })
}
