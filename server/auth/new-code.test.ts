import { expect, test } from 'vitest'
import { newCode } from './new-code.ts'

const COUNT = 200_000

/** How far counts are from equal ones, in standard deviations of what chance does (chi-square, which is nearly normal with so many). */
function deviationOf(counts: readonly number[]): number {
  const expected = COUNT / counts.length
  const square = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const freedom = counts.length - 1
  return (square - freedom) / Math.sqrt(2 * freedom)
}

test('codes have four digits; all codes are equally likely, also those with leading zeros [new-code-1]', () => {
  const counts = new Map<string, number>()
  for (let drawn = 0; drawn < COUNT; drawn += 1) {
    const code = newCode(4)
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const all = Array.from({ length: 10_000 }, (_, value) => value.toString().padStart(4, '0'))
  expect([...counts.keys()].filter((code) => !/^[0-9]{4}$/.test(code))).toEqual([])
  // Chance alone is that far off once in a thousand million runs.
  expect(deviationOf(all.map((code) => counts.get(code) ?? 0))).toBeLessThan(6.5)
  const withZero = all.filter((code) => code.startsWith('00')).reduce((sum, code) => sum + (counts.get(code) ?? 0), 0)
  expect(withZero / COUNT).toBeGreaterThan(0.0085)
  expect(withZero / COUNT).toBeLessThan(0.0115)
})

test('codes for an e-mail have six digits', () => {
  const codes = Array.from({ length: 20_000 }, () => newCode(6))
  expect(codes.filter((code) => !/^[0-9]{6}$/.test(code))).toEqual([])
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(19_500)
})
