import { expect, test } from 'vitest'
import { parsePercent, percentOf } from './percent.ts'

test('a percent has at most two decimals and is less than a hundred', () => {
  expect(['0', '1', '1.5', '0.05', '99.99'].map(parsePercent)).toEqual([0, 100, 150, 5, 9999])
  for (const unchecked of ['', '-1', '+1', '1,5', '1.555', '01', '100', '.5', '1.', '1e1', ' 1', '١']) {
    expect([unchecked, parsePercent(unchecked)]).toEqual([unchecked, undefined])
  }
})

test('what was read is written as it was, with two decimals', () => {
  for (const percent of ['0.00', '0.05', '1.50', '99.99']) expect(percentOf(parsePercent(percent) ?? -1)).toBe(percent)
  expect(percentOf(150n)).toBe('1.50')
})
