import bidiFactory from 'bidi-js/dist/bidi.mjs'

/** A stretch of a line that one font draws. */
export interface Piece<Font> {
  readonly font: Font
  readonly text: string
  /** How deep it stands among texts of the other direction: what is odd is read from right to left. */
  readonly level: number
}

/** How the fonts of a document divide the work. */
export interface Fonts<Font> {
  /** The one that draws whatever it can. */
  readonly own: Font
  /** Whether a font can draw a text: it has all of its characters, and lays them out. */
  readonly canDraw: (font: Font, text: string) => boolean
  /** Those to be asked for what the own one cannot draw. */
  readonly others: (sign: string) => Iterable<Font>
}

const bidi = bidiFactory()
const signs = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Letters that a font lays out from the right by itself. */
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * The stretches of a line as they stand on paper, from left to right: what is read from right to left in that order, each sign in a font that
 * has it. A character that no font has is spelled by its number in Unicode.
 */
export function piecesOf<Font>(line: string, fonts: Fonts<Font>): Piece<Font>[] {
  const embedding = bidi.getEmbeddingLevels(line, 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const pieces: Piece<Font>[] = []
  // Of each unit of the line, which piece it is in.
  const places: number[] = []
  for (const { sign, index } of signsOf(line, fonts)) {
    const piece = { ...drawn(mirrored.get(index) ?? sign, fonts), level: embedding.levels[index] ?? 0 }
    const joined = join(pieces.at(-1), piece, fonts)
    if (joined) pieces.pop()
    pieces.push(joined ?? piece)
    places.push(...Array.from({ length: sign.length }, () => pieces.length - 1))
  }
  const order = new Set(bidi.getReorderedIndices(line, embedding).map((index) => places[index] ?? 0))
  return [...order].flatMap((place) => pieces[place] ?? [])
}

/** What a line is drawn of: whole signs, which may be of several characters, and the characters of one that no font draws whole. */
function* signsOf<Font>(line: string, fonts: Fonts<Font>): Generator<{ readonly sign: string; readonly index: number }> {
  for (const { segment, index } of signs.segment(line)) {
    if (findFont(segment, fonts) !== undefined) yield { sign: segment, index }
    else for (const { 0: sign, index: place } of segment.matchAll(/./gsu)) yield { sign, index: index + place }
  }
}

function findFont<Font>(sign: string, { own, canDraw, others }: Fonts<Font>): Font | undefined {
  if (canDraw(own, sign)) return own
  for (const font of others(sign)) if (canDraw(font, sign)) return font
  return undefined
}

/** A sign in a font that draws it, or else its number, as Unicode writes it. */
function drawn<Font>(sign: string, fonts: Fonts<Font>): Pick<Piece<Font>, 'font' | 'text'> {
  const font = findFont(sign, fonts)
  if (font !== undefined) return { font, text: sign }
  const number = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return { font: fonts.own, text: `[U+${number}]` }
}

/** Two stretches as one, where one font lays both out in the same direction. */
function join<Font>(before: Piece<Font> | undefined, next: Piece<Font>, { canDraw }: Fonts<Font>): Piece<Font> | undefined {
  if (before?.font !== next.font || before.level !== next.level) return undefined
  // A font turns letters of its own accord, whatever stands around them, and nothing else.
  if ([before, next].some(({ text, level }) => FROM_RIGHT.test(text) !== (level % 2 === 1))) return undefined
  const text = before.text + next.text
  return canDraw(next.font, text) ? { ...next, text } : undefined
}
