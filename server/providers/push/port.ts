/** Where a browser takes messages: an address at its push service, and the keys that what is said is encrypted with. */
export interface PushAddress {
  readonly endpoint: string
  /** In base64url: a point of P-256 (65 bytes), and 16 bytes. */
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A message to a browser. */
export interface PushMessage {
  readonly to: PushAddress
  /** 3000 bytes at most; the push service cannot read it. */
  readonly text: string
  /** One that waits takes the place of one before it of the same topic: 32 characters of base64url at most. */
  readonly topic: string
  readonly urgency: 'normal' | 'high'
  /** How long the push service keeps it for a device that is away. */
  readonly lifetimeSeconds: number
}

/**
 * Has push services bring messages to browsers. `send` throws Unavailable when it is not known to be taken, SubscriptionGone when the
 * browser takes none any more, NotAccepted when this one never will be taken.
 */
export interface PushProvider {
  /** The wallet's key (VAPID), base64url, by which browsers subscribe; undefined where it has none. */
  readonly publicKey: string | undefined
  /** Whether messages are sent to an address at all. Of the world's addresses these are few: nobody has us ask another. */
  takes(endpoint: string): boolean
  send(message: PushMessage): Promise<void>
}

/** The browser has ended its subscription: nothing will be taken there any more. */
export class SubscriptionGone extends Error {}
