import type { PeoplesKind } from '#survive/made-by'

/** What people make that has an id: an operation, or a request for money. */
export type MadeKind = PeoplesKind | 'request'

/** What people ask for under an Idempotency-Key: what they make, an account, and the ends of what waits for a word of theirs. */
export type RequestKind =
  | MadeKind
  | 'account'
  | 'cancel-topup'
  | 'receive'
  | 'decline'
  | 'take-back'
  | 'withdraw-request'
  | 'decline-request'
