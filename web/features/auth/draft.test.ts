// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeStepOf } from './code-step.ts'
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

test('a clock that was set back by less, and a reload: another code is waited for no longer than the server has said', () => {
  const { result, unmount } = opened()
  act(() => result.current.noteSent('answers', codeStepOf('79120000000', 60)))
  unmount()
  vi.setSystemTime(Date.now() - 10 * MINUTE_MS)
  const again = opened()
  expect((again.result.current.sent?.resendAt ?? 0) - Date.now()).toBe(60_000)
  again.unmount()
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS + 30_000)
  const later = opened()
  expect((later.result.current.sent?.resendAt ?? 0) - Date.now()).toBeLessThanOrEqual(30_000)
  later.unmount()
})
