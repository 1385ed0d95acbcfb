import { useRef, useState } from 'react'
import type { RequestOf } from '#contract/call'
import { startPasskeyWithdrawal } from '#contract/passkeys'
import { withdrawal } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'
import { useSingleFlight } from '#web/lib/api/single-flight.ts'
import { useLeaveGuard } from '#web/lib/page/leave-guard.ts'
import { useSigning } from '#web/lib/passkeys/use-signing.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import { stageAfterEnd, stageAfterFailure, stageAfterResponse, type WithdrawalStage } from './stages.ts'
import { requestOf, type WithdrawalTerms, withdrawalBody } from './withdrawal-form.ts'

/** A withdrawal being confirmed: its terms, fixed when the review starts, and its stage. */
export interface Confirmation {
  /** Counts the reviews, so that each begins with an empty PIN. */
  readonly number: number
  readonly terms: WithdrawalTerms
  readonly stage: WithdrawalStage
}

export interface WithdrawalFlow {
  /** Kept after closing, while the sheet leaves. */
  readonly confirmation: Confirmation | undefined
  readonly isOpen: boolean
  readonly review: (terms: WithdrawalTerms) => void
  readonly close: () => void
  /** Does nothing while an attempt is under way: a PIN submitted twice pays once. */
  readonly submitPin: (pin: string) => void
  /** Has the browser sign just this withdrawal with a passkey, and sends it; nothing is sent when the sheet was closed meanwhile. */
  readonly submitPasskey: () => void
  /** Clears the message about the last PIN while a new one is typed. */
  readonly forgetMessage: () => void
  /** The same attempt once more, under its own key: it has one effect however often it is sent. */
  readonly checkAgain: () => void
  readonly showDetails: (operationId: string) => void
  /** What the statement says of a payout that was pending. */
  readonly follow: (operationId: string, state: 'pending' | 'complete' | 'failed') => void
}

interface Attempt {
  readonly key: string
  readonly body: RequestOf<typeof withdrawal>
}

/** Shows a toast with the result to a user who has left the screen. */
function useResultToast(): (stage: WithdrawalStage) => void {
  const t = useTranslate()
  const tell = useToastAfterUnmount()
  return (stage) => {
    if (stage.kind === 'success') tell(t('pay.success'), 'success')
    else if (stage.kind === 'pending') tell(t('pay.pending'), 'info')
    else if (stage.kind === 'unknown') tell(t('err.money_unknown'), 'warning')
    else tell([t('pay.failed'), 'message' in stage ? stage.message : undefined].filter(Boolean).join('. '), 'warning')
  }
}

/** Takes a filled-in withdrawal through its stages. Each PIN that is submitted, and each signature, is one attempt with one Idempotency-Key. */
export function useWithdrawal(): WithdrawalFlow {
  const t = useTranslate()
  const invalidateQueries = useInvalidateQueries()
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const [isOpen, setOpen] = useState(false)
  const attempt = useRef<Attempt>(undefined)
  const signing = useSigning()
  const runSingle = useSingleFlight()
  const toastIfUnmounted = useResultToast()
  const kind = confirmation?.stage.kind
  useLeaveGuard(isOpen && (kind === 'waiting' || kind === 'unknown'))

  function show(stage: WithdrawalStage): void {
    setConfirmation((before) => before && { ...before, stage })
  }
  async function send(): Promise<void> {
    if (!attempt.current) return
    const { key, body } = attempt.current
    show({ kind: 'waiting' })
    const stage = await callApi(withdrawal, { body, idempotencyKey: key }).then(stageAfterResponse, stageAfterFailure)
    // There is a response: the attempt, and the PIN in it, is over.
    if (stage.kind !== 'unknown') attempt.current = undefined
    show(stage)
    toastIfUnmounted(stage)
    // Also after a failure: a payout that was declined moved the money there and back.
    if (stage.kind !== 'enterPin') invalidateQueries()
  }
  async function signAndSend(terms: WithdrawalTerms): Promise<void> {
    show({ kind: 'enterPin', isSigning: true })
    const signed = await signing.sign(() => callApi(startPasskeyWithdrawal, { body: withdrawalBody(terms) }))
    if (!signed) return
    if ('message' in signed) return show({ kind: 'enterPin', passkeyMessage: signed.message })
    attempt.current = { key: newIdempotencyKey(), body: requestOf(terms, signed) }
    await send()
  }
  return {
    confirmation,
    isOpen,
    review(terms) {
      setConfirmation((before) => ({ number: (before?.number ?? 0) + 1, terms, stage: { kind: 'enterPin' } }))
      setOpen(true)
    },
    close() {
      attempt.current = undefined
      signing.giveUp()
      setOpen(false)
    },
    submitPin(pin) {
      if (!confirmation) return
      runSingle(() => {
        attempt.current = { key: newIdempotencyKey(), body: requestOf(confirmation.terms, { pin }) }
        return send()
      })
    },
    submitPasskey() {
      if (confirmation) runSingle(() => signAndSend(confirmation.terms))
    },
    forgetMessage: () => show({ kind: 'enterPin' }),
    checkAgain: () => runSingle(send),
    showDetails: (operationId) => show({ kind: 'details', operationId }),
    follow(operationId, state) {
      if (state === 'pending') return
      show(stageAfterEnd(operationId, state, t('refusal.payout_declined')))
      invalidateQueries()
    },
  }
}
