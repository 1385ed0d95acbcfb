import * as v from 'valibot'

/** A character that is invisible. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** A character that changes the direction of the text around it. It is refused, since a name that reads otherwise than it is stored deceives. */
const TURNS_TEXT = /[\u202a-\u202e\u2066-\u2069]/u
const JOINERS = /^[\u200c\u200d]$/u
/** A letter or mark of a script in which a joiner changes words (Unicode Standard Annex 31, section 2.3). */
const JOINED =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u
const EMOJI_PART = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const EMOJI = /^\p{Extended_Pictographic}$/u
/** The blank of Braille is drawn as a space, but programs do not treat it as one. */
const BLANK = /\u2800/gu

/**
 * Cleans a text: removes invisible characters that came with copying, and blanks around the text. Joiners stay where a script or an emoji needs
 * them. Characters that change the direction of text also stay, so that the check refuses them.
 */
export function cleanText(text: string): string {
  const characters = [...text]
  const kept = characters.filter(
    (character, place) => !INVISIBLE.test(character) || TURNS_TEXT.test(character) || isNeeded(characters, place),
  )
  return kept.join('').replace(BLANK, ' ').trim()
}

function isNeeded(characters: readonly string[], place: number): boolean {
  const [before = '', character = '', after = ''] = [characters[place - 1], characters[place], characters[place + 1]]
  if (character === '\ufe0f') return EMOJI.test(before)
  if (!JOINERS.test(character)) return false
  return (JOINED.test(before) && JOINED.test(after)) || (EMOJI_PART.test(before) && EMOJI.test(after))
}

/** The characters of a text: no control characters, no line ends, no change of direction. */
const LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u
const SEEN = /[^\p{M}\p{C}\p{Z}]/u

/** A line entered by a person, cleaned (cleanText): at least one visible character, one line, at most `lengthMax` UTF-16 units. */
export function personText(lengthMax: number) {
  return v.pipe(v.string(), v.transform(cleanText), v.minLength(1), v.maxLength(lengthMax), v.regex(LINE), v.regex(SEEN))
}

/** A line entered by a person, cleaned (cleanText), which may be empty. */
export function optionalText(lengthMax: number) {
  return v.pipe(v.string(), v.transform(cleanText), v.maxLength(lengthMax), v.regex(LINE))
}
