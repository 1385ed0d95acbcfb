import type { Money } from '#money/money'

/**
 * An order at the provider. `complete`: the money was paid; `failed`: declined, cancelled or expired; `charged_back`:
 * the money was paid and then taken back by the payer's bank.
 */
export interface Payment {
  /** Our order id. */
  readonly order: string
  /** The provider's id of it. */
  readonly externalId: string
  readonly state: 'pending' | 'complete' | 'failed' | 'charged_back'
  readonly amount: Money
}

/** A verified event; `eventId` is unique at the provider and identifies a repeated delivery. */
interface PaymentEvent {
  readonly eventId: string
  readonly payment: Payment
}

/** Payments on the provider's own page. Every method throws Unavailable when the provider does not respond. */
export interface PaymentProvider {
  readonly name: string
  /** The header with the signature of its webhooks, lower case. */
  readonly signatureHeader: string
  /** Opens a payment page for an order; the same order again gives the same page. Returns its URL and the provider's id. */
  create(order: {
    order: string
    amount: Money
    returnUrl: string
    language: string
  }): Promise<{ url: string; externalId: string }>
  /** The state of an order; undefined when it is unknown to the provider. */
  find(order: string): Promise<Payment | undefined>
  /** Parses a webhook: the raw body with its signature header. Undefined when the signature is wrong or too old (300 s). */
  verify(webhook: { rawBody: Buffer; signature: string | undefined; now: Date }): PaymentEvent | undefined
}
