import type { RefusalCode } from '#contract/refusals'

/**
 * Which refusals answer a client's key for good. A rule's word on what was asked is kept: sent again, the same request gets the same
 * answer, and no second decision. What says nothing of the request itself is not: it was malformed, came too often or while something
 * was away or off, and may be sent again under its key.
 */
const IS_KEPT: Readonly<Record<RefusalCode, boolean>> = {
  // malformed
  invalid_request: false,
  invalid_field: false,
  address_lost: false,
  too_long: false,
  // its two PINs are one, whenever it is sent
  pin_same: false,
  pin_popular: false,
  // who asks, and where
  INVALID_TOKEN: false,
  not_found: false,
  method_not_allowed: false,
  // not now
  too_many_requests: false,
  busy: false,
  unavailable: false,
  internal: false,
  switched_off: false,
  card_number_refused: false,
  // a provider's word on what was asked, before anything was made of it
  destination_refused: false,
  requisites_refused: false,
  identity_refused: false,
  wallet_frozen: false,
  transfer_paused: false,
  feature_stopped: false,
  exchange_stopped: false,
  wallet_not_empty: false,
  topup_orders_max: false,
  requests_max: false,
  code_too_soon: false,
  code_limit: false,
  proof_required: false,
  pin_required: false,
  pin_not_set: false,
  sign_in_required: false,
  wait_required: false,
  passkeys_max: false,
  push_devices_max: false,
  notice_fixed: false,
  rate_alerts_max: false,
  // but for the one that this very request's wrong PIN led to (confirmation/pin.ts)
  pin_blocked: false,
  pin_sign_in: false,
  // another request under the same key, or the same one twice at once
  idempotency_mismatch: false,
  idempotency_running: false,
  // a rule's word
  phone_unsupported: true,
  sms_refused: true,
  code_wrong: true,
  code_expired: true,
  link_expired: true,
  email_refused: true,
  pin_already_set: true,
  passkey_wrong: true,
  passkey_known: true,
  level_highest: true,
  account_unknown: true,
  account_exists: true,
  account_not_empty: true,
  currency_unsupported: true,
  insufficient_funds: true,
  amount_min: true,
  amount_max: true,
  limit_daily: true,
  limit_first_day: true,
  balance_max: true,
  same_account: true,
  rate_unknown: true,
  rate_expired: true,
  amount_mismatch: true,
  topup_not_allowed: true,
  topup_refused: true,
  withdrawal_not_allowed: true,
  order_unknown: true,
  pin_wrong: true,
  payout_declined: true,
  recipient_unknown: true,
  card_token_invalid: true,
  recipient_self: true,
  recipient_refuses: true,
  recipient_limit: true,
  limit_monthly: true,
  limit_person: true,
  limit_received: true,
  transfer_unknown: true,
  transfer_ended: true,
  protection_code_wrong: true,
  request_unknown: true,
  request_closed: true,
  request_amount: false,
  code_unknown: true,
  payment_code_unknown: true,
  payment_code_damaged: true,
  payment_code_unsupported: true,
  quote_unknown: true,
  quote_expired: true,
  quote_used: true,
  payment_declined: true,
}

/** Whether a refusal answers its key for good. */
export function isKept(code: RefusalCode): boolean {
  return IS_KEPT[code]
}
