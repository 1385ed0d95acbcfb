import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { quotePayment } from '#contract/payment'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal, isTransient, ServerError } from '#web/lib/api/failures.ts'
import { useSecondsUntil } from '#web/lib/page/seconds-until.ts'
import { isSameOffer, type PayingAccount, type PaymentQuote, readPaymentQuote } from './payment-quote.ts'

/** A sheet that was left open asks for so many, then says that time has run out. */
const RENEWALS_MAX = 20

interface Received {
  readonly quote: PaymentQuote
  readonly at: number
  readonly renewals: number
  /** It is not what was shown before. */
  readonly isChanged: boolean
}

export interface Quoting {
  /** The last quote that holds. */
  readonly quote: PaymentQuote | undefined
  readonly isAsking: boolean
  /** Why there is none. */
  readonly failure: Error | undefined
  /** How long what the chosen account pays holds, counted down. */
  readonly secondsLeft: number
  readonly isChanged: boolean
  readonly askAgain: () => void
}

/**
 * Asks who is paid by a code as soon as it is shown, and again when half of the time has passed for which the amount of the chosen account
 * holds, while `isRenewed`. What has changed meanwhile is told; a quote that has run out is none.
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
    // What the seller's side takes back does not hold any more.
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
