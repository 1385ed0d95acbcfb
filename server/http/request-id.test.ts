import { expect, test } from 'vitest'
import { requestIdOf } from './request-id.ts'

const FRESH = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('an id that a proxy of ours has given is taken over', () => {
  expect(requestIdOf('edge-7f.3_A', true)).toBe('edge-7f.3_A')
  expect(requestIdOf('a'.repeat(64), true)).toBe('a'.repeat(64))
})

test('an id from outside, one that may do harm and one given twice are not', () => {
  expect(requestIdOf('edge-7f.3_A', false)).toMatch(FRESH)
  for (const given of ['', 'a b', 'a\nb', '"}', '<b>', 'ё', 'a'.repeat(65), ['a', 'b'], undefined]) {
    expect(requestIdOf(given, true)).toMatch(FRESH)
  }
})

test('each request has an id of its own', () => {
  expect(requestIdOf(undefined, true)).not.toBe(requestIdOf(undefined, true))
})
