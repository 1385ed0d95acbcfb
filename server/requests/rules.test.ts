import { expect, test } from 'vitest'
import { money } from '#money/money'
import { newPayCode } from '#server/people/pay-codes'
import { boundOfTransfer } from '#server/transfers/rules'
import { decideRequestEnd, type MoneyRequest, paymentFault, type RequestState, stateAt } from './rules.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const LATER = new Date(NOW.getTime() + 1)

const aRequest = (also: Partial<MoneyRequest> = {}): MoneyRequest => ({
  id: '01a20533-39a9-7749-b768-05e0dc38ed66',
  makerId: 'anna',
  makerName: 'Anna S.',
  accountId: 'account',
  currency: 'RUB',
  phone: null,
  payerId: null,
  person: null,
  code: '7Qm3vX0cWq7nTzK2mJd5RgL9',
  amountMinor: 3000n,
  message: null,
  isCollect: false,
  state: 'open',
  collectedMinor: 0n,
  payments: 0,
  isInvited: false,
  createdAt: NOW,
  expiresAt: LATER,
  ...also,
})
const faultOf = (minor: bigint, request: MoneyRequest | undefined, now = NOW) => paymentFault(money('RUB', minor), request, now)

test('an open request is paid with its amount, or with any amount when it has none', () => {
  expect(faultOf(3000n, aRequest())).toBeUndefined()
  expect(faultOf(1n, aRequest({ amountMinor: null }))).toBeUndefined()
  const amount = { currency: 'RUB', decimal: '30.00' }
  for (const minor of [2999n, 3001n])
    expect(faultOf(minor, aRequest())).toEqual({ code: 'request_amount', field: 'amount', amount })
  expect(faultOf(3000n, undefined)).toMatchObject({ code: 'code_unknown', field: 'to' })
})

test('an open request expires at its instant, and no other state does', () => {
  expect(stateAt(aRequest(), NOW)).toBe('open')
  expect(stateAt(aRequest(), LATER)).toBe('expired')
  expect(faultOf(3000n, aRequest(), LATER)).toEqual({ code: 'request_closed', state: 'expired' })
  for (const state of ['paid', 'declined', 'withdrawn'] satisfies RequestState[]) {
    expect(stateAt(aRequest({ state }), LATER)).toBe(state)
    expect(faultOf(3000n, aRequest({ state }))).toEqual({ code: 'request_closed', state })
  }
})

test('only an open request ends, and only an expired request is marked expired', () => {
  const end = (request: MoneyRequest | undefined, to: 'declined' | 'withdrawn' | 'expired', now = NOW) => {
    const decided = decideRequestEnd(request, { to, rows: [], now })
    return decided.kind === 'post' ? to : decided.refusal
  }
  expect(end(aRequest(), 'withdrawn')).toBe('withdrawn')
  expect(end(aRequest(), 'declined')).toBe('declined')
  expect(end(aRequest(), 'expired', LATER)).toBe('expired')
  expect(end(aRequest(), 'expired')).toMatchObject({ code: 'request_closed' })
  expect(end(aRequest(), 'withdrawn', LATER)).toEqual({ code: 'request_closed', state: 'expired' })
  expect(end(aRequest({ state: 'paid' }), 'withdrawn')).toEqual({ code: 'request_closed', state: 'paid' })
  expect(end(aRequest({ state: 'declined' }), 'expired', LATER)).toEqual({ code: 'request_closed', state: 'declined' })
  expect(end(undefined, 'withdrawn')).toEqual({ code: 'request_unknown', field: 'request_id' })
})

test('a code consists of letters and digits, all equally likely, and never repeats', () => {
  const codes = Array.from({ length: 2000 }, () => newPayCode())
  expect(new Set(codes).size).toBe(2000)
  for (const code of codes) expect(code).toMatch(/^[0-9A-Za-z]{24}$/)
  // A byte that would favour the first letters is left out.
  const bytes = [[255, 254, 248, 247, 0, 61, 62], ...Array.from({ length: 30 }, () => [1])].values()
  expect(newPayCode(() => bytes.next().value ?? [])).toBe(`z0z0${'1'.repeat(20)}`)
})

test('a passkey signature is bound to the code or the request that is paid', () => {
  const asked = {
    fromAccountId: 'a',
    phone: undefined,
    recipientId: undefined,
    amount: '1',
    message: undefined,
    protectionCode: undefined,
  }
  const bound = (to: { readonly code?: string; readonly requestId?: string }) =>
    boundOfTransfer({ code: undefined, requestId: undefined, ...asked, ...to }).join('|')
  const all = [
    bound({}),
    bound({ code: 'one' }),
    bound({ code: 'two' }),
    bound({ requestId: 'one' }),
    bound({ requestId: 'two' }),
  ]
  expect(new Set(all).size).toBe(all.length)
})
