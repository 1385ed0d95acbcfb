import type { HostedPage } from '#web/lib/address/hosted-page.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { isUntold } from '#web/lib/api/untold.ts'
import { openHostedPage } from './platform.ts'

/**
 * Opens the payment page of an order. In the messenger the payment page is outside and this one stays (`stayed`): it waits for the payment
 * meanwhile.
 */
export function openPaymentPage(
  { url }: HostedPage,
  { order, currency, replace = false }: { readonly order: string; readonly currency: string; readonly replace?: boolean },
): 'left' | 'stayed' {
  const opened = openHostedPage(url)
  const waiting = `${PATHS.WalletPaymentsFinish}?${new URLSearchParams({ currencyCode: currency, order })}`
  if (opened === 'stayed' && !isUntold(order)) navigate(waiting, { replace })
  return opened
}
