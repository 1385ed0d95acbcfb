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

/** Posts an event to the wallet's webhook as a sandbox provider would; returns the HTTP status. */
async function deliver(wallet: Reachable, path: string, event: Record<string, unknown>, forge: Forgery = {}): Promise<number> {
  const body = JSON.stringify({ id: randomUUID(), created_at: new Date().toISOString(), ...event })
  const seconds = Math.floor(Date.now() / 1000) + (forge.secondsOff ?? 0)
  const signature = createHmac('sha256', forge.secret ?? webhookSecret)
    .update(`${seconds}.${body}`)
    .digest('hex')
  const header = forge.header === undefined ? `t=${seconds},v1=${signature}` : forge.header
  const response = await fetch(`${wallet.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(header !== null && { 'sandbox-signature': header }) },
    body: forge.change?.(body) ?? body,
  })
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

/** Sends the wallet a payment event as the provider would. */
export function sendPaymentEvent(wallet: Reachable, event: PaymentEventData, forge: Forgery = {}): Promise<number> {
  const { order, status, amount, currency, eventId, note } = event
  const payment = { id: `pay_${order}`, reference: order, status, amount, currency }
  return deliver(
    wallet,
    '/webhooks/payments',
    { ...(eventId && { id: eventId }), ...(note && { note }), type: 'payment.updated', payment },
    forge,
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
  return deliver(wallet, '/webhooks/payouts', { type: 'payout.updated', payout: { id: `out_${payout.reference}`, ...payout } })
}
