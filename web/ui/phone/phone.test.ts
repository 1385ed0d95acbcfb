import { describe, expect, test } from 'vitest'
import { COUNTRIES } from './countries.ts'
import {
  digitsMissing,
  formatPhone,
  maskFor,
  moveToCountry,
  type Phone,
  phoneCountries,
  phoneDigits,
  readPhoneInput,
  startPhone,
} from './phone.ts'

const russia: Phone = { iso: 'RU', national: '' }
const britain: Phone = { iso: 'GB', national: '' }
const takesAll = { excludedCountries: [], defaultCountry: { ru: 'RU', en: 'GB' } }
const withoutRussia = { excludedCountries: ['RU'], defaultCountry: { ru: 'KZ', en: 'GB' } }

describe('reading a phone number', () => {
  test.each([
    ['9123456789', russia, '79123456789'],
    ['89123456789', russia, '79123456789'],
    ['8 (912) 345-67-89', russia, '79123456789'],
    ['79123456789', russia, '79123456789'],
    ['+7 912 345-67-89', russia, '79123456789'],
    ['+7 912 345-67-89', britain, '79123456789'],
    ['79123456789', britain, '79123456789'],
    ['07911 123456', britain, '447911123456'],
    ['+44 (0)7911 123456', britain, '447911123456'],
    ['00447911123456', russia, '447911123456'],
    ['0044 (0) 7911 123-456', britain, '447911123456'],
    ['007 (912) 345-67-89', britain, '79123456789'],
    ['8 (912) 345-67-89', britain, '79123456789'],
    ['8 701 234-56-78', britain, '77012345678'],
    ['852 6123 4567', britain, '85261234567'],
    ['447911123456', russia, '447911123456'],
    ['+1 212 555 0123', russia, '12125550123'],
    ['912', russia, '7912'],
    ['', russia, ''],
  ])('%s beside %o is %s', (text, current, digits) => {
    expect(phoneDigits(readPhoneInput(text, current, COUNTRIES))).toBe(digits)
  })

  test('tells the country by its code and keeps the chosen one where several share it', () => {
    expect(readPhoneInput('+7 701 000 99 98', { iso: 'KZ', national: '' }, COUNTRIES).iso).toBe('KZ')
    expect(readPhoneInput('+7 912 345 67 89', britain, COUNTRIES).iso).toBe('RU')
    expect(readPhoneInput('+7 701 000 99 98', russia, COUNTRIES).iso).toBe('KZ')
    expect(readPhoneInput('8 701 000 99 98', britain, COUNTRIES).iso).toBe('KZ')
    expect(readPhoneInput('701 000 99 98', russia, COUNTRIES).iso).toBe('RU')
    expect(readPhoneInput('+1 613 555 0123', { iso: 'CA', national: '' }, COUNTRIES).iso).toBe('CA')
    expect(readPhoneInput('+1 613 555 0123', russia, COUNTRIES).iso).toBe('US')
  })

  test('a digit too many that is typed does not change the country', () => {
    const afghan = readPhoneInput('93123456789', { iso: 'RU', national: '9312345678' }, COUNTRIES)
    expect(phoneDigits(afghan)).toBe('79312345678')
  })

  test('drops what is too long', () => {
    expect(phoneDigits(readPhoneInput('91234567890123456789', russia, COUNTRIES))).toBe('79123456789')
  })
})

test('Russia cannot be chosen where the brand excludes it, not even by pasting [phone-phone-1]', () => {
  const countries = phoneCountries(withoutRussia)
  expect(countries.some(({ iso }) => iso === 'RU')).toBe(false)
  expect(countries).toHaveLength(COUNTRIES.length - 1)
  expect(readPhoneInput('+7 912 345-67-89', britain, countries).iso).not.toBe('RU')
})

test('a phone field begins with the country of the brand and language, or with the given number', () => {
  expect(startPhone(takesAll, 'ru')).toEqual({ iso: 'RU', national: '' })
  expect(startPhone(takesAll, 'en')).toEqual({ iso: 'GB', national: '' })
  expect(startPhone(takesAll, 'en', '79123456789')).toEqual({ iso: 'RU', national: '9123456789' })
})

test('the mask is the specification’s for Russia, and nine digits first for Britain [phone-phone-2]', () => {
  expect(maskFor(russia)).toBe('(###)###-##-##')
  expect(maskFor(britain)).toBe('### ### ###')
  expect(maskFor({ iso: 'GB', national: '7911123456' })).toBe('#### ######')
  expect(maskFor({ iso: 'GB', national: '79', mask: '#### ######' })).toBe('#### ######')
})

test('says how many digits are missing', () => {
  expect(digitsMissing({ iso: 'RU', national: '912' })).toBe(7)
  expect(digitsMissing({ iso: 'RU', national: '9123456789' })).toBe(0)
  expect(digitsMissing({ iso: 'GB', national: '79111234' })).toBe(1)
  expect(digitsMissing({ iso: 'GB', national: '7911123456' })).toBe(0)
})

test('moves digits to another country, as many as fit', () => {
  expect(moveToCountry({ iso: 'RU', national: '9123456789' }, 'AE')).toEqual({ iso: 'AE', national: '912345678' })
})

test.each([
  ['79123456789', '+7\u00a0(912)\u00a0345-67-89'],
  ['447911123456', '+44\u00a07911\u00a0123456'],
  ['12125550123', '+1\u00a0(212)\u00a0555-0123'],
])('%s reads %s', (digits, text) => {
  expect(formatPhone(digits)).toBe(text)
})

test('where a brand names its countries no other can be chosen', () => {
  const named = { excludedCountries: [], countries: ['RU', 'KZ'], defaultCountry: { ru: 'RU', en: 'KZ' } }
  expect(phoneCountries(named).map(({ iso }) => iso)).toEqual(['KZ', 'RU'])
})
