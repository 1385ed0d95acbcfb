import * as v from 'valibot'
import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'
import { bookable } from '#server/providers/bookable'
import { outgoing, SANDBOX_DECIMALS, type SandboxAccess } from '#server/providers/sandbox-outgoing'
import { readEvent } from '#server/providers/signature'
import { callVendor, getFromVendor } from '#server/providers/vendor-http'
import { vendorId } from '#server/providers/vendor-id'
import type { CodeQuote, MerchantProvider } from './port.ts'

// It stands on a person's screen and in their statement: one line, which nothing in it turns around.
const sellerName = v.pipe(v.string(), v.regex(/^(?=.*[\p{L}\p{N}])[^\p{Cc}\p{Cf}\u2028\u2029]{1,80}$/u))

const codeQuote = v.pipe(
  v.object({
    id: vendorId,
    seller: sellerName,
    currency: v.string(),
    amount: v.optional(v.string()),
    min: v.optional(v.string()),
    max: v.optional(v.string()),
    fee: v.string(),
    expires_at: v.pipe(v.string(), v.isoTimestamp()),
  }),
  // What cannot be booked makes the whole answer unintelligible.
  v.rawTransform(({ dataset, addIssue, NEVER }): CodeQuote => {
    const { id, seller, currency, fee, expires_at, ...told } = dataset.value
    const { amount, min, max } = told
    const asked = askedOf({ amount, min, max }, currency)
    const charged = bookable(fee, currency)
    if (asked && charged) return { id, seller, asked, fee: charged, expiresAt: new Date(expires_at) }
    addIssue({ message: 'no amount' })
    return NEVER
  }),
)

/** A fixed amount, or the least and the most of a free one; nothing for anything between. */
function askedOf(
  { amount, min, max }: Readonly<Record<'amount' | 'min' | 'max', string | undefined>>,
  currency: string,
): CodeQuote['asked'] | undefined {
  const read = (text: string | undefined): Money | undefined => (text === undefined ? undefined : bookable(text, currency))
  if (amount !== undefined) {
    const fixed = read(amount)
    return fixed && fixed.minor > 0n ? { amount: fixed } : undefined
  }
  const [least, most] = [read(min), read(max)]
  return least && most && least.minor > 0n && least.minor <= most.minor ? { min: least, max: most } : undefined
}

const event = v.object({ id: vendorId, type: v.literal('payment.updated'), payment: outgoing })

/** Payments to the sellers of the sandbox, whose codes its shop shows (see /sandbox/shop). */
export function createSandboxMerchants(options: SandboxAccess): MerchantProvider {
  const { baseUrl, apiKey, timeoutMs, onCall, webhookUrl, webhookSecrets } = options
  const access = { provider: 'merchants', baseUrl, apiKey, timeoutMs, ...(onCall && { onCall }) }
  const path = '/merchants/api/payments'
  return {
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',
    takenDecimals: SANDBOX_DECIMALS,
    quote: (code) => callVendor(access, { path: '/merchants/api/quotes', body: { code }, response: codeQuote }),
    pay: ({ reference, quoteId, amount }) => {
      const asked = { amount: toDecimal(amount), currency: amount.currency }
      return getFromVendor(access, {
        path,
        body: { reference, quote_id: quoteId, ...asked, webhook_url: webhookUrl },
        response: outgoing,
      })
    },
    find: (reference) => callVendor(access, { path: `${path}/${encodeURIComponent(reference)}`, response: outgoing }),
    verify: (webhook) => {
      const told = readEvent(event, webhook, webhookSecrets)
      return told && { eventId: told.id, payment: told.payment }
    },
  }
}
