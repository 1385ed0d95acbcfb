import type { Money } from '#money/money'
import type { TakenDecimals } from '#server/providers/scales'

export type Destination = { readonly kind: 'card'; readonly pan: string } | { readonly kind: 'address'; readonly address: string }

/** A card or address in the provider's vault: never the number itself. */
export interface VaultEntry {
  /** The token that a payout is sent to; the same number may have many. */
  readonly token: string
  readonly masked: string
  /** A fingerprint of the number, the same for the same number only; opaque to us (PCI DSS 3.5.1). Absent where the provider has none. */
  readonly fingerprint?: string | undefined
}

/** A payout at the provider. `pending` is not final: only `paid` and `failed` are. */
export interface Payout {
  /** Our reference: the withdrawal's id. */
  readonly reference: string
  readonly externalId: string
  readonly state: 'pending' | 'paid' | 'failed'
  /** The amount paid, where the provider reports it. */
  readonly amount?: Money
  /** The provider's failure code, such as `declined`. */
  readonly reason?: string
}

interface PayoutEvent {
  readonly eventId: string
  readonly payout: Payout
}

/** A session of the provider's card field. */
interface CardFieldAsked {
  /** Whose card it is to be, in our own terms: told again with the card. */
  readonly owner: string
  /** The page that shows the field in a frame, and alone hears what was typed. */
  readonly pageOrigin: string
  /** What may show that page in a frame of its own. */
  readonly ancestorOrigins: readonly string[]
}

/** A card that was typed into the provider's field, as the provider tells it: of what the page says of it nothing is believed. */
export interface TypedCard extends VaultEntry {
  readonly owner: string
  /** Until when the token may be taken for a payout to a card that is new. */
  readonly usableUntil: Date
}

/** A card field of the provider's own: a page of its origin, in a frame of ours, so that the number never comes to us. */
export interface CardField {
  /** Where its page comes from; nothing else is ever shown in a frame. */
  readonly origin: string
  /** Opens a session and returns the address of its page, at the origin. */
  open(asked: CardFieldAsked): Promise<string>
  /** The card of a token that the field gave our page; undefined when the provider gave none such. */
  find(token: string): Promise<TypedCard | undefined>
}

/**
 * Payouts. Every method throws Unavailable when the outcome is not known: the hold is then kept; `tokenise` and `send` NotAccepted for a number
 * or a payout that the provider does not take: then nothing is paid.
 */
export interface PayoutProvider {
  readonly name: string
  /** The header with the signature of its webhooks, lower case. */
  readonly signatureHeader: string
  /** Where it takes fewer decimals than people enter: it is asked for nothing finer. */
  readonly takenDecimals?: TakenDecimals
  /** Absent where the provider has none: numbers of cards come to us then, and are handed on by `tokenise`. */
  readonly cardField?: CardField | undefined
  /** Stores a card or address in the provider's vault; we keep the token, also for later payouts, never the number. */
  tokenise(destination: Destination): Promise<VaultEntry>
  /** Requests a payout. The same reference again is the same payout, never a second one. */
  send(payout: { reference: string; token: string; amount: Money }): Promise<Payout>
  /** The payout of a reference; undefined when it is unknown to the provider. */
  find(reference: string): Promise<Payout | undefined>
  /** Parses a webhook; undefined when the signature is wrong or too old. */
  verify(webhook: { rawBody: Buffer; signature: string | undefined; now: Date }): PayoutEvent | undefined
}
