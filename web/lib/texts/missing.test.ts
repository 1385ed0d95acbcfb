import { expect, test } from 'vitest'
import { en } from '#texts/en'
import { ru } from '#texts/ru'
import type { TextKey } from '#texts/texts'
import { translate } from '#texts/translate'
import { missingText } from './missing.ts'

const inRussian = (keys: readonly TextKey[], sentence?: 'reason.missing_own') =>
  missingText((key, parameters) => translate(ru, 'ru', key, parameters), keys, sentence, 'ru')
const inEnglish = (keys: readonly TextKey[], sentence?: 'reason.missing_own') =>
  missingText((key, parameters) => translate(en, 'en', key, parameters), keys, sentence, 'en')

test('what a form still needs is a sentence in either language', () => {
  expect(inRussian(['reason.amount', 'reason.card'])).toBe('Укажите сумму и номер карты')
  expect(inRussian(['reason.account', 'reason.amount', 'reason.recipient'])).toBe('Укажите счет, сумму и получателя')
  expect(inEnglish(['reason.amount', 'reason.card'])).toBe('Enter the amount and card number')
  expect(inRussian(['reason.first_name', 'reason.phone', 'reason.email'], 'reason.missing_own')).toBe(
    'Укажите имя, телефон и почту',
  )
  expect(inEnglish(['reason.phone', 'reason.email'], 'reason.missing_own')).toBe('Enter your phone number and email')
})

test('of more than three fields none is named', () => {
  const three = ['reason.first_name', 'reason.phone', 'reason.email'] as const
  expect(inEnglish([...three, 'reason.city'], 'reason.missing_own')).toBe('Fill in the fields above')
  expect(inRussian([...three, 'reason.city'], 'reason.missing_own')).toBe('Заполните поля выше')
})

test('to agree is asked for once all else is there', () => {
  expect(inRussian(['reason.first_name', 'reason.offer', 'reason.data'])).toBe('Укажите имя')
  expect(inRussian(['reason.offer'])).toBe('Согласитесь с\u00a0условиями, чтобы продолжить')
})

test('nothing is said of the boxes of a code or a PIN, which are empty for all to see, nor where nothing is missing', () => {
  expect(inRussian(['reason.code', 'reason.pin'])).toBeUndefined()
  expect(inRussian([])).toBeUndefined()
})
