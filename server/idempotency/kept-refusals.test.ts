import { expect, test } from 'vitest'
import { CALLS, DOCUMENTATION } from '#contract/calls'
import { REFUSALS, type RefusalCode } from '#contract/refusals'
import { isKept } from './kept-refusals.ts'

/** Refusals that are kept under the key of their request, and refusals that pass, after which the same request may be sent again. */
interface Row {
  readonly stays: readonly RefusalCode[]
  readonly passes: readonly RefusalCode[]
}

/** For each call that takes a key: all refusals of its own (DOCUMENTATION). */
const OF_CALLS: Readonly<Record<string, Row>> = {
  openAccount: {
    stays: ['account_exists', 'currency_unsupported'],
    passes: ['switched_off', 'feature_stopped'],
  },
  topup: {
    stays: [
      'topup_not_allowed',
      'account_unknown',
      'amount_step',
      'amount_min',
      'amount_max',
      'balance_max',
      'topup_refused',
      'order_ended',
    ],
    passes: ['wallet_frozen', 'topup_orders_max', 'switched_off'],
  },
  cancelTopup: { stays: ['order_unknown', 'order_ended'], passes: [] },
  exchange: {
    stays: [
      'pin_wrong',
      'passkey_wrong',
      'account_unknown',
      'same_account',
      'rate_unknown',
      'rate_expired',
      'amount_mismatch',
      'insufficient_funds',
      'balance_max',
    ],
    passes: [
      'wallet_frozen',
      'feature_stopped',
      'exchange_stopped',
      'switched_off',
      'pin_required',
      'pin_not_set',
      'pin_blocked',
      'pin_sign_in',
    ],
  },
  setRateAlert: { stays: ['currency_unsupported'], passes: ['rate_alerts_max'] },
  withdrawal: {
    stays: [
      'withdrawal_not_allowed',
      'account_unknown',
      'amount_step',
      'amount_min',
      'amount_max',
      'amount_mismatch',
      'limit_daily',
      'limit_first_day',
      'insufficient_funds',
      'pin_wrong',
      'passkey_wrong',
      'payout_declined',
      'recipient_unknown',
      'card_token_invalid',
    ],
    passes: [
      'wallet_frozen',
      'switched_off',
      'card_number_refused',
      'address_lost',
      'destination_refused',
      'pin_not_set',
      'pin_blocked',
      'pin_sign_in',
      'idempotency_running',
    ],
  },
  transfer: {
    stays: [
      'withdrawal_not_allowed',
      'account_unknown',
      'recipient_unknown',
      'recipient_self',
      'recipient_refuses',
      'recipient_limit',
      'phone_unsupported',
      'code_unknown',
      'request_closed',
      'amount_min',
      'amount_max',
      'limit_daily',
      'limit_monthly',
      'limit_person',
      'limit_first_day',
      'insufficient_funds',
      'pin_wrong',
      'passkey_wrong',
    ],
    passes: ['wallet_frozen', 'feature_stopped', 'switched_off', 'request_amount', 'pin_not_set', 'pin_blocked', 'pin_sign_in'],
  },
  receiveTransfer: {
    stays: ['transfer_unknown', 'transfer_ended', 'recipient_refuses', 'protection_code_wrong', 'limit_received', 'balance_max'],
    passes: ['transfer_paused'],
  },
  declineTransfer: { stays: ['transfer_unknown', 'transfer_ended'], passes: [] },
  takeBackTransfer: { stays: ['transfer_unknown', 'transfer_ended'], passes: [] },
  makeRequest: {
    stays: ['account_unknown', 'recipient_unknown', 'recipient_self', 'phone_unsupported', 'amount_min', 'amount_max'],
    passes: ['wallet_frozen', 'feature_stopped', 'switched_off', 'requests_max'],
  },
  withdrawRequest: { stays: ['request_unknown', 'request_closed'], passes: [] },
  declineRequest: { stays: ['request_unknown', 'request_closed'], passes: [] },
  payment: {
    stays: [
      'withdrawal_not_allowed',
      'account_unknown',
      'amount_step',
      'amount_min',
      'amount_max',
      'amount_mismatch',
      'rate_unknown',
      'rate_expired',
      'quote_unknown',
      'quote_expired',
      'quote_used',
      'limit_daily',
      'limit_first_day',
      'insufficient_funds',
      'pin_wrong',
      'passkey_wrong',
      'payment_declined',
    ],
    passes: [
      'wallet_frozen',
      'feature_stopped',
      'switched_off',
      'pin_not_set',
      'pin_blocked',
      'pin_sign_in',
      'idempotency_running',
    ],
  },
  changePin: { stays: ['pin_wrong'], passes: ['pin_same', 'pin_popular', 'pin_not_set', 'pin_blocked', 'pin_sign_in'] },
}

/** Refusals that belong to no call with a key: those that any call may give, and those of calls without a key. */
const OF_OTHERS: Row = {
  stays: [
    'sms_refused',
    'code_wrong',
    'code_expired',
    'link_expired',
    'email_refused',
    'pin_already_set',
    'passkey_known',
    'level_highest',
    'account_not_empty',
    'payment_code_unknown',
    'payment_code_damaged',
    'payment_code_unsupported',
  ],
  passes: [
    'invalid_request',
    'invalid_field',
    'too_long',
    'INVALID_TOKEN',
    'not_found',
    'method_not_allowed',
    'too_many_requests',
    'busy',
    'unavailable',
    'internal',
    'idempotency_mismatch',
    'code_too_soon',
    'code_limit',
    'proof_required',
    'sign_in_required',
    'wait_required',
    'wallet_not_empty',
    'requisites_refused',
    'identity_refused',
    'passkeys_max',
    'push_devices_max',
    'notice_fixed',
  ],
}

const CODES = Object.keys(REFUSALS) as RefusalCode[]
const KEYED = Object.entries(CALLS).flatMap(([name, call]) => ('idempotent' in call ? [name as keyof typeof CALLS] : []))
const codesOf = (row?: Row): RefusalCode[] => (row ? [...row.stays, ...row.passes] : [])

test('every call that takes a key has a row with all of its own refusals', () => {
  expect(new Set(Object.keys(OF_CALLS))).toEqual(new Set(KEYED))
  for (const name of KEYED)
    expect([name, new Set(codesOf(OF_CALLS[name]))]).toEqual([name, new Set(DOCUMENTATION[name].refusals)])
})

test('every other refusal is in the last row', () => {
  const ofCalls = new Set(KEYED.flatMap((name) => DOCUMENTATION[name].refusals))
  expect(new Set(codesOf(OF_OTHERS))).toEqual(new Set(CODES.filter((code) => !ofCalls.has(code))))
})

test.each([...Object.entries(OF_CALLS), ['others', OF_OTHERS] as const])(
  'the refusals of %s are kept under their key or pass, as its row says',
  (_name, { stays, passes }) => {
    expect(stays.filter((code) => !isKept(code))).toEqual([])
    expect(passes.filter(isKept)).toEqual([])
  },
)

test('refusals of malformed requests, of too many requests and of outages are not kept', () => {
  const passing = CODES.filter((code) => [400, 401, 429, 500, 503].includes(REFUSALS[code]))
  expect(passing.filter(isKept)).toEqual([])
})
