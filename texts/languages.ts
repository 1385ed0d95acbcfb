/** What the page and the server have to know of a language besides its catalogue; all else the platform knows by its locale. */
interface LanguageFacts {
  /** What it calls itself. */
  readonly name: string
  /** The locale whose formats it has (BCP 47); its region is the country that a phone number begins with. */
  readonly locale: `${string}-${string}`
  /** What stands between the groups of a number, and before its decimals. */
  readonly group: string
  readonly decimal: string
  /** `$1` rather than `1 $`. */
  readonly isSymbolFirst: boolean
  readonly isMondayFirst: boolean
  /**
   * The months as they stand in a date behind the day and before the year, January first: `7 марта 2026`. The platform says them where they
   * are left out, but takes longer to make its first format on a phone than a screen to draw.
   */
  readonly months?: string
}

/** The interface languages; the first is the default. One more is an entry here, and a catalogue of its name beside it (docs/guides/language.md). */
export const LANGUAGE_FACTS = {
  ru: {
    name: 'Русский',
    locale: 'ru-RU',
    group: '\u00a0',
    decimal: ',',
    isSymbolFirst: false,
    isMondayFirst: true,
    months: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  },
  en: {
    name: 'English',
    locale: 'en-GB',
    group: ',',
    decimal: '.',
    isSymbolFirst: true,
    isMondayFirst: false,
    months: 'January February March April May June July August September October November December',
  },
} satisfies Readonly<Record<string, LanguageFacts>>

export type Language = keyof typeof LANGUAGE_FACTS

/** The languages in their order. */
export const LANGUAGES = Object.keys(LANGUAGE_FACTS) as [Language, ...Language[]]

/** Whether a text is the code of a language. */
export function isLanguage(unchecked: string): unchecked is Language {
  return Object.hasOwn(LANGUAGE_FACTS, unchecked)
}

/** A language that was kept: the default one where none was, or where there is no such language any more. */
export function knownLanguage(kept: string | null | undefined): Language {
  return kept && isLanguage(kept) ? kept : LANGUAGES[0]
}

/** What there is to know of a language. */
export function factsOf(language: Language): LanguageFacts {
  return LANGUAGE_FACTS[language]
}

/** Something in every language. */
export type InEveryLanguage<Value> = Readonly<Record<Language, Value>>

/** Makes something in every language. */
export function inEveryLanguage<Value>(make: (language: Language) => Value): InEveryLanguage<Value> {
  // Each language has its own.
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as InEveryLanguage<Value>
}

/** Something in those languages in which somebody has given it: a brand, an operator, before a language came. */
export type InSomeLanguages<Value> = { readonly [L in Language]?: Value | undefined }

/** What was given in a language; else in the first of the languages in which it was. Nothing where it was given in none. */
export function inLanguage<Value>(given: InSomeLanguages<Value>, language: Language): Value | undefined {
  const found = [language, ...LANGUAGES].find((each) => given[each] !== undefined)
  return found && given[found]
}
