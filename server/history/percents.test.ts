import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOf, percentsOf } from './percents.ts'

const parts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 1, maxLength: 12 })

test.each([
  [
    [125n, 50n, 25n],
    [62.5, 25, 12.5],
  ],
  [
    [1n, 1n, 1n],
    [33.4, 33.3, 33.3],
  ],
  [[7n], [100]],
  [
    [0n, 3n],
    [0, 100],
  ],
  [
    [1n, 10n ** 20n],
    [0, 100],
  ],
])('%s have shares of %s per cent', (amounts, percents) => {
  expect(percentsOf(amounts)).toEqual(percents)
})

test('an empty list has no shares', () => {
  expect(percentsOf([])).toEqual([])
  expect(percentsOf([0n, 0n])).toEqual([])
})

test('shares always add up to exactly 100.0, in tenths', () => {
  fc.assert(
    fc.property(parts, (amounts) => {
      fc.pre(amounts.some((amount) => amount > 0n))
      const tenths = percentsOf(amounts).map((percent) => percent * 10)
      expect(tenths.map((tenth) => Math.round(tenth)).reduce((sum, tenth) => sum + tenth, 0)).toBe(1000)
      for (const percent of percentsOf(amounts)) expect(percent).toBe(Number(percent.toFixed(1)))
    }),
  )
})

test('no share is a tenth or more from the exact share, and a larger part never has a smaller share', () => {
  fc.assert(
    fc.property(parts, (amounts) => {
      const whole = amounts.reduce((sum, amount) => sum + amount, 0n)
      fc.pre(whole > 0n)
      const tenths = percentsOf(amounts).map((percent) => BigInt(Math.round(percent * 10)))
      amounts.forEach((amount, index) => {
        const distance = (tenths[index] ?? 0n) * whole - amount * 1000n
        expect(distance < whole && distance > -whole).toBe(true)
        amounts.forEach((other, at) => {
          if (amount > other) expect((tenths[index] ?? 0n) >= (tenths[at] ?? 0n)).toBe(true)
        })
      })
    }),
  )
})

test.each([
  [100n, 100n, 0],
  [112n, 100n, 12],
  [88n, 100n, -12],
  [0n, 7n, -100],
  [2025n, 2000n, 1],
  [2010n, 2000n, 1],
  [2009n, 2000n, 0],
  [1990n, 2000n, -1],
  [1991n, 2000n, 0],
  [3n * 10n ** 30n, 10n ** 30n, 200],
])('%s beside %s is a change of %i per cent', (now, before, percent) => {
  expect(changeOf(now, before)).toBe(percent)
})

test('against zero there is no change', () => {
  expect(changeOf(5n, 0n)).toBeUndefined()
  expect(changeOf(0n, 0n)).toBeUndefined()
})
