import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RequestOf, ResponseOf } from '#contract/call'
import { exchange } from '#contract/exchange'
import type { startPasskeyExchange } from '#contract/passkeys'
import { toDecimal } from '#money/amount'
import { callApi } from '#web/lib/api/call.ts'
import type { Proof } from '#web/lib/api/confirmed-attempt.ts'
import { failureText, isOutcomeUnknown } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'
import { asksAboutOpenAttempt } from '#web/lib/api/open-attempt.ts'
import { useSingleFlight } from '#web/lib/api/single-flight.ts'
import { useAttemptKey } from '#web/lib/api/use-attempt-key.ts'
import { useLeaveGuard } from '#web/lib/page/leave-guard.ts'
import { haptic } from '#web/lib/page/platform.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import type { ExchangeTerms, ReviewedTerms } from './exchange-form.ts'
import { receiptOf, type StoredReceipt } from './exchange-receipt.ts'
import { ratesQuery } from './queries.ts'
import { type ProofAsked, useProof } from './use-proof.ts'

/** The stage of an exchange: form, review, sending, sent without a response, or done. */
type ExchangeStage = 'form' | 'review' | 'sending' | 'unknown' | 'done'

export interface ExchangeFlow {
  readonly stage: ExchangeStage
  /** Fixed when the review starts; kept while its sheet closes. */
  readonly terms: ReviewedTerms | undefined
  /** What was exchanged, once it is `done`; kept while its sheet closes. */
  readonly receipt: StoredReceipt | undefined
  /** The server's message about the last attempt. */
  readonly message: string | undefined
  /** The PIN, or a passkey in its place: asked for by the server since the review began, and what it said of it. */
  readonly asked: ProofAsked | undefined
  readonly review: (terms: ReviewedTerms) => void
  readonly close: () => void
  /** Does nothing while an attempt is running. */
  readonly confirm: (pin?: string) => void
  /** Has the browser sign just this exchange with a passkey, and sends it; nothing is sent when the review was closed meanwhile. */
  readonly confirmByPasskey: () => void
  /** Clears the message when the form is changed. */
  readonly forgetMessage: () => void
}

const RATE_IS_OLD: readonly string[] = ['rate_expired', 'rate_unknown', 'amount_mismatch']

/** What is sent again under the same key when there was no response: the PIN with it. */
interface Attempt {
  readonly proof: Proof | undefined
}

/**
 * Runs an exchange. One attempt has one Idempotency-Key, which outlives the page until its end is known; without a response, it is sent
 * again under the same key. The PIN, or a
 * passkey, is asked for in the review, once the server asks for it.
 * An expired rate is refetched and the form stays; a success is shown in the same sheet.
 */
export function useExchange(): ExchangeFlow {
  const [stage, setStage] = useState<ExchangeStage>('form')
  const [terms, setTerms] = useState<ReviewedTerms>()
  const [receipt, setReceipt] = useState<StoredReceipt>()
  const [message, setMessage] = useState<string>()
  const attempt = useRef<Attempt>(undefined)
  const attemptKey = useAttemptKey()
  const runSingle = useSingleFlight()
  const proof = useProof()
  const toastIfUnmounted = useToastAfterUnmount()
  const t = useTranslate()
  const queryClient = useQueryClient()
  const invalidateQueries = useInvalidateQueries()
  useLeaveGuard(stage === 'sending' || stage === 'unknown')

  async function send(sent: ExchangeTerms, given?: Proof): Promise<void> {
    attempt.current ??= { proof: given }
    setStage('sending')
    let answer: ResponseOf<typeof exchange>
    try {
      const idempotencyKey = attemptKey.send({ kind: 'exchange', give: sent.give, get: sent.get })
      const { proof: kept } = attempt.current
      answer = await callApi(exchange, { body: { ...exchangeBody(sent), rate_id: sent.rateId, ...kept }, idempotencyKey })
    } catch (failure) {
      attemptKey.settle(!isOutcomeUnknown(failure))
      toastIfUnmounted(failureText(t, failure, 'money'), 'warning')
      if (isOutcomeUnknown(failure)) return setStage('unknown')
      attempt.current = undefined
      haptic('error')
      if (proof.isAskedBy(failure)) return setStage('review')
      if (failure instanceof ApiRefusal && RATE_IS_OLD.includes(failure.code)) void queryClient.invalidateQueries(ratesQuery)
      else invalidateQueries()
      setMessage(failureText(t, failure))
      return setStage('form')
    }
    attemptKey.settle(true)
    attempt.current = undefined
    invalidateQueries()
    // A user who has left the screen is told where they are; the sheet of who has not is felt by itself.
    if (toastIfUnmounted(t('ex.success'), 'success')) return haptic('success')
    setReceipt(receiptOf(sent, answer))
    setStage('done')
  }
  async function signAndSend(signing: ExchangeTerms): Promise<void> {
    const signed = await proof.sign(exchangeBody(signing))
    if (signed) await send(signing, signed)
  }
  return {
    stage,
    terms,
    receipt,
    message,
    asked: proof.asked,
    review(reviewed) {
      if (asksAboutOpenAttempt()) return
      setTerms(reviewed)
      setReceipt(undefined)
      proof.forget()
      setMessage(undefined)
      setStage('review')
    },
    close() {
      proof.giveUp()
      attemptKey.leave()
      setStage('form')
    },
    confirm(entered) {
      if (terms) runSingle(() => send(terms, entered === undefined ? undefined : { pin: entered }))
    },
    confirmByPasskey() {
      if (terms) runSingle(() => signAndSend(terms))
    },
    forgetMessage: () => setMessage(undefined),
  }
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
