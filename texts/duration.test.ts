import { expect, test } from 'vitest'
import { durationText } from './duration.ts'
import type { Language } from './languages.ts'
import { createTexts } from './texts.ts'

const { translate } = createTexts()

function words(language: Language, seconds: number): string {
  return durationText((key, parameters) => translate(language, key, parameters), seconds).replaceAll('\u00a0', ' ')
}

test.each([
  [-5, '1 секунду', '1 second'],
  [0, '1 секунду', '1 second'],
  [21, '21 секунду', '21 seconds'],
  [42.2, '43 секунды', '43 seconds'],
  [59, '59 секунд', '59 seconds'],
  [59.3, '1 минуту', '1 minute'],
  [60, '1 минуту', '1 minute'],
  [61, '2 минуты', '2 minutes'],
  [119, '2 минуты', '2 minutes'],
  [120, '2 минуты', '2 minutes'],
  [1800, '30 минут', '30 minutes'],
  [3599, '1 час', '1 hour'],
  [3600, '1 час', '1 hour'],
  [3601, '61 минуту', '61 minutes'],
  [7140, '119 минут', '119 minutes'],
  [7199, '2 часа', '2 hours'],
  [7200, '2 часа', '2 hours'],
  [82_800, '23 часа', '23 hours'],
  [86_400, '24 часа', '24 hours'],
])('%d seconds: %s, %s', (seconds, russian, english) => {
  expect([words('ru', seconds), words('en', seconds)]).toEqual([russian, english])
})
