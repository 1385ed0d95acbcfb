import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Breaker, createBreaker, REST_MS, SLOW_MS } from './breaker.ts'
import { Unavailable } from './outage.ts'

let heldBack: number
let breaker: Breaker
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  heldBack = 0
  breaker = createBreaker('payments', () => {
    heldBack += 1
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Makes so many calls, one after the other, all of which end alike. */
function call(count: number, isAnswered: boolean): void {
  for (let made = 0; made < count; made += 1) breaker.begin()(isAnswered)
}

test('after five calls in a row without an answer the provider is not called, and callers are told at once', () => {
  call(4, false)
  expect(heldBack).toBe(0)
  call(1, false)
  expect(() => breaker.begin()).toThrow(Unavailable)
  expect(heldBack).toBe(1)
})

test('a provider that answers now and then is still called', () => {
  for (let round = 0; round < 20; round += 1) {
    call(4, false)
    call(1, true)
  }
  expect(heldBack).toBe(0)
})

test('after a second one call tries the provider, and all others wait for its result', () => {
  call(5, false)
  vi.advanceTimersByTime(REST_MS - 1)
  expect(() => breaker.begin()).toThrow(Unavailable)
  vi.advanceTimersByTime(1)
  const ended = breaker.begin()
  expect(() => breaker.begin()).toThrow(Unavailable)
  ended(false)
  expect(() => breaker.begin()).toThrow(Unavailable)
  vi.advanceTimersByTime(REST_MS)
  breaker.begin()(true)
  call(4, false)
  expect(heldBack).toBe(3)
})

test('hanging calls are noticed before they time out, and each trial adds only one more', () => {
  for (let made = 0; made < 5; made += 1) breaker.begin()
  vi.advanceTimersByTime(SLOW_MS - 1)
  breaker.begin()
  vi.advanceTimersByTime(1)
  expect(() => breaker.begin()).toThrow(Unavailable)
  vi.advanceTimersByTime(REST_MS)
  breaker.begin()
  expect(() => breaker.begin()).toThrow(Unavailable)
  vi.advanceTimersByTime(SLOW_MS + REST_MS)
  expect(() => breaker.begin()).not.toThrow()
})

test('a late answer has counted as one failure, and closes the breaker', () => {
  const ended = Array.from({ length: 5 }, () => breaker.begin())
  vi.advanceTimersByTime(SLOW_MS)
  expect(() => breaker.begin()).toThrow(Unavailable)
  ended[0]?.(true)
  expect(() => breaker.begin()).not.toThrow()
})
