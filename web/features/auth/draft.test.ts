// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDraft } from './draft.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

const opened = () => renderHook(() => useDraft('register'))

/** Somebody types a name and goes away. */
function leaveName(): void {
  const { result, unmount } = opened()
  act(() => result.current.change({ firstName: 'Anna' }))
  unmount()
}

/** The name that is found in the tab `minutes` later. */
function foundAfter(minutes: number): string | undefined {
  vi.setSystemTime(Date.now() + minutes * MINUTE_MS)
  const { result, unmount } = opened()
  unmount()
  return result.current.typed.firstName
}

test('what was typed is at hand for half an hour, and not with the tab any more afterwards', () => {
  leaveName()
  expect(foundAfter(29)).toBe('Anna')
  expect(JSON.stringify({ ...sessionStorage })).toContain('Anna')
  expect(foundAfter(1)).toBeUndefined()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Anna')
})

test('opening the form again is no change: only typing keeps it for longer', () => {
  leaveName()
  expect([foundAfter(20), foundAfter(20)]).toEqual(['Anna', undefined])
  leaveName()
  expect(foundAfter(20)).toBe('Anna')
  leaveName()
  expect(foundAfter(20)).toBe('Anna')
})

test('a clock that was set back by more does not keep it either', () => {
  leaveName()
  expect(foundAfter(-31)).toBeUndefined()
})
