// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSecondsUntil } from './seconds-until.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A countdown of a minute. */
function aMinute() {
  const { result } = renderHook(({ moment }) => useSecondsUntil(moment), { initialProps: { moment: Date.now() + 60_000 } })
  return {
    left: () => result.current,
    pass: (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000)),
  }
}

test('counts down to nothing', () => {
  const { left, pass } = aMinute()
  expect(left()).toBe(60)
  pass(10)
  expect(left()).toBe(50)
  pass(70)
  expect(left()).toBe(0)
})

test('a clock that is set back meanwhile makes nobody wait longer', () => {
  const { left, pass } = aMinute()
  pass(10)
  vi.setSystemTime(Date.now() - 3_600_000)
  pass(10)
  expect(left()).toBe(40)
})

test('a device that has slept meanwhile has waited, too', () => {
  const { left, pass } = aMinute()
  vi.setSystemTime(Date.now() + 45_000)
  pass(5)
  expect(left()).toBe(10)
})
