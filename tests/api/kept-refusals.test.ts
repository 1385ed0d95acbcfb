import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DOCUMENTATION } from '#contract/calls'
import type { RefusalCode } from '#contract/refusals'
import { aUser } from '#tests/builders'
import { KEYED_IN_CONTRACT, type KeyedCall } from '#tests/keyed-calls'
import { expectRefused, REFUSING, SCENARIOS } from '#tests/refused-requests'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

// A few refusals of each call that takes a key, by one person. Which of all are kept server/idempotency/kept-refusals.test.ts says, and
// kept-refusals.full.test.ts asks for each of them.

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet(REFUSING)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

/** What a call is asked for, in this order, by somebody with so much. */
interface RefusedRequests {
  readonly has: readonly string[]
  readonly stay: readonly RefusalCode[]
  /** None where each refusal of its own stays: what is malformed passes for every call (idempotency.test.ts). */
  readonly pass: readonly RefusalCode[]
}

/**
 * Without a scenario: a payout that fails has been held first, and the next is another request while that one runs (idempotency.test.ts); a
 * top-up is refused as ended only under the key that had ordered it (topup-cancel.test.ts).
 */
const ELSEWHERE: readonly RefusalCode[] = ['idempotency_running', 'order_ended']

const MUCH = ['100.00 USD', '1.00 EUR']

const ASKED: Readonly<Record<KeyedCall, RefusedRequests>> = {
  openAccount: { has: [], stay: ['account_exists', 'currency_unsupported'], pass: ['feature_stopped'] },
  topup: { has: [], stay: ['amount_min', 'account_unknown'], pass: ['topup_orders_max'] },
  cancelTopup: { has: [], stay: ['order_unknown', 'order_ended'], pass: [] },
  exchange: {
    has: MUCH,
    stay: ['same_account', 'amount_mismatch', 'insufficient_funds'],
    pass: ['feature_stopped', 'pin_required'],
  },
  setRateAlert: { has: [], stay: ['currency_unsupported'], pass: ['rate_alerts_max'] },
  withdrawal: {
    has: MUCH,
    stay: ['recipient_unknown', 'insufficient_funds', 'pin_wrong', 'payout_declined'],
    pass: ['pin_not_set'],
  },
  payment: { has: MUCH, stay: ['quote_unknown', 'amount_mismatch', 'pin_wrong'], pass: ['feature_stopped'] },
  changePin: { has: [], stay: ['pin_wrong'], pass: ['pin_same'] },
  transfer: {
    has: MUCH,
    stay: ['account_unknown', 'recipient_self', 'insufficient_funds', 'pin_wrong'],
    pass: ['feature_stopped', 'request_amount'],
  },
  receiveTransfer: { has: [], stay: ['transfer_unknown', 'protection_code_wrong'], pass: ['transfer_paused'] },
  declineTransfer: { has: [], stay: ['transfer_unknown', 'transfer_ended'], pass: [] },
  takeBackTransfer: { has: [], stay: ['transfer_unknown', 'transfer_ended'], pass: [] },
  makeRequest: { has: [], stay: ['account_unknown', 'amount_min'], pass: ['feature_stopped'] },
  withdrawRequest: { has: [], stay: ['request_unknown', 'request_closed'], pass: [] },
  declineRequest: { has: [], stay: ['request_unknown', 'request_closed'], pass: [] },
}

test('every call that takes a key is tested here, and each of its refusals has a scenario', () => {
  expect(new Set(Object.keys(ASKED))).toEqual(new Set(KEYED_IN_CONTRACT))
  expect(new Set(Object.keys(SCENARIOS))).toEqual(new Set(KEYED_IN_CONTRACT))
  for (const name of Object.keys(SCENARIOS) as KeyedCall[]) {
    const here = Object.keys(SCENARIOS[name])
    const elsewhere = ELSEWHERE.filter((code) => DOCUMENTATION[name].refusals.includes(code) && !here.includes(code))
    const codes = [...here, ...elsewhere]
    expect([name, codes.toSorted()]).toEqual([name, DOCUMENTATION[name].refusals.toSorted()])
  }
})

test.each(Object.entries(ASKED) as [KeyedCall, RefusedRequests][])(
  '%s: refusals by rules are kept under their key, and refusals for the moment pass [api-kept-refusals-1]',
  async (name, { has, stay, pass }) => {
    const anna = await aUser(wallet, ...has)
    for (const code of stay) await expectRefused(name, code, anna, { wallet, stays: true })
    for (const code of pass) await expectRefused(name, code, anna, { wallet, stays: false })
  },
)
