import { LANGUAGE_FACTS, LANGUAGES, type Language } from '#texts/languages'
import { type Brand, takesNumberOf } from './brand.ts'

/** The country (ISO code) that a phone field begins with in a language. */
export function defaultCountryOf(phone: Brand['phone'], language: Language): string {
  const home = LANGUAGE_FACTS[language].locale.slice(-2)
  const { [language]: own, [LANGUAGES[0]]: first = home } = phone.defaultCountry
  return own ?? (takesNumberOf(phone, [home]) ? home : first)
}
