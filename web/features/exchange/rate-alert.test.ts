import { expect, test } from 'vitest'
import { alertOf } from './rate-alert.ts'

const PAIR = { base: 'USD', quote: 'RUB' } as const

test.each([
  ['75', 'at_most'],
  ['80.1281', 'at_most'],
  ['80.1283', 'at_least'],
  ['90.5', 'at_least'],
])('a rate of %s can be an alert: %s', (typed, direction) => {
  expect(alertOf(PAIR, typed, '80.1282')).toEqual({ isReady: true, rate: typed, direction })
})

test('without the present rate, the direction of an alert is unknown', () => {
  expect(alertOf(PAIR, '75', undefined)).toEqual({ isReady: true, rate: '75', direction: undefined })
})

test.each([
  ['', 'alerts.missing'],
  ['0', 'alerts.number'],
  ['0.00', 'alerts.number'],
  ['.', 'alerts.number'],
  ['80.1282', 'alerts.same'],
  ['80.12820', 'alerts.same'],
])('«%s» is refused: %s', (typed, cause) => {
  expect(alertOf(PAIR, typed, '80.1282')).toEqual({ isReady: false, cause })
})
