import * as v from 'valibot'

/** What nobody sees. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** What turns the direction of the text around it: it is refused, since a name that reads otherwise than it is stored deceives. */
const TURNS_TEXT = /[\u202a-\u202e\u2066-\u2069]/u
const JOINERS = /^[\u200c\u200d]$/u
/** A letter or mark of a script whose words a joiner changes (Unicode Standard Annex 31, section 2.3). */
const JOINED =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u
const EMOJI_PART = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const EMOJI = /^\p{Extended_Pictographic}$/u
/** Braille's blank is drawn as a space, and is none to a program. */
const BLANK = /\u2800/gu

/**
 * A text as a person means it: without the invisible characters that copying brings along, and without blanks around it. Joiners stay where a
 * script or an emoji needs them; what turns the direction of text stays, too, and is for the check to refuse.
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

/** A text may hold these: no control characters, no line ends, nothing that turns its direction. */
const LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u
const SEEN = /[^\p{M}\p{C}\p{Z}]/u

/** A line entered by a person, cleaned (cleanText): something that is seen, in one line, of so many UTF-16 units. */
export function personText(lengthMax: number) {
  return v.pipe(v.string(), v.transform(cleanText), v.minLength(1), v.maxLength(lengthMax), v.regex(LINE), v.regex(SEEN))
}

/** The same, and it may be empty. */
export function optionalText(lengthMax: number) {
  return v.pipe(v.string(), v.transform(cleanText), v.maxLength(lengthMax), v.regex(LINE))
}
