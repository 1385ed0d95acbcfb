import * as v from 'valibot'

/**
 * Every refusal of the API: its `code` on the wire → HTTP status. The user's text has the key `refusal.<code>`; a test checks that every code
 * has a text in each language.
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
  order_ended: 409,
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

/** The refusals of a call that takes an SMS code. */
export const CODE_REFUSALS = ['code_wrong', 'code_expired', 'code_limit', 'proof_required'] as const
/** The refusals of a call that sends an SMS code. */
export const SENDING_REFUSALS = ['sms_refused', 'code_too_soon', 'code_limit', 'proof_required'] as const
/** The refusals of a call that takes the PIN. */
export const PIN_REFUSALS = ['pin_wrong', 'pin_blocked', 'pin_sign_in'] as const
/** The refusals of a call that takes the PIN or a passkey to move money. */
export const CONFIRMATION_REFUSALS = ['pin_not_set', 'pin_wrong', 'pin_blocked', 'pin_sign_in', 'passkey_wrong'] as const

/** An obstacle to closing the wallet. `operation`: an open operation that is neither a top-up nor a withdrawal; `case`: the operator is looking into something. */
export interface Obstacle {
  readonly kind: 'frozen' | 'balance' | 'debt' | 'topup' | 'withdrawal' | 'operation' | 'case'
  readonly amount?: { readonly currency: string; readonly decimal: string }
}

/** A refusal before it is rendered, as plain data that can be stored and replayed. Amounts are decimal strings. */
export interface RefusalFacts {
  readonly code: RefusalCode
  readonly field?: string
  /** The place of the field, if not in the body: the same name may mean something else there. */
  readonly part?: 'query'
  readonly amount?: { readonly currency: string; readonly decimal: string }
  readonly retryAfterSeconds?: number
  readonly attemptsLeft?: number
  /** The maximum length of the field. */
  readonly max?: number
  readonly feature?: string
  /** Chooses among the texts of a code that has several. */
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
    | 'idle'
  /** The state of a request or a top-up that is not open any more. */
  readonly state?: 'paid' | 'declined' | 'withdrawn' | 'expired'
  readonly transactionId?: string
  /** The work that the client does before it sends the request again: an ALTCHA challenge as JSON. */
  readonly challenge?: string
  readonly obstacles?: readonly Obstacle[]
}

/**
 * The body of every refusal: `status` and `message`, as in every response, with a code, the invalid field and further details.
 * documented-refusal.ts has the details that few calls give; the page never loads it.
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

/**
 * The fields of a refusal besides its code, for the document's examples, one for each code. A refusal that names a time to try again here is
 * documented with `Retry-After`.
 */
export const REFUSAL_EXAMPLES: Readonly<Partial<Record<RefusalCode, Omit<RefusalFacts, 'code'>>>> = {
  invalid_field: { field: 'currency_code' },
  too_long: { field: 'first_name', max: 60 },
  too_many_requests: { retryAfterSeconds: 60 },
  busy: { retryAfterSeconds: 1 },
  switched_off: { feature: 'exchange' },
  idempotency_running: { retryAfterSeconds: 1 },
  exchange_stopped: { retryAfterSeconds: 3600 },
  feature_stopped: { feature: 'exchange' },
  phone_unsupported: { field: 'phone' },
  sms_refused: { field: 'phone' },
  code_too_soon: { retryAfterSeconds: 42 },
  code_limit: { retryAfterSeconds: 900 },
  proof_required: { retryAfterSeconds: 900 },
  account_unknown: { field: 'currency_code' },
  payment_code_unknown: { field: 'code' },
  payment_code_damaged: { field: 'code' },
  payment_code_unsupported: { field: 'code' },
  quote_unknown: { field: 'quote_id' },
  quote_expired: { field: 'quote_id' },
  quote_used: { field: 'quote_id' },
  account_exists: { field: 'currency_code' },
  account_not_empty: { field: 'is_hidden' },
  currency_unsupported: { field: 'currency_code' },
  insufficient_funds: { amount: { currency: 'RUB', decimal: '250.00' } },
  amount_min: { field: 'amount', amount: { currency: 'RUB', decimal: '10.00' } },
  amount_max: { field: 'amount', amount: { currency: 'RUB', decimal: '600000.00' } },
  amount_step: { field: 'amount', amount: { currency: 'IDR', decimal: '1.00' } },
  limit_daily: { field: 'amount', amount: { currency: 'RUB', decimal: '600000.00' } },
  limit_first_day: {
    field: 'amount',
    amount: { currency: 'RUB', decimal: '120000.00' },
    reason: 'recipient',
    retryAfterSeconds: 86_400,
  },
  balance_max: { field: 'amount' },
  same_account: { field: 'to_account_id' },
  rate_unknown: { field: 'rate_id' },
  rate_expired: { field: 'rate_id' },
  amount_mismatch: { field: 'to_amount' },
  order_unknown: { field: 'order' },
  order_ended: { state: 'paid' },
  topup_orders_max: { max: 20 },
  topup_refused: { field: 'amount' },
  passkeys_max: { max: 10 },
  pin_wrong: { field: 'pin', attemptsLeft: 4 },
  pin_blocked: { retryAfterSeconds: 1800 },
  wallet_not_empty: { obstacles: [{ kind: 'balance', amount: { currency: 'RUB', decimal: '250.00' } }] },
  payout_declined: { transactionId: '01a20533-3d76-77da-b673-2f743294d255' },
  recipient_unknown: { field: 'recipient_id' },
  card_number_refused: { field: 'pan' },
  address_lost: { field: 'address' },
  destination_refused: { field: 'pan', reason: 'card' },
  card_token_invalid: { field: 'card_token' },
  recipient_self: { field: 'to' },
  recipient_refuses: { field: 'to' },
  recipient_limit: { field: 'amount' },
  limit_monthly: { field: 'amount', amount: { currency: 'RUB', decimal: '6000000.00' } },
  limit_person: { field: 'amount', amount: { currency: 'RUB', decimal: '600000.00' } },
  limit_received: { amount: { currency: 'RUB', decimal: '6000000.00' } },
  request_unknown: { field: 'request_id' },
  request_closed: { state: 'paid' },
  request_amount: { field: 'amount', amount: { currency: 'RUB', decimal: '250.00' } },
  requests_max: { max: 50 },
  code_unknown: { field: 'to' },
  transfer_unknown: { field: 'transaction_id' },
  protection_code_wrong: { field: 'protection_code', attemptsLeft: 2 },
}
