import { type CountryCode, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { beforeAll, describe, expect, test } from 'vitest'
import { COUNTRIES } from './countries.ts'
import {
  formatPhone,
  isWholePhone,
  maskFor,
  moveToCountry,
  type Phone,
  phoneCountries,
  phoneDigits,
  phoneFault,
  readPhoneInput,
  startPhone,
} from './phone.ts'
import { loadPhoneLibrary } from './phone-library.ts'

beforeAll(loadPhoneLibrary)

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
    ['+52 1 222 123 4567', russia, '522221234567'],
    ['00 52 1 222 123 4567', russia, '522221234567'],
    ['+5212221234567', russia, '522221234567'],
    ['045 222 123 4567', { iso: 'MX', national: '' }, '522221234567'],
    ['+36 06 20 123 4567', russia, '36201234567'],
    ['+375 8 029 123-45-67', russia, '375291234567'],
    ['+55 015 11 98765-4321', russia, '5511987654321'],
    ['+7 8 912 345-67-89', russia, '79123456789'],
    ['+44 07911 123456', russia, '447911123456'],
    ['+91 098765 43210', russia, '919876543210'],
    ['+81 090 1234 5678', russia, '819012345678'],
    ['011 48 512 345 678', { iso: 'US', national: '' }, '48512345678'],
    ['011 44 7400 123456', { iso: 'US', national: '' }, '447400123456'],
    ['8~10 48 512 345 678', russia, '48512345678'],
    ['810 48 512 345 678', russia, '48512345678'],
    ['010 48 512 345 678', { iso: 'JP', national: '' }, '48512345678'],
    ['0011 48 512 345 678', { iso: 'AU', national: '' }, '48512345678'],
    ['001 48 512 345 678', { iso: 'KR', national: '' }, '48512345678'],
    ['001 48 512 345 678', { iso: 'TH', national: '' }, '48512345678'],
    ['990 48 512 345 678', { iso: 'FI', national: '' }, '48512345678'],
    ['00 21 48 512 345 678', { iso: 'BR', national: '' }, '48512345678'],
    ['62812345678', { iso: 'ID', national: '' }, '62812345678'],
    ['628123456789', { iso: 'ID', national: '' }, '628123456789'],
    ['62 812 3456 789', { iso: 'ID', national: '' }, '628123456789'],
    ['0812 345 678', { iso: 'ID', national: '' }, '62812345678'],
    ['+62 0812 345 678', russia, '62812345678'],
    ['43664123456', { iso: 'AT', national: '' }, '43664123456'],
    ['+43 0664 123456', russia, '43664123456'],
    ['+60 012 345 6789', russia, '60123456789'],
    ['6421123456', { iso: 'NZ', national: '' }, '6421123456'],
    ['8 771 000 99 98', russia, '77710009998'],
    ['8 771 000 99 98', { iso: 'ID', national: '' }, '77710009998'],
    ['8 771 000 99 98', { iso: 'DE', national: '' }, '77710009998'],
    ['8 912 345 67 89', { iso: 'CN', national: '' }, '79123456789'],
    ['+٧ ٩١٢ ٣٤٥ ٦٧ ٨٩', russia, '79123456789'],
    ['＋７ ９１２ ３４５ ６７ ８９', russia, '79123456789'],
    ['+७ ९१२ ३४५ ६७ ८९', russia, '79123456789'],
    ['\u202a+7 912 345-67-89\u202c', russia, '79123456789'],
    ['Тел.: +7 912 345-67-89', russia, '79123456789'],
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
    expect(readPhoneInput('8 771 000 99 98', russia, COUNTRIES).iso).toBe('KZ')
    expect(readPhoneInput('+1 613 555 0123', { iso: 'CA', national: '' }, COUNTRIES).iso).toBe('CA')
    expect(readPhoneInput('+1 613 555 0123', russia, COUNTRIES).iso).toBe('US')
  })

  test.each([
    ['7 912 345 67 89 0', russia],
    ['+7 912 345 67 890', russia],
    ['91234567890123456789', russia],
    // Germany's own, or with its code before a number that is too short.
    ['49151123456', { iso: 'DE', national: '' }],
    ['8 912 345 67 89, 8 913 345 67 89', russia],
    ['+7 912 345 67 89 доб. 12', russia],
    ['anna@mail.example', russia],
  ])('%s stays as it is, with a word', (text, current) => {
    const phone = readPhoneInput(text, current, COUNTRIES)
    expect(phone).toMatchObject({ iso: current.iso, national: '', unread: text })
    expect(phoneDigits(phone)).toBe('')
    expect(phoneFault(phone, true)).toEqual({ key: 'err.phone_unread' })
  })

  test('a digit too many that is typed stays to be seen and mended, and does not change the country', () => {
    const long = readPhoneInput('(931)234-56-789', { iso: 'RU', national: '9312345678' }, COUNTRIES)
    expect(long).toEqual({ iso: 'RU', national: '', unread: '(931)234-56-789' })
    expect(phoneFault(long, false)).toEqual({ key: 'err.phone_unread' })
    expect(readPhoneInput('93123456789', { iso: 'RU', national: '9312345678' }, COUNTRIES).iso).toBe('RU')
    expect(readPhoneInput('(931)234-56-78', long, COUNTRIES)).toEqual({ iso: 'RU', national: '9312345678' })
  })

  test('a letter that is typed is not taken', () => {
    expect(readPhoneInput('(931)a', { iso: 'RU', national: '931' }, COUNTRIES)).toEqual({ iso: 'RU', national: '931' })
  })

  test.each(COUNTRIES.map(({ iso, code }) => [iso, code] as const))(
    'of %s is the same however it is typed, pasted or filled in',
    (iso, code) => {
      const example = getExampleNumber(iso as CountryCode, examples)
      if (!example) throw new Error(`${iso} has no example`)
      const national = example.nationalNumber
      const start = { iso, national: '' }
      const typed = (text: string): Phone =>
        Array.from(text).reduce(
          (phone, digit) => readPhoneInput(`${phone.unread ?? phone.national}${digit}`, phone, COUNTRIES),
          start as Phone,
        )
      const ways = {
        typed: typed(national),
        'typed with its code': typed(`${code}${national}`),
        'typed with a plus': typed(`+${code}${national}`),
        pasted: readPhoneInput(national, start, COUNTRIES),
        'pasted as at home': readPhoneInput(example.formatNational(), start, COUNTRIES),
        'pasted with its code': readPhoneInput(`${code}${national}`, start, COUNTRIES),
        'pasted with a plus': readPhoneInput(example.formatInternational(), start, COUNTRIES),
        'pasted with a plus abroad': readPhoneInput(example.number, russia, COUNTRIES),
        'pasted with 00 abroad': readPhoneInput(`00${code}${national}`, russia, COUNTRIES),
      }
      const read = Object.fromEntries(Object.entries(ways).map(([way, phone]) => [way, phoneDigits(phone) || phone]))
      expect(read).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, `${code}${national}`])))
    },
  )
})

