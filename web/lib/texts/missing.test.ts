import { expect, test } from 'vitest'
import { en } from '#texts/en'
import { ru } from '#texts/ru'
import type { TextKey } from '#texts/texts'
import { translate } from '#texts/translate'
import { missingText } from './missing.ts'

const inRussian = (keys: readonly TextKey[]) => missingText((key, parameters) => translate(ru, 'ru', key, parameters), keys, 'ru')
const inEnglish = (keys: readonly TextKey[]) => missingText((key, parameters) => translate(en, 'en', key, parameters), keys, 'en')

test('what a form still needs is a sentence in either language', () => {
  expect(inRussian(['reason.amount', 'reason.card'])).toBe('Укажите сумму и номер карты')
  expect(inRussian(['reason.account', 'reason.amount', 'reason.recipient'])).toBe('Укажите счет, сумму и получателя')
  expect(inEnglish(['reason.amount', 'reason.card'])).toBe('Still needed: amount and card number')
})

test('to agree is asked for once all else is there', () => {
  expect(inRussian(['reason.first_name', 'reason.offer', 'reason.data'])).toBe('Укажите имя')
  expect(inRussian(['reason.offer'])).toBe('Согласитесь с\u00a0условиями, чтобы продолжить')
})

test('nothing is said of the boxes of a code or a PIN, which are empty for all to see, nor where nothing is missing', () => {
  expect(inRussian(['reason.code', 'reason.pin'])).toBeUndefined()
  expect(inRussian([])).toBeUndefined()
})
