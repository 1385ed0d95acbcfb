import * as v from 'valibot'
import { toDecimal } from '#money/amount'
import { bookable } from '#server/providers/bookable'
import { readEvent } from '#server/providers/signature'
import { callVendor, getFromVendor, type OnVendorCall } from '#server/providers/vendor-http'
import { vendorId } from '#server/providers/vendor-id'
import type { Payout, PayoutProvider } from './port.ts'

/** The vendor's URL and our credentials. */
export interface SandboxPayoutsOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeoutMs: number
  readonly onCall?: OnVendorCall
  readonly webhookUrl: string
  /** The valid webhook secrets: the current one, and the previous one during a rotation. */
  readonly webhookSecrets: readonly string[]
}

const payout = v.pipe(
  v.object({
    id: vendorId,
    reference: vendorId,
    status: v.picklist(['pending', 'paid', 'failed']),
    reason: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/))),
    amount: v.string(),
    currency: v.string(),
  }),
  // What was paid and cannot be booked makes the whole answer unintelligible.
  v.rawTransform(({ dataset, addIssue, NEVER }): Payout => {
    const { id, reference, status, reason, amount, currency } = dataset.value
    const paid = bookable(amount, currency)
    const isReadable = paid !== undefined && paid.minor > 0n
    if (isReadable || status !== 'paid') {
      return { reference, externalId: id, state: status, ...(paid && { amount: paid }), ...(reason && { reason }) }
    }
    addIssue({ message: 'no amount' })
    return NEVER
  }),
)

const event = v.object({ id: vendorId, type: v.literal('payout.updated'), payout })

/** Payouts in the sandbox; the last four characters of the card or address decide the outcome (see /sandbox). */
export function createSandboxPayouts(options: SandboxPayoutsOptions): PayoutProvider {
  const { baseUrl, apiKey, timeoutMs, onCall, webhookUrl, webhookSecrets } = options
  const access = { provider: 'payouts', baseUrl, apiKey, timeoutMs, ...(onCall && { onCall }) }
  const path = '/payouts/api/payouts'
  return {
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',
    tokenise: async (destination) => {
      const number = destination.kind === 'card' ? destination.pan : destination.address
      const body = destination.kind === 'card' ? { pan: number } : { address: number }
      // The response is stored: a vendor that returned the number itself would put it into our books.
      const mask = v.pipe(
        v.string(),
        v.check((text) => text !== '' && !text.includes(number)),
      )
      const response = v.object({ token: mask, masked: mask, fingerprint: v.optional(mask) })
      return getFromVendor(access, { path: '/payouts/api/tokens', body, response })
    },
    send: ({ reference, token, amount }) => {
      const body = { reference, token, amount: toDecimal(amount), currency: amount.currency, webhook_url: webhookUrl }
      return getFromVendor(access, { path, body, response: payout })
    },
    find: (reference) => callVendor(access, { path: `${path}/${encodeURIComponent(reference)}`, response: payout }),
    verify: (webhook) => {
      const told = readEvent(event, webhook, webhookSecrets)
      return told && { eventId: told.id, payout: told.payout }
    },
  }
}
