import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#contract/call'
import { cancelTopup, waitingTopups } from '#contract/topup'
import { type HostedPage, readHostedPage } from '#web/lib/address/hosted-page.ts'
import { usePageRestore } from '#web/lib/page/page-restore.ts'
import { openPaymentPage } from '#web/lib/page/payment-page.ts'
import { callApi } from './call.ts'
import { useKeyedMutation } from './keyed-mutation.ts'
import { forgetLastingKey, TOPUP_ORDER } from './lasting-key.ts'

/** A top-up that nobody has paid and that can still be paid. */
export type UnpaidOrder = ResponseOf<typeof waitingTopups>['results'][number]

/** The user's unpaid top-ups, the latest first. */
export const unpaidOrdersQuery = queryOptions({
  queryKey: ['unpaid'],
  queryFn: async ({ signal }) => (await callApi(waitingTopups, { signal })).results,
})

/** What the user can do about an unpaid top-up. */
export interface UnpaidOrderActions {
  /** The payment page; undefined where the provider has opened none, or its address is not allowed. */
  readonly page: HostedPage | undefined
  /** Leaves for the payment page. */
  readonly pay: () => void
  readonly isLeaving: boolean
  readonly cancel: () => void
  readonly isCancelling: boolean
  readonly failure: unknown
}

/** Pays an unpaid top-up on its payment page, or cancels it: `onCancelled` gets the server's message. */
export function useUnpaidOrder(
  { order, currency_code: currency, url }: Pick<UnpaidOrder, 'order' | 'currency_code' | 'url'>,
  onCancelled: (message: string) => void,
): UnpaidOrderActions {
  const [isLeaving, setLeaving] = useState(false)
  usePageRestore(() => setLeaving(false))
  const cancelling = useKeyedMutation(async (body: { readonly order: string }, idempotencyKey) =>
    onCancelled((await callApi(cancelTopup, { body, idempotencyKey })).message),
  )
  const page = url === undefined ? undefined : readHostedPage(url, window.location.origin)
  function pay(): void {
    // What is ordered next is another top-up, though the answer about this one was lost.
    forgetLastingKey(TOPUP_ORDER)
    if (page) setLeaving(openPaymentPage(page, { order, currency }) === 'left')
  }
  function cancel(): void {
    forgetLastingKey(TOPUP_ORDER)
    cancelling.mutate({ order })
  }
  return { page, pay, isLeaving, cancel, isCancelling: cancelling.isPending, failure: cancelling.error }
}
