import { createHmac, randomUUID } from 'node:crypto'
import { deriveKeys } from '#server/security/keys'
import type { Reachable } from '#tests/builders'
import { SECRET } from '#tests/secret'

const webhookSecret = deriveKeys(SECRET).hash('token', 'sandbox webhooks').toString('base64url')

/** How a delivery is tampered with, or delayed. */
export interface Forgery {
  readonly secret?: string
  readonly secondsOff?: number
  readonly header?: string | null
  readonly change?: (body: string) => string
}

/** A provider's event as it is sent: the body, and the headers with its signature. */
export interface SignedEvent {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Signs an event as a sandbox provider would, or tampers with it. */
function sign(event: Record<string, unknown>, forge: Forgery = {}): SignedEvent {
  const body = JSON.stringify({ id: randomUUID(), created_at: new Date().toISOString(), ...event })
  const seconds = Math.floor(Date.now() / 1000) + (forge.secondsOff ?? 0)
  const signature = createHmac('sha256', forge.secret ?? webhookSecret)
    .update(`${seconds}.${body}`)
    .digest('hex')
  const header = forge.header === undefined ? `t=${seconds},v1=${signature}` : forge.header
  return {
    body: forge.change?.(body) ?? body,
    headers: { 'content-type': 'application/json', ...(header !== null && { 'sandbox-signature': header }) },
  }
}

/** Posts an event to a webhook of the wallet; returns the HTTP status. */
async function deliver(wallet: Reachable, path: string, event: SignedEvent): Promise<number> {
  const response = await fetch(`${wallet.url}${path}`, { method: 'POST', ...event })
  return response.status
}

/** The payment in a provider event. */
export interface PaymentEventData {
  readonly order: string
  readonly status: 'pending' | 'complete' | 'failed' | 'charged_back'
  readonly amount: string
  readonly currency: string
  readonly eventId?: string
  /** A field that the wallet does not read. */
  readonly note?: string
}

/** A payment event as the provider would send it, or a forgery. */
export function paymentEvent(event: PaymentEventData, forge: Forgery = {}): SignedEvent {
  const { order, status, amount, currency, eventId, note } = event
  const payment = { id: `pay_${order}`, reference: order, status, amount, currency }
  return sign({ ...(eventId && { id: eventId }), ...(note && { note }), type: 'payment.updated', payment }, forge)
}

/** Sends the wallet a payment event as the provider would. */
export function sendPaymentEvent(wallet: Reachable, event: PaymentEventData, forge: Forgery = {}): Promise<number> {
  return deliver(wallet, '/webhooks/payments', paymentEvent(event, forge))
}

/** Sends the wallet an event of a payment to requisites, which nobody had ordered, as the provider would. */
export function sendIncomingEvent(
  wallet: Reachable,
  told: {
    readonly id: string
    /** The provider's id of the requisites. */
    readonly requisites: string
    readonly status: PaymentEventData['status']
    readonly amount: string
    readonly currency: string
    readonly eventId?: string
  },
  forge: Forgery = {},
): Promise<number> {
  const { eventId, ...incoming } = told
  return deliver(
    wallet,
    '/webhooks/payments',
    sign({ ...(eventId && { id: eventId }), type: 'incoming.updated', incoming }, forge),
  )
}

/** Sends the wallet a payout event as the provider would. */
export function sendPayoutEvent(
  wallet: Reachable,
  payout: {
    readonly reference: string
    readonly status: 'pending' | 'paid' | 'failed'
    readonly amount: string
    readonly currency: string
  },
): Promise<number> {
  return deliver(
    wallet,
    '/webhooks/payouts',
    sign({ type: 'payout.updated', payout: { id: `out_${payout.reference}`, ...payout } }),
  )
}

/** Sends the wallet an event of a payment to a seller as the provider would, or a forgery. */
export function sendSellerPaymentEvent(
  wallet: Reachable,
  told: {
    readonly reference: string
    readonly status: 'pending' | 'paid' | 'failed'
    readonly amount: string
    readonly currency: string
    readonly eventId?: string
  },
  forge: Forgery = {},
): Promise<number> {
  const { eventId, ...payment } = told
  const event = { ...(eventId && { id: eventId }), type: 'payment.updated', payment: { id: `pay_${told.reference}`, ...payment } }
  return deliver(wallet, '/webhooks/merchants', sign(event, forge))
}
