import { expect, test } from 'vitest'
import { debtsLeft } from './debts.ts'

const first = { operationId: 'first', kind: 'chargeback' } as const
const second = { operationId: 'second', kind: 'withdrawal_recall' } as const
const payment = (minor: bigint) => ({ operationId: `payment of ${minor}`, kind: 'debt_payment', minor }) as const

test('payments go to the oldest debt first, and what one leaves goes to the next', () => {
  const left = debtsLeft([{ ...first, minor: -50n }, { ...second, minor: -30n }, payment(20n), payment(40n)])
  expect([...left]).toEqual([
    ['first', 0n],
    ['second', 20n],
  ])
})

test('what ends a debt otherwise is its own, also when an older one stands', () => {
  const left = debtsLeft([{ ...first, minor: -50n }, { ...second, minor: -30n }, { ...second, minor: 30n }, payment(10n)])
  expect([...left]).toEqual([
    ['first', 40n],
    ['second', 0n],
  ])
})

test('a payment from before a debt is nothing to it', () => {
  const left = debtsLeft([{ ...first, minor: -50n }, payment(50n), { ...second, minor: -30n }])
  expect(left.get('second')).toBe(30n)
})

test('what ends more than its own debt goes to the oldest others, and none is ever below nothing', () => {
  const left = debtsLeft([
    { ...first, minor: -40n },
    { ...second, minor: -20n },
    { ...second, minor: 50n },
  ])
  expect([...left]).toEqual([
    ['first', 10n],
    ['second', 0n],
  ])
})
