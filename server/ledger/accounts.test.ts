import { expect, test } from 'vitest'
import { money } from '#money/money'
import { hasRoomFor, mostOnAccount } from './accounts.ts'

const BIGINT_MAX = 2n ** 63n - 1n

test.each([0, 2, 6, 8, 18])('twice the maximum balance with %d decimals fits the type of the books', (scale) => {
  expect(2n * mostOnAccount(scale)).toBeLessThan(BIGINT_MAX)
})

test('an account can hold a million million whole units', () => {
  const full = {
    id: 'usd',
    userId: 'anna',
    balance: money('USD', 10n ** 14n - 1n),
    owed: money('USD', 0n),
    isFrozen: false,
    isClosed: false,
  }
  expect(hasRoomFor(full, money('USD', 1n))).toBe(true)
  expect(hasRoomFor(full, money('USD', 2n))).toBe(false)
})
