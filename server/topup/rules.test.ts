import { expect, test } from 'vitest'
import { money } from '#money/money'
import { contradictionOfTopup, creditOf, decideCancel, decideSettlement, isOver } from './rules.ts'
import type { TopupOrder } from './store.ts'

const order: TopupOrder = {
  id: 'order',
  kind: 'topup',
  legs: [],
  userId: 'anna',
  accountId: 'rub',
  state: 'pending',
  amount: money('RUB', 50_000n),
  paid: undefined,
  chargedBack: undefined,
  provider: 'sandbox',
  url: null,
  incoming: undefined,
  createdAt: new Date('2026-11-20T12:00:00Z'),
}

test.each([
  ['pending', 'complete', 50_000n, 'credit'],
  ['pending', 'failed', 50_000n, 'fail'],
  ['pending', 'pending', 50_000n, 'ignore'],
  ['failed', 'complete', 50_000n, 'credit'],
  ['failed', 'failed', 50_000n, 'ignore'],
  ['complete', 'charged_back', 50_000n, 'charge_back'],
  ['charged_back', 'charged_back', 50_000n, 'ignore'],
  ['charged_back', 'complete', 50_000n, 'changed'],
  ['pending', 'charged_back', 50_000n, 'take_back'],
  ['expired', 'charged_back', 50_000n, 'take_back'],
  ['pending', 'charged_back', 30_000n, 'changed'],
  ['not_booked', 'complete', 50_000n, 'changed'],
  ['taken_back', 'complete', 50_000n, 'ignore'],
  ['taken_back', 'complete', 50_001n, 'changed'],
  ['taken_back', 'charged_back', 50_000n, 'ignore'],
  ['complete', 'charged_back', 1n, 'charge_back'],
  ['complete', 'charged_back', 50_001n, 'changed'],
  ['complete', 'complete', 50_001n, 'changed'],
  ['charged_back', 'charged_back', 1n, 'changed'],
  ['failed', 'complete', 49_999n, 'differs'],
  ['differs', 'failed', 50_000n, 'ignore'],
  ['differs', 'complete', 50_000n, 'changed'],
  ['differs', 'charged_back', 50_000n, 'changed'],
  ['expired', 'complete', 50_000n, 'credit'],
  ['expired', 'failed', 50_000n, 'ignore'],
  ['cancelled', 'complete', 50_000n, 'credit'],
  ['cancelled', 'complete', 50_001n, 'differs'],
  ['cancelled', 'failed', 50_000n, 'ignore'],
  ['cancelled', 'pending', 50_000n, 'ignore'],
  ['cancelled', 'charged_back', 50_000n, 'take_back'],
  ['complete', 'complete', 50_000n, 'ignore'],
  ['complete', 'failed', 50_000n, 'ignore'],
  ['pending', 'complete', 50_001n, 'differs'],
  ['pending', 'complete', 49_999n, 'differs'],
] as const)('an order in state %s with the report %s for %s: %s', (state, told, minor, expected) => {
  const payment = { order: 'order', externalId: 'x', state: told, amount: money('RUB', minor) }
  const chargedBack = state === 'charged_back' ? order.amount : undefined
  expect(decideSettlement({ ...order, state, chargedBack }, payment)).toBe(expected)
})

test('the right amount in another currency credits nobody', () => {
  const payment = { order: 'order', externalId: 'x', state: 'complete', amount: money('USD', 50_000n) } as const
  expect(decideSettlement(order, payment)).toBe('differs')
})

test.each([
  ['pending', 'complete', 50_000n, 'differs'],
  ['expired', 'complete', 0n, 'not_booked'],
  ['pending', 'charged_back', 50_000n, 'changed'],
  ['complete', 'complete', 50_000n, 'changed'],
  ['complete', 'charged_back', 50_000n, 'changed'],
] as const)(
  'an order in state %s with the report %s for %s and a fraction too fine for any account: %s',
  (state, told, minor, expected) => {
    const payment = { order: 'order', externalId: 'x', state: told, amount: money('RUB', minor), exact: 'finer' }
    expect(decideSettlement({ ...order, state }, payment)).toBe(expected)
  },
)

