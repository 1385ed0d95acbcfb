import { expect, test } from 'vitest'
import { hasDuplicateKeys } from './duplicate-keys.ts'

test.each([
  '{"a":1,"a":2}',
  '{"to":{"phone":"1"},"\\u0074o":{}}',
  '[{"a":{"b":[{"c":1,"c":1}]}}]',
  '{"a":"\\"","b":1,"a":2}',
  '{"a":[],"a":[]}',
  '{"":1,"":2}',
])('a duplicate name in one object is found: %s', (json) => {
  expect(hasDuplicateKeys(json)).toBe(true)
})

test.each([
  '{"a":1,"b":2}',
  '{"a":{"a":{"a":[{"a":1},{"a":2}]}},"b":"a"}',
  '{"a":"{\\"b\\":1,\\"b\\":2}","b":",\\"a\\":"}',
  '["a","a",{"a":["b","b"]}]',
  '"a"',
  '{"a":"x","b":"x","c":{"a":"x"}}',
  '1',
])('text without duplicates passes: %s', (json) => {
  expect(hasDuplicateKeys(json)).toBe(false)
})
