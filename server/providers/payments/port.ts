import type { Money } from '#money/money'

/**
 * What a provider knows of one of our orders. `complete` is money that came; `failed` is declined, cancelled or run out; `charged_back` is
 * money that had come and was taken back by the payer's bank.
 */
export interface Payment {
  /** Our order id. */
  readonly order: string
  /** The provider's own id of it. */
  readonly externalId: string
  readonly state: 'pending' | 'complete' | 'failed' | 'charged_back'
  readonly amount: Money
}

/** A verified event; `eventId` is unique at the provider, so that a repeated delivery is known. */
interface PaymentEvent {
  readonly eventId: string
  readonly payment: Payment
}

/** Takes payments on a page of its own. Every method throws Unavailable when the provider does not answer. */
export interface PaymentProvider {
  readonly name: string
  /** The header its webhooks are signed in, lower case. */
  readonly signatureHeader: string
  /** Opens a payment page for an order; the same order again gives the same page. Returns its address and the provider's id. */
  create(order: {
    order: string
    amount: Money
    returnUrl: string
    language: string
  }): Promise<{ url: string; externalId: string }>
  /** What became of an order; nothing when the provider has never heard of it. */
  find(order: string): Promise<Payment | undefined>
  /** Reads a webhook: the raw body with its signature header. Nothing when the signature is wrong or too old (300 s). */
  verify(webhook: { rawBody: Buffer; signature: string | undefined; now: Date }): PaymentEvent | undefined
}