test('a repeated report of an amount too fine for any account changes nothing, and another amount opens a case', () => {
  const paid = { state: 'not_booked', paid: money('USD', 0n), paidExact: 'BRL 70.00' } as const
  const told = (exact: string) => decideSettlement({ ...order, ...paid }, { state: 'complete', amount: money('USD', 0n), exact })
  expect([told('BRL 70.00'), told('BRL 7000.00')]).toEqual(['ignore', 'changed'])
})

test.each([
  ['pending', 'complete', 2_354_500n, 'credit'],
  ['expired', 'complete', 2_354_451n, 'credit'],
  ['complete', 'complete', 2_354_500n, 'ignore'],
  ['pending', 'complete', 2_354_450n, 'differs'],
  ['pending', 'complete', 2_354_551n, 'differs'],
  ['complete', 'charged_back', 2_354_500n, 'charge_back'],
] as const)(
  'an order of 23 545.50 rupiahs, paid in cash of whole rupiahs, in state %s with the report %s for %s: %s',
  (state, told, minor, expected) => {
    const payment = { order: 'order', externalId: 'x', state: told, amount: money('IDR', minor) }
    expect(decideSettlement({ ...order, amount: money('IDR', 2_354_550n), state }, payment)).toBe(expected)
  },
)

test('roubles exist in cash to the kopeck, so that a missing kopeck is another amount', () => {
  const payment = { order: 'order', externalId: 'x', state: 'complete', amount: money('RUB', 49_999n) } as const
  expect(decideSettlement(order, payment)).toBe('differs')
})

test('the unpaid part of an order that is credited all the same is our loss', () => {
  const asked = { id: 'order', accountId: 'idr', amount: money('IDR', 2_354_550n) }
  expect(creditOf(asked, order.createdAt, money('IDR', 2_354_500n)).entries).toEqual([
    { account: { system: 'topup_clearing' }, amount: money('IDR', -2_354_500n) },
    { account: { system: 'losses' }, amount: money('IDR', -50n) },
    { account: { user: 'idr' }, amount: money('IDR', 2_354_550n) },
  ])
})

test.each([
  [3599, false],
  [3600, true],
  [3601, true],
])('after %d seconds of an hour the order has expired: %s', (seconds, expected) => {
  expect(isOver(order, new Date(order.createdAt.getTime() + seconds * 1000), 3600)).toBe(expected)
})

test.each([
  ['complete', undefined, 'told_unknown'],
  ['complete', 'failed', 'told_failed'],
  ['charged_back', 'pending', 'told_pending'],
  ['differs', undefined, 'told_unknown'],
  ['complete', 'complete', undefined],
  ['complete', 'charged_back', undefined],
  ['failed', undefined, undefined],
  ['expired', 'failed', undefined],
  ['cancelled', undefined, undefined],
] as const)('an order in state %s, asked about again with the report %s, is contradicted by: %s', (state, told, expected) => {
  expect(contradictionOfTopup({ state }, told && { state: told })).toBe(expected)
})

test('an unpaid order is cancelled without any money moving', () => {
  const decided = decideCancel(order, order.createdAt, 3600)
  expect(decided).toMatchObject({ kind: 'post', change: { to: 'cancelled' }, transfers: [] })
})

test('an order whose time to pay is over is not cancelled: its provider or the operator ends it', () => {
  const [last, over] = [3599, 3600].map((seconds) => new Date(order.createdAt.getTime() + seconds * 1000))
  expect(decideCancel(order, last ?? order.createdAt, 3600).kind).toBe('post')
  expect(decideCancel(order, over ?? order.createdAt, 3600)).toEqual({
    kind: 'refuse',
    refusal: { code: 'order_ended', state: 'expired' },
  })
})

test.each([
  ['complete', 'paid'],
  ['charged_back', 'paid'],
  ['differs', undefined],
  ['failed', undefined],
  ['expired', undefined],
  ['cancelled', undefined],
] as const)('cancelling an order in state %s is refused as order_ended with the state %s', (state, told) => {
  expect(decideCancel({ ...order, state }, order.createdAt, 3600)).toEqual({
    kind: 'refuse',
    refusal: { code: 'order_ended', ...(told && { state: told }) },
  })
})
