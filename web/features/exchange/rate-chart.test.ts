import { describe, expect, test } from 'vitest'
import { changeText, chartPoints, nearest, sampled } from './rate-chart.ts'

const history = {
  status: 'ok' as const,
  from_currency_code: 'USD',
  to_currency_code: 'RUB',
  starts_at: '2026-11-20T00:00:00.000Z',
  ends_at: '2026-11-20T10:00:00.000Z',
  known_since: '2026-11-20T00:00:00.000Z',
  points: [
    { at: '2026-11-20T00:00:00.000Z', rate: '80' },
    { at: '2026-11-20T05:00:00.000Z', rate: '82.5' },
    { at: '2026-11-20T10:00:00.000Z', rate: '81' },
  ],
  summary: { first: '80', last: '81', low: '80', high: '85', change_percent: '1.25' },
}

describe('the points of a chart', () => {
  test('are placed by their time, and between the lowest and the highest rate', () => {
    expect(chartPoints(history).map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [0.5, 0.5],
      [1, 0.2],
    ])
  })

  test('are in the middle when the rate has not moved, and there are none without data', () => {
    const still = { ...history, points: history.points.slice(0, 1), summary: { ...history.summary, high: '80' } }
    expect(chartPoints(still).map(({ y }) => y)).toEqual([0.5])
    expect(chartPoints({ ...history, points: [], summary: null })).toEqual([])
  })

  test('of a rate that moves less than two per cent stay near the middle', () => {
    const stable = {
      ...history,
      points: [
        { at: '2026-11-20T00:00:00.000Z', rate: '0.999' },
        { at: '2026-11-20T05:00:00.000Z', rate: '1.001' },
        { at: '2026-11-20T10:00:00.000Z', rate: '1' },
      ],
      summary: { ...history.summary, low: '0.999', high: '1.001' },
    }
    for (const { y } of chartPoints(stable)) expect(Math.abs(y - 0.5)).toBeLessThanOrEqual(0.051)
    expect(chartPoints(stable).map(({ y }) => y)[0]).toBeLessThan(0.5)
  })

  test('are found by the nearest place', () => {
    const points = chartPoints(history)
    expect([0, 0.2, 0.3, 0.74, 0.76, 1].map((x) => nearest(points, x))).toEqual([0, 0, 1, 1, 2, 2])
    expect(nearest([], 0.5)).toBe(-1)
  })
})

test('a few of many points are read out, including the last', () => {
  expect(sampled([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
  expect(sampled([1, 2], 12)).toEqual([1, 2])
  expect(sampled([], 12)).toEqual([])
})

test('a change has its sign, and zero has none', () => {
  expect(['1.25', '-0.40', '0.00'].map((percent) => changeText(percent, 'ru'))).toEqual(['+1,25', '−0,40', '0,00'])
  expect(changeText('-1.25', 'en')).toBe('−1.25')
})
