import type { Money } from '#money/money'

export type Destination = { readonly kind: 'card'; readonly pan: string } | { readonly kind: 'address'; readonly address: string }

/** What the provider's vault has of a card or address: never the number itself. */
export interface VaultEntry {
  /** What a payout is sent to; the same number may have many. */
  readonly token: string
  readonly masked: string
  /** The same for the same number, and for no other; opaque to us (PCI DSS 3.5.1). Absent where the provider has none. */
  readonly fingerprint?: string | undefined
}

/** A payout at the provider. `pending` is not an end: only `paid` and `failed` are. */
export interface Payout {
  /** Our reference: the withdrawal's id. */
  readonly reference: string
  readonly externalId: string
  readonly state: 'pending' | 'paid' | 'failed'
  /** What was paid, where the provider says so. */
  readonly amount?: Money
  /** The provider's word on a failure, a machine code such as `declined`. */
  readonly reason?: string
}

interface PayoutEvent {
  readonly eventId: string
  readonly payout: Payout
}

/** Pays money out. Every method throws Unavailable when the outcome is not known: the hold is then kept. */
export interface PayoutProvider {
  readonly name: string
  /** The header its webhooks are signed in, lower case. */
  readonly signatureHeader: string
  /** Puts a card or address into the provider's vault; we keep what it gives, good for later payouts too, never the number. */
  tokenise(destination: Destination): Promise<VaultEntry>
  /** Asks for a payout. The same reference again is the same payout, never a second one. */
  send(payout: { reference: string; token: string; amount: Money }): Promise<Payout>
  /** What became of a reference; nothing when the provider has never heard of it. */
  find(reference: string): Promise<Payout | undefined>
  /** Reads a webhook; nothing when the signature is wrong or too old. */
  verify(webhook: { rawBody: Buffer; signature: string | undefined; now: Date }): PayoutEvent | undefined
}
