import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  [undefined, 'ru'],
  ['', 'ru'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
  ['de,en;q=0.5', 'en'],
  ['en;q=0.1,ru;q=0.2', 'ru'],
  ['en;q=0', 'ru'],
  ['*', 'ru'],
  ['fr-FR', 'ru'],
])('Accept-Language %j is answered in %s', (header, expected) => {
  expect(languageOf(header)).toBe(expected)
})
