import type { TextKey, TextParameters } from './texts.ts'

type Translate = (key: TextKey, parameters?: TextParameters) => string

// The operator names levels, in Russian mostly by adjectives: «базовый», «полный». Whatever else they are called stands in quotes.
const RUSSIAN_NOUN = /[а-я](?<![ыои]й)$/

/** A level as a heading: «Базовый уровень», «Уровень „премиум“», "Basic level". */
export function levelTitle(t: Translate, name: string): string {
  return RUSSIAN_NOUN.test(name)
    ? t('kyc.level.named', { name })
    : t('kyc.level', { name: name.charAt(0).toUpperCase() + name.slice(1) })
}
