import type { Language } from '#texts/languages'

/** The state of an identity check: `pending` waits for the user, `processing` for machines, `review` for the provider's staff. */
export type CheckState = 'pending' | 'processing' | 'review' | 'complete' | 'aborted'

/** Why a check was aborted, as far as the user may know. */
export const ABORT_REASONS = ['declined', 'photo', 'cancelled', 'expired'] as const
export type AbortReason = (typeof ABORT_REASONS)[number]

/** A check at the provider. `complete` means that the user is who they say they are. */
export interface IdentityCheck {
  /** Our identification id. */
  readonly reference: string
  /** The provider's id of it. */
  readonly externalId: string
  readonly state: CheckState
  readonly reason?: AbortReason
}

/** A requested check. */
export interface CheckAsked {
  readonly reference: string
  /** As given at sign-up: the provider compares the document with it. */
  readonly firstName: string
  readonly lastName: string
  /** Where the user is redirected afterwards. */
  readonly returnUrl: string
  readonly language: Language
}

/**
 * A verified event. It only says that a check may have changed: events arrive late, twice and out of order, so the state is polled from
 * the provider. Without `externalId` when the event is about something else.
 */
export interface IdentityEvent {
  readonly eventId: string
  readonly kind: string
  readonly externalId: string | undefined
}

/**
 * Identity checks on the provider's own page. Every method throws Unavailable when the provider does not respond; `begin` NotAccepted for what it
 * does not take.
 */
export interface IdentityProvider {
  readonly name: string
  /** The header that authenticates its webhooks, lower case. */
  readonly signatureHeader: string
  /** Opens a check. Returns its page, at an allowed origin, and the provider's id. */
  begin(asked: CheckAsked): Promise<{ url: string; externalId: string }>
  /** The state of a check; undefined when it is unknown to the provider. */
  find(externalId: string): Promise<IdentityCheck | undefined>
  /** Parses a webhook: the raw body with its header. Undefined when it is not authentic. */
  verify(webhook: { rawBody: Buffer; signature: string | undefined; now: Date }): IdentityEvent | undefined
}
