// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { refetchOnMountUnlessFresh } from './query-client.ts'

test('data are refetched on a new mount, except data that were fetched a moment before', () => {
  expect(refetchOnMountUnlessFresh({ state: { dataUpdatedAt: Date.now() - 2500 } })).toBe('always')
  expect(refetchOnMountUnlessFresh({ state: { dataUpdatedAt: 0 } })).toBe('always')
  // Afterwards only a query marked as stale is refetched.
  expect(refetchOnMountUnlessFresh({ state: { dataUpdatedAt: Date.now() } })).toBe(true)
})
