import type { Language } from './languages.ts'

/**
 * The months as they stand in a date, January first: `7 марта`, `7 March`. The platform knows them too, but takes longer to make its
 * first format on a phone than a screen to draw.
 */
export const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
}
