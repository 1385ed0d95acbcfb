/** How far a check of a person's identity is: `pending` waits for the person, `processing` for machines, `review` for people. */
export type CheckState = 'pending' | 'processing' | 'review' | 'complete' | 'aborted'

/** Why a check was aborted, as far as the person can be told. */
export const ABORT_REASONS = ['declined', 'photo', 'cancelled', 'expired'] as const
export type AbortReason = (typeof ABORT_REASONS)[number]

/** What a provider knows of one check. `complete` means that the person is who they say they are. */
export interface IdentityCheck {
  /** Our identification id. */
  readonly reference: string
  /** The provider's own id of it. */
  readonly externalId: string
  readonly state: CheckState
  readonly reason?: AbortReason
}

/** A check as it is asked for. */
export interface CheckAsked {
  readonly reference: string
  /** As told at sign-up: the provider holds the document against it. */
  readonly firstName: string
  readonly lastName: string
  /** Where the person comes back to. */
  readonly returnUrl: string
  readonly language: 'ru' | 'en'
}

/**
 * A verified event. It says only that something may have changed with a check: events come late, twice and out of order, so what is
 * so is asked of the provider. Nothing in `externalId` when the event is about something else.
 */
export interface IdentityEvent {
  readonly eventId: string
  readonly kind: string
  readonly externalId: string | undefined
}

/** Checks on a page of its own who a person is. Every question throws Unavailable when the provider does not answer. */
export interface IdentityProvider {
  readonly name: string
  /** The header that proves where its webhooks come from, lower case. */
  readonly signatureHeader: string
  /** Opens a check. Returns its page, at an origin that is allowed, and the provider's id. */
  begin(asked: CheckAsked): Promise<{ url: string; externalId: string }>
  /** How a check stands; nothing when the provider has never heard of it. */
  find(externalId: string): Promise<IdentityCheck | undefined>
  /** Reads a webhook: the raw body with its header. Nothing when it is not the provider's. */
  verify(webhook: { rawBody: Buffer; signature: string | undefined; now: Date }): IdentityEvent | undefined
}
