import { startPasskeyWithdrawal } from '#contract/passkeys'
import { withdrawal } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'
import { type ConfirmedAttempt, useConfirmedAttempt } from '#web/lib/api/confirmed-attempt.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
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
    async send({ terms, proof, idempotencyKey }) {
      try {
        return await callApi(withdrawal, { body: requestOf(terms, proof), idempotencyKey })
      } catch (failure) {
        // The fee of the level has changed: the form shows the new one.
        if (failure instanceof ApiRefusal && failure.code === 'amount_mismatch') void queryClient.invalidateQueries(profileQuery)
        throw failure
      }
    },
    isEnd: () => true,
    declined: 'refusal.payout_declined',
    tell: useToastAfterUnmount(),
  })
}
