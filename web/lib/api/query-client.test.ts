// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { refetchOnMountUnlessFresh } from './query-client.ts'

test('what is shown is asked anew when it is drawn again, but not what came the moment before', () => {
  expect(refetchOnMountUnlessFresh({ state: { dataUpdatedAt: Date.now() - 2500 } })).toBe('always')
  expect(refetchOnMountUnlessFresh({ state: { dataUpdatedAt: 0 } })).toBe('always')
  // Afterwards only a query marked as stale is refetched.
  expect(refetchOnMountUnlessFresh({ state: { dataUpdatedAt: Date.now() } })).toBe(true)
})
