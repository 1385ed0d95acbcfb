// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { forgetReturn, keepReturn } from './keep-return.ts'
import { readReturn } from './return-path.ts'

beforeEach(forgetReturn)

test('who had to sign in on the page of a code is led back to it, once', () => {
  const path = '/pay/Q7mZ2kP9xV4tB8nL?currency=RUB&amount=12.50'
  expect(readReturn()).toBeUndefined()
  keepReturn(path)
  expect(readReturn()).toBe(path)
  forgetReturn()
  expect(readReturn()).toBeUndefined()
})

test.each([
  '/settings',
  'https://evil.example/pay/Q7mZ2kP9xV4tB8nL',
  '//evil.example/pay/x',
  '/pay/a/b',
  'javascript:alert(1)',
  '',
])('nobody is led to «%s»', (path) => {
  keepReturn(path)
  expect(readReturn()).toBeUndefined()
})
