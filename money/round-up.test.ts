import { expect, test } from 'vitest'
import { money } from './money.ts'
import { shareUp } from './round-up.ts'

test('a fee rounds up to the cent, in favour of the operator', () => {
  expect(shareUp(money('USD', 1n), 50n)).toEqual(money('USD', 1n))
  expect(shareUp(money('USD', 10_000n), 50n)).toEqual(money('USD', 50n))
  expect(shareUp(money('USDC', 1_000_000n), 50n)).toEqual(money('USDC', 10_000n))
  expect(shareUp(money('USD', 10_000n), 0n)).toEqual(money('USD', 0n))
})
