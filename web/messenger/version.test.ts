import { expect, test } from 'vitest'
import { isAtLeast } from './version.ts'

test.each([
  ['8.0', '7.10', true],
  ['7.10', '7.7', true],
  ['7.7', '7.10', false],
  ['6.0', '6.1', false],
  ['6.1', '6.1', true],
  ['10.1', '8.0', true],
  ['nonsense', '6.0', false],
])('version %s is at least %s: %s', (version, needed, answer) => {
  expect(isAtLeast(version, needed)).toBe(answer)
})
