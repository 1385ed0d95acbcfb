import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { type Fonts, type Piece, piecesOf } from './pieces.ts'

declare global {
  namespace PDFKit {
    /** What lies beneath `text` and is not described: the font that is set, and what draws a line that is broken already. */
    interface PDFDocument {
      _font: {
        readonly ascender: number
        readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
        widthOfString(text: string, size: number): number
      }
      _fontSize: number
      _fragment(line: string, x: number, y: number, options: LineOptions): void
    }
  }
}

interface LineOptions extends PDFKit.Mixins.TextOptions {
  /** What a line may take, and what this one does. */
  readonly lineWidth?: number
  readonly textWidth?: number
}

type Font = PDFKit.PDFDocument['_font']

/** What is written in which font where DejaVu does not have it; the last is asked for everything. */
const OTHERS: readonly (readonly [scripts: RegExp, file: string])[] = [
  [/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\uff00-\uffef]/u, 'DroidSansFallbackFull.ttf'],
  [/\p{scx=Hangul}/u, 'noto-sans-korean.woff'],
  [/\p{scx=Thai}/u, 'noto-sans-thai.woff'],
  [/\p{scx=Devanagari}/u, 'noto-sans-devanagari.woff'],
  [/\p{scx=Bengali}/u, 'noto-sans-bengali.woff'],
  [/\p{scx=Gurmukhi}/u, 'noto-sans-gurmukhi.woff'],
  [/\p{scx=Gujarati}/u, 'noto-sans-gujarati.woff'],
  [/\p{scx=Oriya}/u, 'noto-sans-oriya.woff'],
  [/\p{scx=Tamil}/u, 'noto-sans-tamil.woff'],
  [/\p{scx=Telugu}/u, 'noto-sans-telugu.woff'],
  [/\p{scx=Kannada}/u, 'noto-sans-kannada.woff'],
  [/\p{scx=Malayalam}/u, 'noto-sans-malayalam.woff'],
  [/\p{scx=Sinhala}/u, 'noto-sans-sinhala.woff'],
  [/\p{scx=Khmer}/u, 'noto-sans-khmer.woff'],
  [/\p{scx=Myanmar}/u, 'noto-sans-myanmar.woff'],
  [/\p{scx=Ethiopic}/u, 'noto-sans-ethiopic.woff'],
  [/\p{scx=Thaana}/u, 'noto-sans-thaana.woff'],
  [/^/, 'noto-emoji.woff'],
]

/** All of it is in DejaVu, and read from left to right. */
const PLAIN = /^[\n -~\u00a0-\u02e9\u0400-\u0513\u2010-\u2027\u202f-\u205e\u20a0-\u20b5\u20bd\u2190-\u22ff]*$/
/** Nothing is drawn for it. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u

/**
 * A document of PDFKit that draws a text in as many fonts as it takes, and what is read from right to left in that order. A font is read when
 * it is first needed, and of it the document takes the letters along that are in it. Lines are broken, measured and aligned by PDFKit.
 */
export class SheetDocument extends PDFDocument {
  /** The text that is being drawn, where it has to be told beside its signs: some scripts set them in another order. */
  private told = ''

  override widthOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    if (PLAIN.test(text)) return super.widthOfString(text, options)
    return this.inPieces(text, ({ text: piece }) => super.widthOfString(piece, options)).reduce((sum, width) => sum + width, 0)
  }

  override _fragment(line: string, x: number, y: number, options: LineOptions): void {
    if (PLAIN.test(line)) {
      super._fragment(line, x, y, options)
      return
    }
    const { align, lineWidth = 0, width, ...others } = options
    const free = width === undefined ? 0 : lineWidth - this.widthOfString(line.trimEnd(), others)
    let left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0)
    const own = this._font
    const baseline = (-own.ascender / 1000) * this._fontSize
    this.inPieces(line, ({ font, text, level }) => {
      // What is read from right to left readers put in order themselves, and some lose what is above U+FFFF.
      this.told = font !== own && level % 2 === 0 && !/[\u{10000}-\u{10ffff}]/u.test(text) ? text : ''
      super._fragment(text, left, y, { ...others, baseline })
      left += super.widthOfString(text, others)
    })
    this.told = ''
  }

  override addContent(content: string): this {
    // Within the text it is about: outside of it, readers take it for a text in another place.
    if (content === 'ET' && this.told !== '') this.endMarkedContent()
    super.addContent(content)
    if (content === 'BT' && this.told !== '') this.markContent('Span', { actual: this.told })
    return this
  }

  /** What comes of each stretch of a line, with its font set. */
  private inPieces<Result>(line: string, act: (piece: Piece<Font>) => Result): Result[] {
    const own = this._font
    const fonts: Fonts<Font> = { own, canDraw, others: (sign) => this.othersFor(sign, own) }
    const results = piecesOf(line, fonts).map((piece) => {
      this._font = piece.font
      return act(piece)
    })
    this._font = own
    return results
  }

  private *othersFor(sign: string, own: Font): Generator<Font> {
    for (const [scripts, file] of OTHERS) {
      if (!scripts.test(sign)) continue
      const font = this.font(fileURLToPath(new URL(`./fonts/${file}`, import.meta.url)))._font
      this._font = own
      yield font
    }
  }
}

function canDraw(font: Font, text: string): boolean {
  const isComplete = Array.from(text).every(
    (character) => UNSEEN.test(character) || font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )
  return isComplete && canLayOut(font, text)
}

/** The library fails at some combinations, as that of a Gurmukhi letter and a mark which the font gives no place. */
function canLayOut(font: Font, text: string): boolean {
  try {
    font.widthOfString(text, 1)
    return true
  } catch {
    return false
  }
}
