import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { quotePayment } from '#contract/payment'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal, isTransient, ServerError } from '#web/lib/api/failures.ts'
import { useSecondsUntil } from '#web/lib/page/seconds-until.ts'
import { isSameOffer, type PayingAccount, type PaymentQuote, readPaymentQuote } from './payment-quote.ts'

/** A sheet left open asks for this many quotes, then says that time has run out. */
const RENEWALS_MAX = 20

interface Received {
  readonly quote: PaymentQuote
  readonly at: number
  readonly renewals: number
  /** The quote differs from the quote shown before. */
  readonly isChanged: boolean
}

export interface Quoting {
  /** The last quote that still holds. */
  readonly quote: PaymentQuote | undefined
  readonly isAsking: boolean
  /** Why there is no quote. */
  readonly failure: Error | undefined
  /** How long the cost to the chosen account holds, in seconds, counted down. */
  readonly secondsLeft: number
  readonly isChanged: boolean
  readonly askAgain: () => void
}

/**
 * Asks for the seller and the amount of a code as soon as it is shown. While `isRenewed`, asks again after half the time that the cost to the
 * chosen account holds. Tells changes; drops a quote that has expired.
 */
export function useQuote(
  code: string,
  chosenOf: (quote: PaymentQuote) => PayingAccount | undefined,
  isRenewed: boolean,
): Quoting {
  const [received, setReceived] = useState<Received>()
  const asking = useMutation({
    mutationFn: async () => {
      const quote = readPaymentQuote(await callApi(quotePayment, { body: { code } }))
      if (!quote) throw new ServerError(200)
      return quote
    },
    onSuccess: (quote) =>
      setReceived((before) => ({
        quote,
        at: Date.now(),
        renewals: (before?.renewals ?? -1) + 1,
        isChanged: before !== undefined && !isSameOffer(before.quote, quote, chosenOf(before.quote)?.accountId),
      })),
    // After a refusal that is not transient, the last quote no longer holds.
    onError: (failure) => {
      if (failure instanceof ApiRefusal && !isTransient(failure)) setReceived(undefined)
    },
  })
  const { mutate, isPending, error } = asking
  const holdsMs = (received && chosenOf(received.quote)?.holdsMs) ?? 0
  const secondsLeft = useSecondsUntil((received?.at ?? 0) + holdsMs)
  const isDue = received !== undefined && isRenewed && secondsLeft * 2000 <= holdsMs && received.renewals < RENEWALS_MAX
  useEffect(() => mutate(), [mutate])
  useEffect(() => {
    if (isDue) mutate()
  }, [isDue, mutate])
  const holds = received !== undefined && (secondsLeft > 0 || holdsMs === 0)
  return {
    quote: holds ? received.quote : undefined,
    isAsking: isPending,
    failure: isPending ? undefined : (error ?? undefined),
    secondsLeft,
    isChanged: received?.isChanged ?? false,
    askAgain: () => mutate(),
  }
}
