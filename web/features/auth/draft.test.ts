// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDraft } from './draft.ts'

const HALF_AN_HOUR_MS = 30 * 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

/** The names that are found in the tab after somebody typed one and went away for `ms`. */
function foundAfter(ms: number): string | undefined {
  const { result, unmount } = renderHook(() => useDraft('register'))
  act(() => result.current.change({ firstName: 'Anna' }))
  unmount()
  vi.setSystemTime(Date.now() + ms)
  return renderHook(() => useDraft('register')).result.current.typed.firstName
}

test('what was typed is at hand for half an hour, and for nobody who comes to the tab later', () => {
  expect(foundAfter(HALF_AN_HOUR_MS - 1)).toBe('Anna')
  expect(foundAfter(HALF_AN_HOUR_MS)).toBeUndefined()
})
