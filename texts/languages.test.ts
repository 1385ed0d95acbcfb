import { describe, expect, test } from 'vitest'
import { factsOf, inEveryLanguage, inLanguage, knownLanguage, LANGUAGES } from './languages.ts'
import { CATALOGUES, readCatalogue } from './texts.ts'

const NBSP = '\u00a0'

describe.each(LANGUAGES)('%s', (language) => {
  const { name, locale, group, decimal, isSymbolFirst, months } = factsOf(language)

  test('is known to the platform, by its locale and by its own name', () => {
    expect(Intl.getCanonicalLocales(locale)).toEqual([locale])
    expect(new Intl.Locale(locale).language).toBe(new Intl.Locale(language).language)
    const said = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? ''
    expect(name.toLocaleLowerCase(language)).toBe(said.toLocaleLowerCase(language))
  })

  test('writes money as the platform does', () => {
    const options = { style: 'currency', currency: 'EUR', useGrouping: 'always' } as const
    const said = new Intl.NumberFormat(`${locale}-u-nu-latn`, options).format(1234.5).replaceAll('\u202f', NBSP)
    const number = `1${group}234${decimal}50`
    expect(said).toBe(isSymbolFirst ? `€${number}` : `${number}${NBSP}€`)
  })

  test('writes days as the platform does', () => {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
    const said = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 7)).replaceAll(NBSP, ' '))
    if (months) expect(months.split(' ').map((month) => `7 ${month}`)).toEqual(said)
    expect(new Set(said).size).toBe(12)
  })

  test('is its own in what is made for each', () => {
    expect(inEveryLanguage((each) => `in ${each}`)[language]).toBe(`in ${language}`)
    expect(knownLanguage(language)).toBe(language)
  })
})

test('the language of the specification is Russian; it is that of whoever has none, or one that there is no more', () => {
  expect([LANGUAGES[0], knownLanguage(null), knownLanguage('xx'), knownLanguage('toString')]).toEqual(['ru', 'ru', 'ru', 'ru'])
})

test('what was written before there was a language is said in the first that it was written in', () => {
  expect(inLanguage({ ru: 'Привет', en: 'Hello' }, 'en')).toBe('Hello')
  expect(inLanguage({ ru: 'Привет' }, 'en')).toBe('Привет')
  expect(inLanguage({}, 'en')).toBeUndefined()
})

test('a catalogue without a text, or without a plural form of its language, is refused', () => {
  const { 'common.back': _, ...short } = CATALOGUES.en
  expect(() => readCatalogue('en', short)).toThrow('common.back (1 missing)')
  expect(() => readCatalogue('ru', CATALOGUES.en)).toThrow('_few')
  expect(() => readCatalogue('en', undefined)).toThrow('texts/en.ts')
  expect(readCatalogue('en', CATALOGUES.en)).toBe(CATALOGUES.en)
})
