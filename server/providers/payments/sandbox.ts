import * as z from 'zod'
import { parseDecimal, toDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Money } from '#money/money'
import { allowedPage } from '#server/providers/allowed-page'
import { readSigned } from '#server/providers/signature'
import { askVendor, getFromVendor } from '#server/providers/vendor-http'
import type { Payment, PaymentProvider } from './port.ts'

/** Where the vendor is and what we share with it. `pageOrigins` are the only origins a payment page may have. */
export interface SandboxPaymentsOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeoutMs: number
  readonly webhookUrl: string
  readonly pageOrigins: readonly string[]
  /** The webhook secrets that count: the present one, and the one before while they are changed. */
  readonly webhookSecrets: readonly string[]
}

// An amount that cannot be booked makes the whole answer unintelligible.
const amount = z.object({ amount: z.string(), currency: z.string() }).transform((given, context): Money => {
  if (isCurrency(given.currency) && /^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(given.amount)) {
    try {
      return parseDecimal(given.amount, given.currency)
    } catch {
      // More decimals than the currency has: refused below.
    }
  }
  context.addIssue({ code: 'custom', message: 'no amount', path: ['amount'] })
  return z.NEVER
})

const facts = z.object({ id: z.string().min(1), reference: z.string().min(1), status: z.enum(['pending', 'complete', 'failed']) })

const payment = z
  .intersection(
    facts,
    amount.transform((money) => ({ money })),
  )
  .transform(({ id, reference, status, money }): Payment => ({ order: reference, externalId: id, state: status, amount: money }))

const opened = facts.extend({ url: z.string() })
const event = z.object({ id: z.string().min(1), type: z.literal('payment.updated'), payment })

/** Takes payments on the sandbox's page. `create` refuses (Error) a page at an origin that is not on the list (security.md 54). */
export function createSandboxPayments(options: SandboxPaymentsOptions): PaymentProvider {
  const { baseUrl, apiKey, timeoutMs, webhookUrl, pageOrigins, webhookSecrets } = options
  const access = { provider: 'payments', baseUrl, apiKey, timeoutMs }
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
      const { id, url } = await getFromVendor(access, { path, body, answer: opened })
      return { url: allowedPage('payments', url, pageOrigins), externalId: id }
    },
    find: (order) => askVendor(access, { path: `${path}/${encodeURIComponent(order)}`, answer: payment }),
    verify: (webhook) => {
      const parsed = event.safeParse(readSigned(webhook, webhookSecrets))
      return parsed.success ? { eventId: parsed.data.id, payment: parsed.data.payment } : undefined
    },
  }
}