test('Russia cannot be chosen where the brand excludes it, not even by pasting [phone-phone-1]', () => {
  const countries = phoneCountries(withoutRussia)
  expect(countries.some(({ iso }) => iso === 'RU')).toBe(false)
  expect(countries).toHaveLength(COUNTRIES.length - 1)
  const phone = readPhoneInput('+7 912 345-67-89', britain, countries)
  expect(phone.iso).not.toBe('RU')
  expect(phoneFault(phone, false)).toEqual({ key: 'refusal.phone_unsupported' })
  expect(phoneDigits(phone)).toBe('79123456789')
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

test.each([
  ['RU', '', false, undefined],
  ['RU', '', true, { key: 'err.phone' }],
  ['RU', '912', false, undefined],
  ['RU', '912', true, { key: 'err.phone_short', parameters: { n: 10 } }],
  ['GB', '79111234', true, { key: 'err.phone_short', parameters: { n: 9 } }],
  ['RU', '9123456789', true, undefined],
  ['RU', '0000000000', false, { key: 'err.phone_none' }],
  ['US', '1148512345', false, { key: 'err.phone_none' }],
  ['ID', '111111111', false, undefined],
  ['ID', '111111111', true, { key: 'err.phone_none' }],
  // The specification's nine digits.
  ['GB', '791112345', true, undefined],
  ['GB', '7911123456', true, undefined],
] as const)('of %s %j, left: %s, is told %j', (iso, national, isLeft, fault) => {
  expect(phoneFault({ iso, national }, isLeft)).toEqual(fault)
  expect(isWholePhone({ iso, national })).toBe(national !== '' && phoneFault({ iso, national }, true) === undefined)
})

test('a number with a plus is not called unreadable while it is typed', () => {
  for (const unread of ['+', '+7', '+7 912', '+7 912 345']) {
    expect(phoneFault({ iso: 'RU', national: '', unread }, false), unread).toBeUndefined()
    expect(phoneFault({ iso: 'RU', national: '', unread }, true), unread).toEqual({ key: 'err.phone_unread' })
  }
})

test('digits move to another country; what does not fit there stays as it is', () => {
  expect(moveToCountry({ iso: 'RU', national: '912345678' }, 'AE', COUNTRIES)).toEqual({ iso: 'AE', national: '912345678' })
  expect(moveToCountry({ iso: 'RU', national: '9123456789' }, 'AE', COUNTRIES)).toEqual({
    iso: 'AE',
    national: '',
    unread: '9123456789',
  })
  expect(phoneDigits(moveToCountry({ iso: 'RU', national: '', unread: '0664 1234567' }, 'AT', COUNTRIES))).toBe('436641234567')
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
