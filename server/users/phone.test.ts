import { expect, test } from 'vitest'
import { parsePhone } from './phone.ts'

test.each(['79123456789', '+79123456789', '+7 (912) 345-67-89', '7 912 345 67 89'])('%s is read as one number', (spelling) => {
  expect(parsePhone(spelling)).toEqual({ e164: '+79123456789', countries: ['RU'], canExist: true, isDear: false })
})

test('a number of Kazakhstan is not one of Russia, though both begin with 7', () => {
  expect(parsePhone('77012345678')?.countries).toEqual(['KZ'])
})

test('a number that does not reveal its country may be of any country with its code', () => {
  expect(parsePhone('71234567890')?.countries).toEqual(expect.arrayContaining(['RU', 'KZ']))
})

test('a British number has nine digits, as the specification says, or ten', () => {
  expect(parsePhone('44791112345')?.e164).toBe('+44791112345')
  expect(parsePhone('447911123456')?.e164).toBe('+447911123456')
  expect(parsePhone('4479111234')).toBeUndefined()
})

test.each([
  '+7 000 000 00 00',
  '+1 000 000 0000',
  '+1 114 851 2345',
  '+7 104 851 23 45',
  '+62 111 111 111',
  '62628123456789',
  '4343664123456',
  '71234567890',
])('%s is long enough, but cannot be assigned to anybody', (spelling) => {
  expect(parsePhone(spelling)?.canExist).toBe(false)
})

test.each(['44791112345', '447911123456', '77012345678', '12125550123'])('%s can be assigned to a person', (spelling) => {
  expect(parsePhone(spelling)?.canExist).toBe(true)
})

test.each(['820000000', '+82 00 000 00'])('%s, which is read as another number each time, is refused', (spelling) => {
  expect(parsePhone(spelling)).toBeUndefined()
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
])('%j is not a phone number', (spelling) => {
  expect(parsePhone(spelling)).toBeUndefined()
})

test.each(['881612345678', '870773123456', '78091234567', '449098790123', '18005550199'])(
  '%s is expensive to send to, or a service’s number',
  (digits) => {
    expect(parsePhone(digits)?.isDear).toBe(true)
  },
)

test.each(['79121234567', '447911123456', '77011234567'])('%s is a person’s number', (digits) => {
  expect(parsePhone(digits)?.isDear).toBe(false)
})
