const WORD_JOINER = '\u2060'

/**
 * A text as the page shows it: no line ends in a word that begins with Latin capitals, such as `PIN-код`. The word joiner that says so is
 * not seen, and stands in no text of the catalogues or the API.
 */
export function unbroken(text: string): string {
  return text.replace(/([A-Z]-)(?=[а-яё])/g, `$1${WORD_JOINER}`)
}
