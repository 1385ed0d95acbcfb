import { expect, test } from 'vitest'
import { parsePhone } from './phone.ts'

test.each(['79123456789', '+79123456789', '+7 (912) 345-67-89', '7 912 345 67 89'])('%s is one number', (spelling) => {
  expect(parsePhone(spelling)).toEqual({ e164: '+79123456789', country: 'RU' })
})

test('a number of Kazakhstan is not one of Russia, though both begin with 7', () => {
  expect(parsePhone('77012345678')?.country).toBe('KZ')
})

test.each([
  '',
  '7',
  '٧٩١٢٣٤٥٦٧٨٩',
  '７９１２３４５６７８９',
  '7912345678901234567',
  'phone',
  '7912345678a',
  '%2B79123456789',
  '++79123456789',
])('%j is no phone number', (spelling) => {
  expect(parsePhone(spelling)).toBeUndefined()
})
