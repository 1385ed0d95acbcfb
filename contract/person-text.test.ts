import * as v from 'valibot'
import { expect, test } from 'vitest'
import { cleanText, personText } from './person-text.ts'

const takes = (text: string): boolean => v.safeParse(personText(60), text).success

test.each([
  ['Persian', 'علی\u200cرضا'],
  ['Persian, two names', 'امیر\u200cحسین'],
  ['Hindi', 'श्री\u200dमती'],
  ['Sinhala', 'ක්\u200dරිස්'],
  ['Bengali', 'নাম\u200cটি'],
  ['a family', 'Anna 👨‍👩‍👧'],
  ['a heart on fire', 'Leeds ❤️‍🔥'],
  ['a flag', '1 Park Row 🏳️‍🌈'],
])('a joiner that a script or an emoji needs stays: %s', (_of, text) => {
  expect([cleanText(text), takes(text)]).toEqual([text, true])
})

test.each([
  ['Анна\u200b', 'Анна'],
  ['Ан\u00adна', 'Анна'],
  ['\ufeffАнна', 'Анна'],
  ['Ан\u200cна', 'Анна'],
  ['LS1\u200d1UR', 'LS11UR'],
  ['Ан\u034f\u115fна', 'Анна'],
  ['\u2800Анна ', 'Анна'],
])('invisible characters are removed from %j', (text, clean) => {
  expect([cleanText(text), takes(text)]).toEqual([clean, true])
})

test.each(['', ' ', '\u3164', '\u2800', '\u200b', '\u0301'])('a text without visible characters is empty: %j', (text) => {
  expect(takes(text)).toBe(false)
})

test.each(['Анна\u202eаннА', '\u2066Анна', 'Анна\nанна', 'Анна\u2028анна', 'Ан\u0007на'])(
  'what turns the direction of a text, or ends its line, is refused: %j',
  (text) => {
    expect(takes(text)).toBe(false)
  },
)

test('the length is that of the cleaned text', () => {
  expect(takes(`${'А'.repeat(60)}\u200b `)).toBe(true)
  expect(takes('А'.repeat(61))).toBe(false)
})
