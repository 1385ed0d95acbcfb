import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ResponseOf } from '#contract/call'
import { exchange } from '#contract/exchange'
import { toDecimal } from '#money/amount'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { callApi } from '#web/lib/api/call.ts'
import { failureText, isOutcomeUnknown } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'
import { useSingleFlight } from '#web/lib/api/single-flight.ts'
import { useLeaveGuard } from '#web/lib/page/leave-guard.ts'
import { haptic } from '#web/lib/page/platform.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useAlert } from '#web/ui/sheet/Alert.tsx'
import { useToastAfterUnmount } from '#web/ui/sheet/toast-after-unmount.ts'
import type { ExchangeOrder } from './exchange-form.ts'
import { readReceipt, receiptOf, type StoredReceipt } from './exchange-receipt.ts'
import { ratesQuery } from './queries.ts'

/** The stage of an exchange: form, review, sending, or sent without a response. */
type ExchangeStage = 'form' | 'review' | 'sending' | 'unknown'

export interface ExchangeFlow {
  readonly stage: ExchangeStage
  /** Fixed when the review starts; kept while its sheet closes. */
  readonly order: ExchangeOrder | undefined
  /** The server's message about the last attempt. */
  readonly message: string | undefined
  /** Asked for by the server since the review began, and what it said of it: why, or that the last one was wrong. */
  readonly pin: PinAsked | undefined
  readonly review: (order: ExchangeOrder) => void
  readonly close: () => void
  /** Does nothing while an attempt is running. */
  readonly confirm: (pin?: string) => void
  /** Clears the message when the form is changed. */
  readonly forgetMessage: () => void
}

/** Why a PIN is asked for, and what was wrong with the one before. */
interface PinAsked {
  readonly reason: string
  readonly error?: string | undefined
}

const ASKS_FOR_PIN: readonly string[] = ['pin_required', 'pin_wrong']
const RATE_IS_OLD: readonly string[] = ['rate_expired', 'rate_unknown', 'amount_mismatch']

/** What is sent again under the same key when there was no response: the PIN with it. */
interface Attempt {
  readonly key: string
  readonly pin: string | undefined
}

/**
 * Runs an exchange. One attempt has one Idempotency-Key; without a response, it is sent again under the same key. The PIN is asked for in the
 * review, once the server asks for it.
 * An expired rate is refetched and the form stays; a success shows the specification's alert and leads to Home.
 */
export function useExchange(): ExchangeFlow {
  const [stage, setStage] = useState<ExchangeStage>('form')
  const [order, setOrder] = useState<ExchangeOrder>()
  const [message, setMessage] = useState<string>()
  const [pin, setPin] = useState<PinAsked>()
  const attempt = useRef<Attempt>(undefined)
  const runSingle = useSingleFlight()
  const toastIfUnmounted = useToastAfterUnmount()
  const t = useTranslate()
  const queryClient = useQueryClient()
  const invalidateQueries = useInvalidateQueries()
  const showSuccess = useSuccess()
  useLeaveGuard(stage === 'sending' || stage === 'unknown')

  async function send(sent: ExchangeOrder, entered: string | undefined): Promise<void> {
    attempt.current ??= { key: newIdempotencyKey(), pin: entered }
    setStage('sending')
    let answer: ResponseOf<typeof exchange>
    try {
      const { key, pin: given } = attempt.current
      answer = await callApi(exchange, { body: requestOf(sent, given), idempotencyKey: key })
    } catch (failure) {
      toastIfUnmounted(failureText(t, failure, 'money'), 'warning')
      if (isOutcomeUnknown(failure)) {
        setStage('unknown')
        return
      }
      attempt.current = undefined
      if (failure instanceof ApiRefusal && ASKS_FOR_PIN.includes(failure.code)) {
        const said = failure.message
        setPin((before) => (before && failure.code === 'pin_wrong' ? { ...before, error: said } : { reason: said }))
        haptic('error')
        setStage('review')
        return
      }
      if (failure instanceof ApiRefusal && RATE_IS_OLD.includes(failure.code)) void queryClient.invalidateQueries(ratesQuery)
      else invalidateQueries()
      haptic('error')
      setMessage(failureText(t, failure))
      setStage('form')
      return
    }
    attempt.current = undefined
    setStage('form')
    invalidateQueries()
    haptic('success')
    // A user who has left the screen is not redirected.
    if (!toastIfUnmounted(t('ex.success'), 'success')) void showSuccess(receiptOf(sent, answer))
  }
  return {
    stage,
    order,
    message,
    pin,
    review(reviewed) {
      setOrder(reviewed)
      setPin(undefined)
      setMessage(undefined)
      setStage('review')
    },
    close: () => setStage('form'),
    confirm: (entered) => {
      if (order) runSingle(() => send(order, entered))
    },
    forgetMessage: () => setMessage(undefined),
  }
}

/** The alert leads to Home; its second button to the receipt. */
function useSuccess(): (kept: StoredReceipt) => Promise<void> {
  const t = useTranslate()
  const alert = useAlert()
  const moneyText = useMoneyText()
  return async (kept) => {
    const receipt = readReceipt(kept)
    const details = receipt && `${moneyText(receipt.give)} — ${moneyText(receipt.get)}`
    const answer = await alert({ message: t('ex.success'), details, secondary: t('pay.details') })
    if (answer === 'secondary') navigate(PATHS.ExchangeConfirm, { state: kept })
    else navigate(PATHS.Home)
  }
}

function requestOf({ accountIds, give, get, rateId }: ExchangeOrder, pin: string | undefined) {
  return {
    from_account_id: accountIds.from,
    to_account_id: accountIds.to,
    from_amount: toDecimal(give),
    to_amount: toDecimal(get),
    rate_id: rateId,
    ...(pin !== undefined && { pin }),
  }
}
