import { expect, test } from 'vitest'
import { debtsLeft } from './debts.ts'

const first = { operationId: 'first', kind: 'chargeback' } as const
const second = { operationId: 'second', kind: 'withdrawal_recall' } as const
const payment = (minor: bigint) => ({ operationId: `payment of ${minor}`, kind: 'debt_payment', minor }) as const

test('payments go to the oldest debt first, and the remainder to the next debt', () => {
  const left = debtsLeft([{ ...first, minor: -50n }, { ...second, minor: -30n }, payment(20n), payment(40n)])
  expect([...left]).toEqual([
    ['first', 0n],
    ['second', 20n],
  ])
})

test('an end of a debt without payment applies to that debt, also when an older debt is open', () => {
  const left = debtsLeft([{ ...first, minor: -50n }, { ...second, minor: -30n }, { ...second, minor: 30n }, payment(10n)])
  expect([...left]).toEqual([
    ['first', 40n],
    ['second', 0n],
  ])
})

test('a payment from before a debt does not reduce it', () => {
  const left = debtsLeft([{ ...first, minor: -50n }, payment(50n), { ...second, minor: -30n }])
  expect(left.get('second')).toBe(30n)
})

test('an amount above its own debt goes to the oldest other debts, and no debt is ever below zero', () => {
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
