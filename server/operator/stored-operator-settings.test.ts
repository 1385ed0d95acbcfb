import { describe, expect, test } from 'vitest'
import { brand } from '#brands/stater/brand'
import { texts as en } from '#brands/stater/texts.en'
import { texts as ru } from '#brands/stater/texts.ru'
import { inEveryLanguage } from '#texts/languages'
import { defaultMargin, flagAt, marginOf, type StoredOperatorSettings, supportOf, textsOver } from './stored-operator-settings.ts'

const NOTHING: StoredOperatorSettings = { flags: [], texts: [], margins: [], support: [], velocity: [] }
const NOW = new Date('2026-11-20T14:00:00Z')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

describe('a feature flag', () => {
  const topup = (isOn: boolean, offUntil?: Date) => ({ ...NOTHING, flags: [{ name: 'topup', isOn, offUntil }] })

  test('without the operator’s setting has the brand’s initial value', () => {
    expect(flagAt(NOTHING, brand, 'topup', NOW).isOn).toBe(true)
    expect(flagAt(NOTHING, brand, 'market', NOW).isOn).toBe(false)
  })

  test('has the operator’s setting, and its neighbours do not change', () => {
    expect(flagAt(topup(false), brand, 'topup', NOW)).toEqual({ isOn: false, offUntil: undefined })
    expect(flagAt(topup(false), brand, 'exchange', NOW).isOn).toBe(true)
  })

  test('switched off until a time is off before it and on from then', () => {
    expect(flagAt(topup(false, at(1)), brand, 'topup', NOW)).toEqual({ isOn: false, offUntil: at(1) })
    for (const passed of [at(0), at(-1)])
      expect(flagAt(topup(false, passed), brand, 'topup', NOW)).toEqual({ isOn: true, offUntil: undefined })
  })
})

test('a pair has the margin of its direction, else the default, else the setting', () => {
  const stored = {
    ...NOTHING,
    margins: [
      { from: null, to: null, basisPoints: 70 },
      { from: 'RUB', to: 'USD', basisPoints: 120 },
    ],
  }
  expect(marginOf(stored, { from: 'RUB', to: 'USD' }, 50)).toEqual({ basisPoints: 120, source: 'operator' })
  expect(marginOf(stored, { from: 'USD', to: 'RUB' }, 50)).toEqual({ basisPoints: 70, source: 'default' })
  expect(marginOf(NOTHING, { from: 'USD', to: 'RUB' }, 50).basisPoints).toBe(50)
  expect(defaultMargin(NOTHING, 50)).toEqual({ basisPoints: 50, source: 'setting' })
})

test('the support’s contact is the operator’s when set, else the brand’s', () => {
  expect(supportOf({ ...NOTHING, support: [{ field: 'hours', value: '24/7' }] }, brand)).toEqual({
    ...brand.support,
    hours: '24/7',
  })
})

test('the operator’s texts override the brand’s in their language; a text that no catalogue has any more is left out', () => {
  const stored: StoredOperatorSettings = {
    ...NOTHING,
    texts: [
      { iname: 'policy.title', language: 'ru', text: 'Бумаги' },
      { iname: 'gone.long.ago', language: 'ru', text: 'Что' },
    ],
  }
  const texts = textsOver(stored, { texts: { ...inEveryLanguage(() => ({})), ru, en } })
  expect(texts.ru).toEqual({ ...ru, 'policy.title': 'Бумаги' })
  expect(texts.en).toEqual(en)
})
