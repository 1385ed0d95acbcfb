import { useRef, useState } from 'react'
import type { RequestOf } from '#contract/call'
import { startPasskeyTransfer, transfer } from '#contract/p2p'
import { callApi } from '#web/lib/api/call.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'
import { useSingleFlight } from '#web/lib/api/single-flight.ts'
import { useLeaveGuard } from '#web/lib/page/leave-guard.ts'
import { useSigning } from '#web/lib/passkeys/use-signing.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import { type SendTerms, transferBody, transferRequestOf } from './send-form.ts'
import { type SendStage, sendStageAfterFailure, sendStageAfterResponse } from './stages.ts'

/** A transfer being confirmed: its terms, fixed when the review starts, and its stage. */
export interface Sending {
  /** Counts the reviews, so that each begins with an empty PIN. */
  readonly number: number
  readonly terms: SendTerms
  readonly stage: SendStage
}

export interface SendFlow {
  /** Kept after closing, while the sheet leaves. */
  readonly sending: Sending | undefined
  readonly isOpen: boolean
  readonly review: (terms: SendTerms) => void
  readonly close: () => void
  /** Does nothing while an attempt is under way: a PIN submitted twice sends once. */
  readonly submitPin: (pin: string) => void
  /** Has the browser sign just this transfer with a passkey, and sends it; nothing is sent when the sheet was closed meanwhile. */
  readonly submitPasskey: () => void
  /** Clears the message about the last PIN while a new one is typed. */
  readonly forgetMessage: () => void
  /** The same attempt once more, under its own key: it has one effect however often it is sent. */
  readonly checkAgain: () => void
}

interface Attempt {
  readonly key: string
  readonly body: RequestOf<typeof transfer>
}

/** Shows a toast with the result to a user who has left the screen. */
function useResultToast(): (stage: SendStage) => void {
  const t = useTranslate()
  const tell = useToastAfterUnmount()
  return (stage) => {
    if (stage.kind === 'success') tell(t('pay.success'), 'success')
    else if (stage.kind === 'held') tell(t('send.waits'), 'info')
    else if (stage.kind === 'unknown') tell(t('err.money_unknown'), 'warning')
    else tell([t('pay.failed'), 'message' in stage ? stage.message : undefined].filter(Boolean).join('. '), 'warning')
  }
}

/** Takes a filled-in transfer through its stages. Each PIN that is submitted, and each signature, is one attempt with one Idempotency-Key. */
export function useSend(): SendFlow {
  const invalidateQueries = useInvalidateQueries()
  const [sending, setSending] = useState<Sending>()
  const [isOpen, setOpen] = useState(false)
  const attempt = useRef<Attempt>(undefined)
  const signing = useSigning()
  const runSingle = useSingleFlight()
  const toastIfUnmounted = useResultToast()
  const kind = sending?.stage.kind
  useLeaveGuard(isOpen && (kind === 'waiting' || kind === 'unknown'))

  function show(stage: SendStage): void {
    setSending((before) => before && { ...before, stage })
  }
  async function send(): Promise<void> {
    if (!attempt.current) return
    const { key, body } = attempt.current
    show({ kind: 'waiting' })
    const stage = await callApi(transfer, { body, idempotencyKey: key }).then(sendStageAfterResponse, sendStageAfterFailure)
    // There is a response: the attempt, and the PIN in it, is over.
    if (stage.kind !== 'unknown') attempt.current = undefined
    show(stage)
    toastIfUnmounted(stage)
    if (stage.kind === 'refused') setOpen(false)
    if (stage.kind !== 'enterPin') invalidateQueries()
  }
  async function signAndSend(terms: SendTerms): Promise<void> {
    show({ kind: 'enterPin', isSigning: true })
    const signed = await signing.sign(() => callApi(startPasskeyTransfer, { body: transferBody(terms) }))
    if (!signed) return
    if ('message' in signed) return show({ kind: 'enterPin', passkeyMessage: signed.message })
    attempt.current = { key: newIdempotencyKey(), body: transferRequestOf(terms, signed) }
    await send()
  }
  return {
    sending,
    isOpen,
    review(terms) {
      setSending((before) => ({ number: (before?.number ?? 0) + 1, terms, stage: { kind: 'enterPin' } }))
      setOpen(true)
    },
    close() {
      attempt.current = undefined
      signing.giveUp()
      setOpen(false)
    },
    submitPin(pin) {
      if (!sending) return
      runSingle(() => {
        attempt.current = { key: newIdempotencyKey(), body: transferRequestOf(sending.terms, { pin }) }
        return send()
      })
    },
    submitPasskey() {
      if (sending) runSingle(() => signAndSend(sending.terms))
    },
    forgetMessage: () => show({ kind: 'enterPin' }),
    checkAgain: () => runSingle(send),
  }
}
