import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRate, type Rate } from '#money/rate'
import { quantityOut } from '#money/rate-quoted'
import { directionTo } from './rate-alerts.ts'
import { POINTS_MAX, shortPercentOf, summarise, thin } from './rate-history.ts'

function rateOf(out: string): Rate {
  const rate = parseRate('USD', 'RUB', '1', out)
  if (!rate) throw new Error('Not a rate')
  return rate
}

const pointsOf = (outs: readonly string[]) => outs.map((out, place) => ({ at: new Date(place * 60_000), rate: rateOf(out) }))

function told(outs: readonly string[]) {
  const summary = summarise(pointsOf(outs))
  if (!summary) return undefined
  const { first, last, low, high, changePercent } = summary
  return [first, last, low, high].map((rate) => quantityOut(rate, 0n)).concat(changePercent)
}

describe('the summary of a period', () => {
  test('is the first, the last, the lowest and the highest rate, and the change', () => {
    expect(told(['80', '79.5', '92.000000000001', '92', '84'])).toEqual(['80', '84', '79.5', '92.000000000001', '5.00'])
  })

  test('is undefined without points, and says no change with a single point', () => {
    expect(told([])).toBeUndefined()
    expect(told(['80'])).toEqual(['80', '80', '80', '80', '0.00'])
  })

  test.each([
    ['100', '98.755', '-1.25'],
    ['100', '98.7549', '-1.25'],
    ['100', '98.7449', '-1.26'],
    ['100', '100.004', '0.00'],
    ['100', '99.996', '0.00'],
    ['100', '100.005', '0.01'],
    ['3', '4', '33.33'],
    ['0.00006', '0.00012', '100.00'],
    ['0.1', '0.3', '200.00'],
  ])('from %s to %s has a change of %s per cent', (first, last, percent) => {
    expect(told([first, last])?.at(-1)).toBe(percent)
  })
})

test('a period is shown by 120 points at most, among them its first, last, lowest and highest', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 1500 }), (outs) => {
      const all = pointsOf(outs.map(String))
      const kept = thin(all)
      expect(kept.length).toBeLessThanOrEqual(POINTS_MAX)
      if (all.length <= POINTS_MAX) expect(kept).toEqual(all)
      expect(summarise(kept)).toEqual(summarise(all))
      expect(kept.map(({ at }) => at.getTime())).toEqual(kept.map(({ at }) => at.getTime()).toSorted((one, two) => one - two))
    }),
  )
})

test('a margin in basis points is written in per cent', () => {
  expect([0, 5, 50, 100, 125, 9999].map(shortPercentOf)).toEqual(['0', '0.05', '0.5', '1', '1.25', '99.99'])
})

test('the direction of an alert follows from the present rate', () => {
  expect(directionTo(rateOf('79.99'), rateOf('80'))).toBe('at_most')
  expect(directionTo(rateOf('80.01'), rateOf('80'))).toBe('at_least')
  expect(directionTo(rateOf('80.00'), rateOf('80'))).toBe('at_most')
})
