import { startPasskeyWithdrawal } from '#contract/passkeys'
import { withdrawal } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'
import { type ConfirmedAttempt, useConfirmedAttempt } from '#web/lib/api/confirmed-attempt.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import { recipientText } from './recipient-text.ts'
import { requestOf, type WithdrawalTerms, withdrawalBody } from './withdrawal-form.ts'

/** A withdrawal that is confirmed, and how it ends. */
export type WithdrawalFlow = ConfirmedAttempt<WithdrawalTerms>

/** Takes a filled-in withdrawal through its stages. Any refusal of more than the PIN or the passkey is the end. */
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
