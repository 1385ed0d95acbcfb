import { expect, test } from 'vitest'
import { spokenLanguage } from './spoken-language.ts'

const opened = (user: object): string => {
  const person = new URLSearchParams({ user: JSON.stringify(user), auth_date: '1' })
  return `https://wallet.example/#${new URLSearchParams({ tgWebAppData: person.toString(), tgWebAppVersion: '8.0' })}`
}

test('the language of the messenger is read out of the address that it opened', () => {
  expect(spokenLanguage(opened({ id: 42, language_code: 'en', first_name: 'Anna' }))).toBe('en')
  expect(spokenLanguage(opened({ id: 42, language_code: 'pt-br' }))).toBe('pt')
})

test('where it says none there is none', () => {
  expect(spokenLanguage(opened({ id: 42, first_name: 'language_code' }))).toBe('')
  expect(spokenLanguage('https://wallet.example/')).toBe('')
})
