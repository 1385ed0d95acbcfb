import { expect, test } from 'vitest'
import { CATALOGUES } from './texts.ts'
import { unbroken } from './unbroken.ts'

test('no line ends behind the hyphen of PIN-код or QR-код; other hyphens may end one', () => {
  expect(unbroken('Введите PIN-код из SMS-сообщения')).toBe('Введите PIN-\u2060код из SMS-\u2060сообщения')
  for (const text of ['E-Wallet', 'кто-то', '19-й', 'one-time']) expect(unbroken(text)).toBe(text)
})

test('the texts that the API hands out have no such sign', () => {
  for (const catalogue of Object.values(CATALOGUES)) expect(Object.values(catalogue).join()).not.toContain('\u2060')
})
