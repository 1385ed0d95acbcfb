import * as v from 'valibot'
import { toDecimal } from '#money/amount'
import { allowedPage } from '#server/providers/allowed-page'
import { outgoing, SANDBOX_DECIMALS, type SandboxAccess } from '#server/providers/sandbox-outgoing'
import { readEvent } from '#server/providers/signature'
import { callVendor, getFromVendor, type VendorAccess } from '#server/providers/vendor-http'
import { vendorId } from '#server/providers/vendor-id'
import type { CardField, PayoutProvider } from './port.ts'

/** The vendor's URL and our credentials. */
export interface SandboxPayoutsOptions extends SandboxAccess {
  /** Where the vendor's card field is, if it has one. */
  readonly cardFieldOrigin?: string | undefined
}

// What is kept of a number: a vendor that answered with the number itself would put it into our books.
const shownOf = (number: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text !== '' && !text.includes(number)),
  )
// Six digits, four at the end, and none between them.
const mask = v.pipe(v.string(), v.regex(/^[0-9]{6}\*+[0-9]{4}$/))

const event = v.object({ id: vendorId, type: v.literal('payout.updated'), payout: outgoing })

/** Payouts in the sandbox; the last four characters of the card or address decide the outcome (see /sandbox). */
export function createSandboxPayouts(options: SandboxPayoutsOptions): PayoutProvider {
  const { baseUrl, apiKey, timeoutMs, onCall, webhookUrl, webhookSecrets, cardFieldOrigin } = options
  const access = { provider: 'payouts', baseUrl, apiKey, timeoutMs, ...(onCall && { onCall }) }
  const path = '/payouts/api/payouts'
  return {
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',
    takenDecimals: SANDBOX_DECIMALS,
    cardField: cardFieldOrigin === undefined ? undefined : cardFieldOf(access, cardFieldOrigin),
    tokenise: async (destination) => {
      const number = destination.kind === 'card' ? destination.pan : destination.address
      const body = destination.kind === 'card' ? { pan: number } : { address: number }
      const shown = shownOf(number)
      const response = v.object({ token: shown, masked: shown, fingerprint: v.optional(shown) })
      return getFromVendor(access, { path: '/payouts/api/tokens', body, response })
    },
    send: ({ reference, token, amount }) => {
      const body = { reference, token, amount: toDecimal(amount), currency: amount.currency, webhook_url: webhookUrl }
      return getFromVendor(access, { path, body, response: outgoing })
    },
    find: (reference) => callVendor(access, { path: `${path}/${encodeURIComponent(reference)}`, response: outgoing }),
    verify: (webhook) => {
      const told = readEvent(event, webhook, webhookSecrets)
      return told && { eventId: told.id, payout: told.payout }
    },
  }
}

const typedCard = v.pipe(
  v.object({
    token: vendorId,
    masked: mask,
    fingerprint: v.optional(vendorId),
    owner: vendorId,
    usable_until: v.pipe(v.string(), v.isoTimestamp()),
  }),
  v.transform(({ usable_until, ...card }) => ({ ...card, usableUntil: new Date(usable_until) })),
)

function cardFieldOf(access: VendorAccess, origin: string): CardField {
  return {
    origin,
    open: async ({ owner, pageOrigin, ancestorOrigins }) => {
      const body = { owner, page_origin: pageOrigin, ancestor_origins: ancestorOrigins }
      const response = v.object({ url: v.string() })
      const { url } = await getFromVendor(access, { path: '/payouts/api/card-fields', body, response })
      return allowedPage('payouts', url, [origin])
    },
    find: async (token) => {
      const card = await callVendor(access, { path: `/payouts/api/tokens/${encodeURIComponent(token)}`, response: typedCard })
      // What is paid out to is the card that was asked about.
      return card?.token === token ? card : undefined
    },
  }
}
