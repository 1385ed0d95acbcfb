import { startPasskeyTransfer, transfer } from '#contract/transfers'
import { callApi } from '#web/lib/api/call.ts'
import { type ConfirmedAttempt, useConfirmedAttempt } from '#web/lib/api/confirmed-attempt.ts'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import { type SendTerms, transferBody, transferRequestOf } from './send-form.ts'

/** The confirmation of a transfer, and its end. */
export type SendFlow = ConfirmedAttempt<SendTerms>

/** Takes a filled-in transfer through its stages. A refusal closes the sheet, and the form shows the reason. */
export function useSend(): SendFlow {
  return useConfirmedAttempt({
    about: ({ amount, recipient }: SendTerms) => ({ kind: 'transfer', give: amount, to: recipient.name }),
    startPasskey: (terms) => callApi(startPasskeyTransfer, { body: transferBody(terms) }),
    send: ({ terms, proof, idempotencyKey }) => callApi(transfer, { body: transferRequestOf(terms, proof), idempotencyKey }),
    words: { pending: 'send.waits', checking: 'send.checking' },
    tell: useToastAfterUnmount(),
  })
}
