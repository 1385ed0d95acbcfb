import type { BookedCurrency } from '#money/currency'
import type { Money } from '#money/money'
import type { Network } from '#money/networks'
import type { TakenDecimals } from '#server/providers/scales'

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
  /** Rounded down where the provider tells it finer than its currency is booked in; nothing of a currency that we do not know. */
  readonly amount: Money
  /** As the provider wrote it, `USDC 1.12345678`, where no account can hold just that: it is never what was asked for. */
  readonly exact?: string | undefined
}

/** Money that somebody has paid to requisites, without an order of ours; its states are those of a payment. */
export interface IncomingPayment {
  /** The provider's id of it. */
  readonly externalId: string
  /** The provider's id of the requisites that were paid to. */
  readonly requisites: string
  readonly state: Payment['state']
  readonly amount: Money
  readonly exact?: string | undefined
}

/** A verified event, of a payment of an order or of one without; `eventId` is unique at the provider and identifies a repeated delivery. */
type PaymentEvent = { readonly eventId: string } & ({ readonly payment: Payment } | { readonly incoming: IncomingPayment })

/** A bank account: its number or IBAN, and what a transfer to it has to name. */
interface BankRequisites {
  readonly kind: 'bank'
  readonly payTo: string
  readonly holder: string
  readonly bank: string
  /** BIC or SWIFT, where transfers ask for one. */
  readonly bankCode: string | undefined
  /** What the payer has to write into the purpose, where the number alone does not say whose the money is. */
  readonly reference: string | undefined
}

/** An address on a network. */
interface AddressRequisites {
  readonly kind: 'address'
  readonly payTo: string
  readonly network: Network
}

/** Where anybody can pay money for one account to; `externalId` is the provider's id of it, which its payments name. */
export type Requisites = { readonly externalId: string } & (BankRequisites | AddressRequisites)

/** Requisites of accounts. Every method throws Unavailable when the provider does not respond; `open` NotAccepted for an account that gets none. */
interface RequisitesOffer {
  /** The currencies that it has requisites in. */
  readonly currencies: readonly BookedCurrency[]
  /** Gives the requisites of an account of ours; the same account again gives the same. */
  open(account: { readonly account: string; readonly currency: BookedCurrency; readonly language: string }): Promise<Requisites>
  /** The state of a payment to requisites by the provider's id of it; undefined when it is unknown to the provider. */
  find(externalId: string): Promise<IncomingPayment | undefined>
}

/**
 * Payments on the provider's own page. Every method throws Unavailable when the provider does not respond; `create` NotAccepted for an order that
 * it does not take: then none can be paid.
 */
export interface PaymentProvider {
  readonly name: string
  /** The header with the signature of its webhooks, lower case. */
  readonly signatureHeader: string
  /** Where it takes fewer decimals than people enter: it is asked for nothing finer. */
  readonly takenDecimals?: TakenDecimals
  /** Opens a payment page for an order; the same order again gives the same page. Returns its URL and the provider's id. */
  create(order: {
    order: string
    amount: Money
    returnUrl: string
    language: string
  }): Promise<{ url: string; externalId: string }>
  /** The state of an order; undefined when it is unknown to the provider. */
  find(order: string): Promise<Payment | undefined>
  /** Left out by a provider that has none: then nothing of it is shown. */
  readonly requisites?: RequisitesOffer
  /** Parses a webhook: the raw body with its signature header. Undefined when the signature is wrong or too old (300 s). */
  verify(webhook: { rawBody: Buffer; signature: string | undefined; now: Date }): PaymentEvent | undefined
}
