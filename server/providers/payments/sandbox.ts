import * as v from 'valibot'
import { toDecimal } from '#money/amount'
import { BOOKED_CURRENCIES } from '#money/currency'
import { NETWORKS } from '#money/networks'
import { allowedPage } from '#server/providers/allowed-page'
import { readMovedAmount } from '#server/providers/bookable'
import { SANDBOX_DECIMALS, type SandboxAccess } from '#server/providers/sandbox-outgoing'
import { readEvent } from '#server/providers/signature'
import { callVendor, getFromVendor } from '#server/providers/vendor-http'
import { vendorId } from '#server/providers/vendor-id'
import type { IncomingPayment, Payment, PaymentProvider, Requisites } from './port.ts'

/** The vendor's URL and our credentials. `pageOrigins` are the only origins a payment page may have. */
export interface SandboxPaymentsOptions extends SandboxAccess {
  readonly pageOrigins: readonly string[]
}

const status = v.picklist(['pending', 'complete', 'failed', 'charged_back'])
const facts = { id: vendorId, reference: vendorId, status }

// What is no amount makes the whole response unusable; what no account can hold does not.
const moved = v.pipe(
  v.object({ status, amount: v.string(), currency: v.string() }),
  v.rawTransform(({ dataset, addIssue, NEVER }): Pick<Payment, 'state' | 'amount' | 'exact'> => {
    const { status: state, amount: decimal, currency } = dataset.value
    const told = readMovedAmount(decimal, currency)
    const isMoved = state === 'complete' || state === 'charged_back'
    const isSomething = told !== undefined && (told.amount.minor > 0n || told.exact !== undefined)
    if (told && (isSomething || !isMoved)) return { state, ...told }
    addIssue({ message: 'no amount' })
    return NEVER
  }),
)

const payment = v.pipe(
  v.intersect([v.object({ id: vendorId, reference: vendorId }), moved]),
  v.transform(({ id, reference, ...told }): Payment => ({ order: reference, externalId: id, ...told })),
)
const incoming = v.pipe(
  v.intersect([v.object({ id: vendorId, requisites: vendorId }), moved]),
  v.transform(({ id, requisites, ...told }): IncomingPayment => ({ externalId: id, requisites, ...told })),
)

const opened = v.object({ ...facts, url: v.string() })
const event = v.variant('type', [
  v.object({ id: vendorId, type: v.literal('payment.updated'), payment }),
  v.object({ id: vendorId, type: v.literal('incoming.updated'), incoming }),
])

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(140))
const givenRequisites = v.pipe(
  v.variant('kind', [
    v.object({
      kind: v.literal('bank'),
      id: vendorId,
      number: v.pipe(v.string(), v.regex(/^[A-Z0-9]{4,34}$/)),
      holder: text,
      bank: text,
      bank_code: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{8,11}$/))),
      reference: v.optional(text),
    }),
    v.object({ kind: v.literal('address'), id: vendorId, network: v.picklist(['evm']), address: v.string() }),
  ]),
  v.rawTransform(({ dataset, addIssue, NEVER }): Requisites => {
    const given = dataset.value
    if (given.kind === 'bank') {
      const { kind, id, number, holder, bank, bank_code: bankCode, reference } = given
      return { kind, externalId: id, payTo: number, holder, bank, bankCode, reference }
    }
    const { kind, id, network, address } = given
    if (NETWORKS[network].address.test(address)) return { kind, externalId: id, payTo: address, network }
    addIssue({ message: 'no address' })
    return NEVER
  }),
)

/** Payments on the sandbox's page. `create` refuses (Error) a page at an origin that is not on the list. */
export function createSandboxPayments(options: SandboxPaymentsOptions): PaymentProvider {
  const { baseUrl, apiKey, timeoutMs, onCall, webhookUrl, pageOrigins, webhookSecrets } = options
  const access = { provider: 'payments', baseUrl, apiKey, timeoutMs, ...(onCall && { onCall }) }
  const path = '/payments/api/payments'
  return {
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',
    takenDecimals: SANDBOX_DECIMALS,
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
    requisites: {
      currencies: BOOKED_CURRENCIES,
      open: ({ account, currency, language }) => {
        const body = { reference: account, currency, webhook_url: webhookUrl, language }
        return getFromVendor(access, { path: '/payments/api/requisites', body, response: givenRequisites })
      },
      find: (id) => callVendor(access, { path: `/payments/api/incoming/${encodeURIComponent(id)}`, response: incoming }),
    },
    verify: (webhook) => {
      const told = readEvent(event, webhook, webhookSecrets)
      if (!told) return undefined
      const { id: eventId } = told
      return told.type === 'payment.updated' ? { eventId, payment: told.payment } : { eventId, incoming: told.incoming }
    },
  }
}
