import * as v from 'valibot'

/**
 * Every refusal of the API: its `code` on the wire → HTTP status. The user's text has the key
 * `refusal.<code>`; a test checks that every code has one in each language.
 */
export const REFUSALS = {
  // of every call
  invalid_request: 400,
  invalid_field: 400,
  too_long: 400,
  INVALID_TOKEN: 401,
  not_found: 404,
  method_not_allowed: 405,
  too_many_requests: 429,
  busy: 503,
  unavailable: 503,
  internal: 500,
  idempotency_mismatch: 422,
  idempotency_running: 409,
  switched_off: 403,
  // sign-up and sign-in
  phone_unsupported: 422,
  sms_refused: 422,
  code_too_soon: 429,
  code_wrong: 422,
  code_expired: 422,
  code_limit: 429,
  proof_required: 429,
  pin_required: 403,
  sign_in_required: 403,
  link_expired: 422,
  wait_required: 403,
  email_refused: 422,
  pin_already_set: 409,
  pin_same: 422,
  pin_popular: 422,
  passkey_wrong: 403,
  passkey_known: 409,
  passkeys_max: 409,
  push_devices_max: 409,
  notice_fixed: 422,
  // identification
  level_highest: 409,
  identity_refused: 422,
  // money
  account_unknown: 404,
  account_exists: 409,
  account_not_empty: 409,
  currency_unsupported: 422,
  insufficient_funds: 422,
  amount_min: 422,
  amount_max: 422,
  amount_step: 422,
  limit_daily: 422,
  limit_first_day: 422,
  balance_max: 422,
  same_account: 422,
  rate_unknown: 422,
  rate_expired: 409,
  rate_alerts_max: 409,
  amount_mismatch: 409,
  topup_not_allowed: 403,
  withdrawal_not_allowed: 403,
  wallet_frozen: 403,
  feature_stopped: 403,
  exchange_stopped: 403,
  wallet_not_empty: 409,
  order_unknown: 404,
  topup_orders_max: 409,
  topup_refused: 422,
  requisites_refused: 422,
  pin_not_set: 403,
  pin_wrong: 403,
  pin_blocked: 429,
  pin_sign_in: 403,
  payout_declined: 422,
  destination_refused: 422,
  recipient_unknown: 404,
  card_number_refused: 422,
  address_lost: 422,
  card_token_invalid: 422,
  // between people
  recipient_self: 422,
  recipient_refuses: 403,
  recipient_limit: 422,
  limit_monthly: 422,
  limit_person: 422,
  limit_received: 422,
  transfer_unknown: 404,
  transfer_ended: 409,
  transfer_paused: 409,
  protection_code_wrong: 403,
  request_unknown: 404,
  request_closed: 409,
  request_amount: 400,
  requests_max: 409,
  code_unknown: 404,
  payment_code_unknown: 422,
  payment_code_damaged: 422,
  payment_code_unsupported: 422,
  quote_unknown: 404,
  quote_expired: 409,
  quote_used: 409,
  payment_declined: 422,
} as const

export type RefusalCode = keyof typeof REFUSALS

/** What keeps a person from closing their wallet. `operation`: one under way that is neither of the two; `case`: the operator looks into something. */
export interface Obstacle {
  readonly kind: 'frozen' | 'balance' | 'debt' | 'topup' | 'withdrawal' | 'operation' | 'case'
  readonly amount?: { readonly currency: string; readonly decimal: string }
}

/** A refusal before it is rendered: plain data, so that it can be stored and replayed. Amounts are decimal strings. */
export interface RefusalFacts {
  readonly code: RefusalCode
  readonly field?: string
  /** Where the field is, if not in the body: one name may mean something else there. */
  readonly part?: 'query'
  readonly amount?: { readonly currency: string; readonly decimal: string }
  readonly retryAfterSeconds?: number
  readonly attemptsLeft?: number
  /** The maximum length of the field. */
  readonly max?: number
  readonly feature?: string
  /** Which of the texts of a code that has several. */
  readonly reason?:
    | 'phone'
    | 'returned'
    | 'exchange'
    | 'unfreeze'
    | 'asked'
    | 'device'
    | 'pin'
    | 'recipient'
    | 'passkey'
    | 'email'
    | 'recovery'
    | 'payment'
    | 'fee'
    | 'card'
    | 'address'
  /** How a request stands that is not open any more. */
  readonly state?: 'paid' | 'declined' | 'withdrawn' | 'expired'
  readonly transactionId?: string
  /** Work to be done before the request is sent again: an ALTCHA challenge as JSON. */
  readonly challenge?: string
  readonly obstacles?: readonly Obstacle[]
}

/**
 * The body of every refusal: `status` and `message`, as in every response, with a code, the invalid field and further details. What few
 * calls say besides is in documentation-refusals.ts, which the page never loads.
 */
export const refusalReply = v.object({
  status: v.literal('error'),
  code: v.string(),
  message: v.string(),
  field: v.optional(v.string()),
  retry_after: v.optional(v.number()),
  attempts_left: v.optional(v.number()),
  transaction_id: v.optional(v.string()),
  challenge: v.optional(v.string()),
})

export type RefusalReply = v.InferOutput<typeof refusalReply>
