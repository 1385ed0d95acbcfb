import { expect, test } from 'vitest'
import { loadBrandAssets } from '#server/settings/brand'
import { refuseText, textKeys, textOf } from './texts.ts'

const assets = await loadBrandAssets('stater')
const { ru } = assets.texts
const NOTHING = { flags: [], texts: [], margins: [], support: [], velocity: [] }

test('a text is the operator’s, else the brand’s, else the catalogue’s', () => {
  const place = { iname: 'policy.title', language: 'ru' } as const
  expect(textOf(NOTHING, assets, place)).toEqual({ text: ru['policy.title'], source: 'brand' })
  expect(textOf({ ...NOTHING, texts: [{ ...place, text: 'Бумаги' }] }, assets, place)).toEqual({
    text: 'Бумаги',
    source: 'operator',
  })
  expect(textOf(NOTHING, assets, { iname: 'common.back', language: 'ru' }).source).toBe('catalogue')
  expect(() => textOf(NOTHING, assets, { iname: 'pin.left_few', language: 'en' })).toThrow(
    'There is no text "pin.left_few" in en',
  )
})

test('the keys of the texts are those of the catalogue and those of the brand alone, each once', () => {
  const own = { 'document.tariffs': 'Тарифы' }
  const keys = textKeys({ ...assets, texts: { ...assets.texts, ru: { ...ru, ...own } } }, 'ru')
  expect(keys).toEqual(expect.arrayContaining(['common.back', 'policy.title', 'document.tariffs']))
  expect(new Set(keys).size).toBe(keys.length)
  expect(textKeys(assets, 'ru')).not.toContain('document.tariffs')
})

test('a text keeps the placeholders of the text it replaces, in any order, and has no others', () => {
  expect(() => refuseText('{b} и {a}, <doc>тут</doc>', '{a} {b} <doc>x</doc>')).not.toThrow()
  expect(() => refuseText('Код', '{code} — код')).toThrow('has to say {code}')
  expect(() => refuseText('Код {name}', 'Код')).toThrow('Nothing fills {name} in here')
  expect(() => refuseText('<doc>тут', '<doc>тут</doc>')).toThrow('has to say </doc>')
})

test('a text is not empty, has a maximum length, and has no control characters except line breaks', () => {
  expect(() => refuseText('  ', 'x')).toThrow('The text is empty')
  expect(() => refuseText('x'.repeat(2001), 'x')).toThrow('2000 are the most')
  expect(() => refuseText('a\u0007', 'x')).toThrow('controls how it is read')
  expect(() => refuseText('abc \u202eevil', 'x')).toThrow('controls how it is read')
  expect(() => refuseText('a\nb', 'x')).not.toThrow()
})
