import { describe, expect, test } from 'vitest'
import { listOperationKinds } from '#contract/operation-kinds'
import { textFor } from '#contract/operation-legs'
import { keyWithoutAmounts } from '#server/messages/without-amounts'
import { LANGUAGES } from '#texts/languages'
import { CATALOGUES, createTexts } from '#texts/texts'
import { pushText } from './words.ts'

const texts = createTexts()
const news = { tag: '', kind: 'news', path: '/', isUrgent: false, canSecure: false } as const
const AMOUNT = '77.00 $'
// Whatever a text of a notice may be filled with; every one that can be an amount is one.
const parameters = new Proxy<Record<string, string>>(
  {
    device: 'x',
    person: 'Anna',
    seller: 'Shop',
    level: 'Full',
    brand: 'Stater',
    last: '4242',
    base: 'USD',
    quote: 'RUB',
    rate: '80.5',
    target: '81',
    until: '1 December',
  },
  {
    ownKeys: (own) => [...Reflect.ownKeys(own), 'amount', 'from', 'to', 'owed_amount', 'paid_money', 'words', 'anything'],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (own, name) => Reflect.get(own, name) ?? AMOUNT,
  },
)
const noticeKeys = Object.keys(CATALOGUES.en).filter((key) => key.startsWith('notification.') && !key.includes('.not_me.'))

describe.each(LANGUAGES)('in %s', (language) => {
  test('no text of a notice names an amount while amounts are hidden [push-words-1]', () => {
    const said = noticeKeys.map((key) => pushText(texts, { ...news, key, parameters }, { language, showsAmounts: false }))
    expect(said.filter((text) => text.includes('77') || text.includes('{') || text.startsWith('push.'))).toEqual([])
    expect(noticeKeys.length).toBeGreaterThan(40)
  })

  test('every notice of an operation then still says what has happened', () => {
    const keys = listOperationKinds().flatMap(([, { legs }]) =>
      Object.values(legs).flatMap(({ notices }) => Object.values(notices).map((text) => textFor(text, {}))),
    )
    expect(keys.filter((key) => keyWithoutAmounts(texts, key, language) === 'push.news')).toEqual([])
  })

  test('with amounts shown, the texts are those of the notices', () => {
    const said = pushText(texts, { ...news, key: 'notification.topup_complete', parameters }, { language, showsAmounts: true })
    expect(said).toContain(AMOUNT)
  })

  test('a notice of a later version says that there is news', () => {
    for (const showsAmounts of [true, false])
      expect(pushText(texts, { ...news, key: 'notification.later', parameters }, { language, showsAmounts })).toBe(
        CATALOGUES[language]['push.news'],
      )
  })

  test('a long text is cut to the size that a push service takes', () => {
    const words = '🙂'.repeat(2000)
    const said = pushText(
      texts,
      { ...news, key: 'notification.operator', parameters: { words } },
      { language, showsAmounts: true },
    )
    expect([...said]).toHaveLength(500)
    expect(Buffer.byteLength(said)).toBeLessThan(2500)
  })
})

test('an operator’s text that names an amount is not used while amounts are hidden', () => {
  const own = createTexts({ en: { 'notification.sign_in': 'You have {amount}: {device}' } })
  expect(keyWithoutAmounts(own, 'notification.sign_in', 'en')).toBe('push.news')
  expect(keyWithoutAmounts(own, 'notification.sign_in', 'ru')).toBe('notification.sign_in')
})
