import { LANGUAGES, type Language } from '#texts/languages'

/** The language to answer in, from Accept-Language by its weights (RFC 9110 12.5.4); Russian when nothing fits. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part, place) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((parameter) => /^\s*q=([01](?:\.[0-9]{0,3})?)$/.exec(parameter)?.[1]).find(Boolean)
      return {
        language: LANGUAGES.find((language) => `${tag}-`.startsWith(`${language.toLowerCase()}-`)),
        weight: Number(weight ?? 1),
        place,
      }
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight || left.place - right.place)
  return wanted.find(({ language }) => language)?.language ?? LANGUAGES[0]
}
