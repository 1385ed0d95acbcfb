import { useState } from 'react'
import type { Method } from '#brands/brand'
import { topup } from '#contract/topup'
import { toDecimal } from '#money/amount'
import { networkOf } from '#money/currency'
import type { Money } from '#money/money'
import { readHostedPage } from '#web/lib/address/hosted-page.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { callApi } from '#web/lib/api/call.ts'
import { isOutcomeUnknown } from '#web/lib/api/failure-text.ts'
import { forgetLastingKey, lastingKey, TOPUP_ORDER } from '#web/lib/api/lasting-key.ts'
import { useSingleFlight } from '#web/lib/api/single-flight.ts'
import { usePageRestore } from '#web/lib/page/page-restore.ts'
import { openPaymentPage } from '#web/lib/page/payment-page.ts'

/** The stage of a top-up on this screen: form, ordering, or leaving for the payment page. */
type TopUpStage =
  | { readonly kind: 'form'; readonly failure?: unknown }
  | { readonly kind: 'asking' }
  | { readonly kind: 'leaving'; readonly host: string }

export interface TopUpFlow {
  readonly stage: TopUpStage
  /** Orders a top-up, with the way in which the user is going to pay it. Does nothing while an order is under way. */
  readonly order: (amount: Money, method: Method | undefined) => void
  /** Clears the last error when the form is changed. */
  readonly forgetFailure: () => void
}

/**
 * Creates orders and opens the payment page; returning from that shows the screen as it was, the form with its amount. An order whose
 * outcome is unknown is sent again under its own key, after a reload too.
 */
export function useTopUp(): TopUpFlow {
  const [stage, setStage] = useState<TopUpStage>({ kind: 'form' })
  const runSingle = useSingleFlight()
  usePageRestore(() => setStage({ kind: 'form' }))

  async function orderFor(money: Money, method: Method | undefined): Promise<void> {
    const { amount, currency } = { amount: toDecimal(money), currency: money.currency }
    // Cash is brought to a branch, and what comes by a network of its own is named by its currency.
    const isNamed = method !== undefined && method !== 'cash' && !networkOf(currency)
    const body = { amount, currency_code: currency, ...(isNamed && { method }) }
    const idempotencyKey = lastingKey(TOPUP_ORDER, JSON.stringify(body))
    const screen = window.location.pathname
    setStage({ kind: 'asking' })
    try {
      const { url, order } = await callApi(topup, { body, idempotencyKey })
      forgetLastingKey(TOPUP_ORDER)
      // A user who has left the screen is not redirected; the order is in the history.
      if (window.location.pathname !== screen) return
      const page = readHostedPage(url, window.location.origin)
      if (!page) throw new Error('The payment page is at an address that is not gone to')
      setStage({ kind: 'leaving', host: page.host })
      const isForm = screen === PATHS.WalletTopUp
      if (isForm) navigate(`${screen}?${new URLSearchParams({ currencyCode: currency, amount })}`, { replace: true })
      openPaymentPage(page, { order, currency, replace: isForm })
    } catch (failure) {
      if (!isOutcomeUnknown(failure)) forgetLastingKey(TOPUP_ORDER)
      setStage({ kind: 'form', failure })
    }
  }
  return {
    stage,
    order: (amount, method) => runSingle(() => orderFor(amount, method)),
    forgetFailure: () => setStage({ kind: 'form' }),
  }
}
