import { expect, test } from 'vitest'
import { atLevel } from './at-level.ts'
import type { Language } from './languages.ts'
import { levelTitle } from './level-name.ts'
import { createTexts, type TextKey, type TextParameters } from './texts.ts'

const texts = createTexts()
const speaking = (language: Language) => (key: TextKey, parameters?: TextParameters) => texts.translate(language, key, parameters)
const [inRussian, inEnglish] = [speaking('ru'), speaking('en')]

test.each([
  ['базовый', 'Базовый уровень', 'На\u00a0базовом уровне'],
  ['полный', 'Полный уровень', 'На\u00a0полном уровне'],
  ['золотой', 'Золотой уровень', 'На\u00a0золотом уровне'],
  ['высокий', 'Высокий уровень', 'На\u00a0высоком уровне'],
  ['средний', 'Средний уровень', 'На\u00a0среднем уровне'],
  ['премиум', 'Уровень «премиум»', 'На\u00a0уровне «премиум»'],
  ['VIP', 'VIP уровень', 'На\u00a0VIP уровне'],
])('a level called %s is «%s», and «%s»', (name, title, at) => {
  expect(levelTitle(inRussian, name)).toBe(title)
  expect(atLevel(inRussian, name)).toBe(at)
})

test('in English it is called as it is', () => {
  expect(levelTitle(inEnglish, 'basic')).toBe('Basic level')
  expect(atLevel(inEnglish, 'basic')).toBe('At the basic level')
})
