import * as v from 'valibot'
import { toDecimal } from '#money/amount'
import { allowedPage } from '#server/providers/allowed-page'
import { bookable } from '#server/providers/bookable'
import type { SandboxAccess } from '#server/providers/sandbox-outgoing'
import { readEvent } from '#server/providers/signature'
import { callVendor, getFromVendor } from '#server/providers/vendor-http'
import { vendorId } from '#server/providers/vendor-id'
import type { Payment, PaymentProvider } from './port.ts'

/** The vendor's URL and our credentials. `pageOrigins` are the only origins a payment page may have. */
export interface SandboxPaymentsOptions extends SandboxAccess {
  readonly pageOrigins: readonly string[]
}

const facts = {
  id: vendorId,
  reference: vendorId,
  status: v.picklist(['pending', 'complete', 'failed', 'charged_back']),
}

const payment = v.pipe(
  v.object({ ...facts, amount: v.string(), currency: v.string() }),
  // An amount that cannot be booked makes the whole response unusable.
  v.rawTransform(({ dataset, addIssue, NEVER }): Payment => {
    const { id, reference, status, amount, currency } = dataset.value
    const money = bookable(amount, currency)
    const isMoved = status === 'complete' || status === 'charged_back'
    if (money && (money.minor > 0n || !isMoved)) return { order: reference, externalId: id, state: status, amount: money }
    addIssue({ message: 'no amount' })
    return NEVER
  }),
)

const opened = v.object({ ...facts, url: v.string() })
const event = v.object({ id: vendorId, type: v.literal('payment.updated'), payment })

/** Payments on the sandbox's page. `create` refuses (Error) a page at an origin that is not on the list. */
export function createSandboxPayments(options: SandboxPaymentsOptions): PaymentProvider {
  const { baseUrl, apiKey, timeoutMs, onCall, webhookUrl, pageOrigins, webhookSecrets } = options
  const access = { provider: 'payments', baseUrl, apiKey, timeoutMs, ...(onCall && { onCall }) }
  const path = '/payments/api/payments'
  return {
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',
    create: async ({ order, amount, returnUrl, language }) => {
      const body = {
        reference: order,
        amount: toDecimal(amount),
        currency: amount.currency,
        return_url: returnUrl,
        webhook_url: webhookUrl,
        language,
      }
      const { id, url } = await getFromVendor(access, { path, body, response: opened })
      return { url: allowedPage('payments', url, pageOrigins), externalId: id }
    },
    find: (order) => callVendor(access, { path: `${path}/${encodeURIComponent(order)}`, response: payment }),
    verify: (webhook) => {
      const told = readEvent(event, webhook, webhookSecrets)
      return told && { eventId: told.id, payment: told.payment }
    },
  }
}
