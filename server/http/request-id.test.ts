import { expect, test } from 'vitest'
import { requestIdOf } from './request-id.ts'

const FRESH = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('an id from a proxy of ours is kept', () => {
  expect(requestIdOf('edge-7f.3_A', true)).toBe('edge-7f.3_A')
  expect(requestIdOf('a'.repeat(64), true)).toBe('a'.repeat(64))
})

test('an id from outside, a harmful id and an id given twice are not kept', () => {
  expect(requestIdOf('edge-7f.3_A', false)).toMatch(FRESH)
  for (const given of ['', 'a b', 'a\nb', '"}', '<b>', 'ё', 'a'.repeat(65), ['a', 'b'], undefined]) {
    expect(requestIdOf(given, true)).toMatch(FRESH)
  }
})

test('each request has a unique id', () => {
  expect(requestIdOf(undefined, true)).not.toBe(requestIdOf(undefined, true))
})
