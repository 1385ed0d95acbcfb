import type { Money } from '#money/money'
import type { TakenDecimals } from '#server/providers/scales'

/** What a seller's code asks for, by the provider's word: of what the code itself says nothing is believed. */
export interface CodeQuote {
  /** The provider's own id: what is paid is this quote. */
  readonly id: string
  /** The seller's name as the provider knows it. */
  readonly seller: string
  /** What is to be paid; where the payer decides, between which amounts. */
  readonly asked: { readonly amount: Money } | { readonly min: Money; readonly max: Money }
  /** What the provider takes for it, in the currency of the payment. */
  readonly fee: Money
  readonly expiresAt: Date
}

/** A payment to a seller at the provider. `pending` is not final: only `paid` and `failed` are. */
interface SellerPayment {
  /** Our reference: the payment's id. */
  readonly reference: string
  readonly externalId: string
  readonly state: 'pending' | 'paid' | 'failed'
  /** What the seller was paid, without the fee. */
  readonly amount?: Money
  /** The provider's failure code, such as `declined`. */
  readonly reason?: string
}

interface SellerPaymentEvent {
  readonly eventId: string
  readonly payment: SellerPayment
}

/**
 * Payments to sellers by their codes. Every method throws Unavailable when the outcome is not known: the hold is then kept; `quote` and `pay`
 * NotAccepted for what the provider does not take: then nothing is paid.
 */
export interface MerchantProvider {
  readonly name: string
  /** The header with the signature of its webhooks, lower case. */
  readonly signatureHeader: string
  /** Where it takes fewer decimals than people enter: it is asked for nothing finer. */
  readonly takenDecimals?: TakenDecimals
  /** Asks what a code stands for; undefined when the provider knows of no seller behind it. */
  quote(code: string): Promise<CodeQuote | undefined>
  /** Pays what was quoted. The same reference again is the same payment, never a second one. */
  pay(payment: { reference: string; quoteId: string; amount: Money }): Promise<SellerPayment>
  /** The payment of a reference; undefined when it is unknown to the provider. */
  find(reference: string): Promise<SellerPayment | undefined>
  /** Parses a webhook; undefined when the signature is wrong or too old. */
  verify(webhook: { rawBody: Buffer; signature: string | undefined; now: Date }): SellerPaymentEvent | undefined
}
