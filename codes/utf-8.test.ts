import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8BytesOf } from './utf-8.ts'

test('a text has the bytes that every encoder gives it, halves of characters too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8BytesOf(text)).toEqual(Array.from(new TextEncoder().encode(text)))
    }),
  )
  for (const text of ['\ud800', 'x\udc00y', '₽😀é']) expect(utf8BytesOf(text)).toEqual(Array.from(new TextEncoder().encode(text)))
})
