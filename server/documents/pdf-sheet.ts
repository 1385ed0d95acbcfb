import { fileURLToPath } from 'node:url'
import { drawSvgMark } from './svg-mark.ts'

const MARGIN = 44
const CELL_GAP = 8
const MARK = 26
const ROW_GAP = 5
const SIZE = { letterhead: 14, title: 20, heading: 12, text: 9, small: 8 }
const COLOUR = { text: '#1a1a1a', quiet: '#666666', line: '#d0d0d0' }
const FONTS = {
  regular: fileURLToPath(new URL('./fonts/DejaVuSans.ttf', import.meta.url)),
  bold: fileURLToPath(new URL('./fonts/DejaVuSans-Bold.ttf', import.meta.url)),
}

/** A column of a table: its heading, its share of the width, and on which side its cells stand. */
export interface Column {
  readonly title: string
  readonly share: number
  readonly align?: 'left' | 'right'
}

export interface SheetWords {
  readonly title: string
  readonly language: string
  /** Stands at the foot of every page. */
  readonly foot: (page: number) => string
}

/** Begins a document of an empty page. The library is loaded with the first one: it brings the compression of fonts, which every start would wait for. */
export async function openSheet(words: SheetWords, madeAt: Date): Promise<PdfSheet> {
  const { SheetDocument } = await import('./sheet-document.ts')
  const info = { Title: words.title, CreationDate: madeAt }
  return new PdfSheet(words, new SheetDocument({ size: 'A4', margin: MARGIN, lang: words.language, info, autoFirstPage: false }))
}

/** A document in A4 that is drawn from above to below, and taken while it is drawn. */
export class PdfSheet {
  private readonly document: PDFKit.PDFDocument
  private readonly words: SheetWords
  private pages = 0

  constructor(words: SheetWords, document: PDFKit.PDFDocument) {
    this.words = words
    this.document = document
    this.document.registerFont('regular', FONTS.regular).registerFont('bold', FONTS.bold)
    this.document.on('pageAdded', () => this.drawFoot())
    this.document.addPage()
  }

  /** What is finished so far and was not taken yet; nothing where there is none. */
  take(): Buffer | undefined {
    const taken: unknown = this.document.read()
    return Buffer.isBuffer(taken) ? taken : undefined
  }

  /** Ends the document; what is left of it is taken afterwards. */
  end(): void {
    this.document.end()
  }

  /** The head of a letter: whose it is, with their mark (an SVG) where they have one, and how to reach them. */
  drawLetterhead(name: string, contact: string, mark = ''): void {
    const { document } = this
    const top = document.y
    const left = mark === '' ? MARGIN : MARGIN + MARK + CELL_GAP
    if (mark !== '') drawSvgMark(document, mark, { x: MARGIN, y: top, height: MARK })
    document
      .font('bold')
      .fontSize(SIZE.letterhead)
      .fillColor(COLOUR.text)
      .text(name, left, top + 5, { width: this.width / 2 })
    document
      .font('regular')
      .fontSize(SIZE.small)
      .fillColor(COLOUR.quiet)
      .text(contact, MARGIN + this.width / 2, top + 2, { width: this.width / 2, align: 'right' })
    const line = Math.max(document.y, top + MARK) + ROW_GAP
    document
      .moveTo(MARGIN, line)
      .lineTo(MARGIN + this.width, line)
      .lineWidth(1)
      .strokeColor(COLOUR.text)
      .stroke()
    document.x = MARGIN
    document.y = line + 4 * ROW_GAP
  }

  drawTitle(title: string, below: string): void {
    this.write('bold', SIZE.title, title)
    this.document.moveDown(0.2)
    this.write('regular', SIZE.text, below, COLOUR.quiet)
  }

  drawHeading(text: string): void {
    const { document } = this
    // A heading does not stand alone at the foot of a page.
    if (document.y + 90 > this.bottom) document.addPage()
    document.moveDown(1.5)
    this.write('bold', SIZE.heading, text)
    document.moveDown(0.4)
  }

  drawNote(text: string): void {
    this.write('regular', SIZE.text, text, COLOUR.quiet)
  }

  /** Draws rows of a table; its heading where it begins, and again on each page that it goes on to. */
  drawRows(columns: readonly Column[], rows: readonly (readonly string[])[], { isFirst = true } = {}): void {
    if (isFirst) this.drawTableHead(columns)
    for (const cells of rows) {
      if (this.document.y + this.heightOf(columns, cells, 'regular') > this.bottom) {
        this.document.addPage()
        this.drawTableHead(columns)
      }
      this.drawCells(columns, cells, 'regular', COLOUR.text)
    }
  }

  private drawTableHead(columns: readonly Column[]): void {
    const titles = columns.map(({ title }) => title)
    if (titles.some((title) => title !== '')) this.drawCells(columns, titles, 'bold', COLOUR.quiet)
  }

  private drawCells(columns: readonly Column[], cells: readonly string[], font: 'regular' | 'bold', colour: string): void {
    const { document } = this
    const top = document.y
    const height = this.heightOf(columns, cells, font)
    let left = MARGIN
    for (const [place, column] of columns.entries()) {
      const width = this.widthOf(columns, column)
      const { align = 'left' } = column
      document.fillColor(colour).text(cells[place] ?? '', left, top, { width: width - CELL_GAP, align })
      left += width
    }
    const line = top + height - ROW_GAP / 2
    document
      .moveTo(MARGIN, line)
      .lineTo(MARGIN + this.width, line)
      .lineWidth(0.5)
      .strokeColor(COLOUR.line)
      .stroke()
    document.x = MARGIN
    document.y = top + height
  }

  private heightOf(columns: readonly Column[], cells: readonly string[], font: 'regular' | 'bold'): number {
    this.document.font(font).fontSize(SIZE.small)
    const heights = columns.map((column, place) =>
      this.document.heightOfString(cells[place] ?? '', { width: this.widthOf(columns, column) - CELL_GAP }),
    )
    return Math.max(...heights) + ROW_GAP
  }

  private widthOf(columns: readonly Column[], { share }: Column): number {
    return (this.width * share) / columns.reduce((sum, column) => sum + column.share, 0)
  }

  private write(font: 'regular' | 'bold', size: number, text: string, colour = COLOUR.text): void {
    this.document.font(font).fontSize(size).fillColor(colour).text(text, MARGIN, this.document.y, { width: this.width })
  }

  private drawFoot(): void {
    const { document } = this
    this.pages += 1
    const { page } = document
    // Below the margin, where a text would begin another page.
    page.margins.bottom = 0
    document
      .font('regular')
      .fontSize(SIZE.small)
      .fillColor(COLOUR.quiet)
      .text(this.words.foot(this.pages), MARGIN, page.height - MARGIN + 14, { width: this.width, align: 'center' })
    page.margins.bottom = MARGIN
    document.x = MARGIN
    document.y = MARGIN
  }

  private get width(): number {
    return this.document.page.width - 2 * MARGIN
  }

  private get bottom(): number {
    return this.document.page.height - MARGIN
  }
}
