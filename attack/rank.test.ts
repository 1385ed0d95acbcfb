import { expect, test } from 'vitest'
import { separationOf } from './rank.ts'

test('times that are all longer tell two kinds apart, whichever is which', () => {
  expect(separationOf([1, 2, 3], [4, 5, 6]).auc).toBe(1)
  expect(separationOf([4, 5, 6], [1, 2, 3]).auc).toBe(1)
})

test('equal times tell nothing', () => {
  expect(separationOf([1, 1, 2], [1, 2, 1]).auc).toBe(0.5)
  expect(separationOf([1, 4], [2, 3]).auc).toBe(0.5)
})

test('a share of the pairs in order is the area', () => {
  expect(separationOf([1, 3, 5], [2, 4, 6]).auc).toBeCloseTo(6 / 9)
})

test('the interval is narrower with more times', () => {
  const times = (count: number, from: number) => Array.from({ length: count }, (_, place) => place * 2 + from)
  const [few, many] = [separationOf(times(10, 0), times(10, 1)), separationOf(times(1000, 0), times(1000, 1))]
  expect(few.auc - few.atLeast).toBeGreaterThan(0.1)
  expect(many.auc - many.atLeast).toBeLessThan(0.03)
})
