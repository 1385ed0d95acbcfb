import { startPasskeyTransfer, transfer } from '#contract/p2p'
import { callApi } from '#web/lib/api/call.ts'
import { type ConfirmedAttempt, type Confirming, useConfirmedAttempt } from '#web/lib/api/confirmed-attempt.ts'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import { type SendTerms, transferBody, transferRequestOf } from './send-form.ts'
import { type SendStage, sendStageAfterFailure, sendStageAfterResponse } from './stages.ts'

/** A transfer being confirmed: its terms, fixed when the review starts, and its stage. */
export type Sending = Confirming<SendTerms, SendStage>

export interface SendFlow extends Omit<ConfirmedAttempt<SendTerms, SendStage>, 'confirming' | 'show'> {
  /** Kept after closing, while the sheet leaves. */
  readonly sending: Sending | undefined
}

/** Takes a filled-in transfer through its stages. A refusal closes the sheet: the form says why. */
export function useSend(): SendFlow {
  const {
    confirming,
    show: _show,
    ...flow
  } = useConfirmedAttempt<SendTerms, SendStage>({
    startPasskey: (terms) => callApi(startPasskeyTransfer, { body: transferBody(terms) }),
    about: ({ amount, recipient }) => ({ kind: 'transfer', give: amount, to: recipient.name }),
    send: async ({ terms, proof, idempotencyKey }) =>
      sendStageAfterResponse(await callApi(transfer, { body: transferRequestOf(terms, proof), idempotencyKey })),
    stageAfterFailure: sendStageAfterFailure,
    tell: useToastAfterUnmount(),
    words: { success: ['pay.success', 'success'], pending: ['send.waits', 'info'], checking: ['send.checking', 'info'] },
    closesAt: 'refused',
  })
  return { ...flow, sending: confirming }
}
