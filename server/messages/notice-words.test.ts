import { expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages'
import { CATALOGUES, createTexts } from '#texts/texts'
import { noticeParameters, storedNotice } from './notice-words.ts'

const texts = createTexts()
const incoming = { person: 'Анна С.', currency: 'RUB', decimal: '800.00', until: '2026-12-01T10:00:00.000Z' }

function said(details: Readonly<Record<string, string>>, language: 'ru' | 'en'): string {
  const { key, parameters } = storedNotice({ kind: 'p2p_incoming', details, level_name: null }, language)
  const said = texts.translateAny(language, key, noticeParameters(texts, language, { parameters, canSecure: false }))
  return said.replaceAll('\u00a0', ' ')
}

test('a waiting transfer is told with its amount, its deadline and its sender', () => {
  expect(said(incoming, 'ru')).toBe('Вам перевод на 800,00 ₽. Получите его до 1 декабря. От кого: Анна С.')
  expect(said(incoming, 'en')).toBe('Анна С. sent you ₽800.00. Accept it before 1 December')
})

test('a waiting transfer that was told before amounts were kept has a text without one', () => {
  expect(said({ person: 'Анна С.' }, 'en')).toBe('Анна С. sent you money. Accept it within 3 days, or it goes back')
  expect(said({ person: 'Анна С.' }, 'ru')).toMatch(/^Вам перевод\. .*От\sкого: Анна С\.$/)
})

test('a sign-in names the device only where it has a name, in the app, by SMS and by e-mail', () => {
  const about = (device: string) => {
    const { key, parameters } = storedNotice({ kind: 'sign_in_new_device', details: { device }, level_name: null }, 'ru')
    const told = {
      ...noticeParameters(texts, 'ru', { parameters, canSecure: true }),
      brand: 'Wallet',
      url: 'https://wallet.example',
    }
    return [key, 'sms.sign_in_new_device', 'email.sign_in_new_device'].map(
      (text) =>
        texts
          .translateAny('ru', text, told)
          .replaceAll('\u00a0', ' ')
          .split(/(?<=устройства[^.]*\.) /)[0],
    )
  }
  expect(about('Firefox/140.0')).toEqual([
    'Вход в кошелек с нового устройства: Firefox.',
    'Вход в Wallet с нового устройства: Firefox.',
    expect.stringMatching(/^В ваш кошелек Wallet вошли с нового устройства: Firefox\.\n/),
  ])
  expect(about('a tablet')).toEqual([
    'Вход в кошелек с нового устройства.',
    'Вход в Wallet с нового устройства.',
    expect.stringMatching(/^В ваш кошелек Wallet вошли с нового устройства\.\n/),
  ])
})

test.each(LANGUAGES)('no text in %s has a full stop after a name, because a shortened name ends in one', (language) => {
  const stopped = Object.entries(CATALOGUES[language]).filter(([, text]) => /\{person\}\./.test(text))
  expect(stopped).toEqual([])
})
