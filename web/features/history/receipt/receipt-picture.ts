const WIDTH = 1080
const HEIGHT_MIN = 1350
const MARGIN = 96
const BAND = 216
const ROW = 128
const FOOT = 144
const FAMILY = '"Manrope Variable", system-ui, sans-serif'

/** The texts of a receipt's picture, in the language of the page. */
export interface ReceiptPicture {
  readonly brand: string
  readonly title: string
  readonly label: string
  readonly amount: string
  /** The style of the amount: the colour of its sign, plain while no money has moved, or struck out when none will. */
  readonly tone: 'debit' | 'credit' | 'open' | 'void'
  readonly rows: readonly { readonly label: string; readonly value: string }[]
  /** The contact of the support, at the bottom. */
  readonly foot: string
}

type Pen = CanvasRenderingContext2D
type Colour = (token: string) => string

/**
 * Draws a receipt in the brand's colours of the current theme as PNG, 1080 px wide and as high as its content. Throws without a
 * canvas.
 */
export async function drawReceipt(picture: ReceiptPicture): Promise<Blob> {
  await Promise.all([500, 700].map((weight) => document.fonts.load(`${weight} 40px ${FAMILY}`, `${picture.amount}₽Яя`)))
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.max(HEIGHT_MIN, BAND + 300 + picture.rows.length * ROW + FOOT)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('There is no canvas to draw on')
  const tokens = getComputedStyle(document.documentElement)
  const colour: Colour = (token) => tokens.getPropertyValue(token).trim()
  drawHead(pen, colour, picture)
  drawSum(pen, colour, picture)
  drawRows(pen, colour, picture.rows)
  drawFoot(pen, colour, picture.foot)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))), 'image/png')
  })
}

function drawHead(pen: Pen, colour: Colour, { brand, title }: ReceiptPicture): void {
  pen.fillStyle = colour('--surface')
  pen.fillRect(0, 0, WIDTH, pen.canvas.height)
  pen.fillStyle = colour('--primary')
  pen.fillRect(0, 0, WIDTH, BAND)
  pen.fillStyle = colour('--accent')
  pen.fillRect(0, BAND, WIDTH, 12)
  pen.fillStyle = colour('--on-primary')
  pen.textBaseline = 'middle'
  write(pen, brand, { x: MARGIN, y: BAND / 2, font: `700 64px ${FAMILY}` })
  write(pen, title, { x: WIDTH - MARGIN, y: BAND / 2, font: `500 44px ${FAMILY}`, align: 'right' })
}

const TONES = { debit: '--danger', credit: '--success', open: '--text', void: '--text-2' }

function drawSum(pen: Pen, colour: Colour, { label, amount, tone }: ReceiptPicture): void {
  pen.fillStyle = colour('--text-2')
  write(pen, label, { x: WIDTH / 2, y: BAND + 116, font: `500 40px ${FAMILY}`, align: 'center' })
  pen.fillStyle = colour(TONES[tone])
  const y = BAND + 204
  const font = fittingFont(pen, amount)
  write(pen, amount, { x: WIDTH / 2, y, font, align: 'center' })
  if (tone !== 'void') return
  const { width } = pen.measureText(amount)
  pen.fillRect((WIDTH - width) / 2, y, width, 6)
}

/** The largest font size at which the amount fits between the margins. */
function fittingFont(pen: Pen, amount: string): string {
  const sizes = [88, 72, 60, 48]
  const fonts = sizes.map((size) => `700 ${size}px ${FAMILY}`)
  const fits = fonts.find((font) => {
    pen.font = font
    return pen.measureText(amount).width <= WIDTH - 2 * MARGIN
  })
  return fits ?? `700 40px ${FAMILY}`
}

function drawRows(pen: Pen, colour: Colour, rows: ReceiptPicture['rows']): void {
  rows.forEach(({ label, value }, index) => {
    const top = BAND + 300 + index * ROW
    pen.fillStyle = colour('--border')
    pen.fillRect(MARGIN, top, WIDTH - 2 * MARGIN, 2)
    pen.fillStyle = colour('--text-2')
    write(pen, label, { x: MARGIN, y: top + ROW / 2, font: `500 34px ${FAMILY}` })
    const room = WIDTH - 2 * MARGIN - pen.measureText(label).width - 32
    pen.fillStyle = colour('--text')
    write(pen, value, { x: WIDTH - MARGIN, y: top + ROW / 2, font: `600 34px ${FAMILY}`, align: 'right', room })
  })
}

function drawFoot(pen: Pen, colour: Colour, foot: string): void {
  const { height } = pen.canvas
  pen.fillStyle = colour('--border')
  pen.fillRect(MARGIN, height - FOOT, WIDTH - 2 * MARGIN, 2)
  pen.fillStyle = colour('--text-2')
  const room = WIDTH - 2 * MARGIN
  write(pen, foot, { x: WIDTH / 2, y: height - FOOT / 2, font: `500 34px ${FAMILY}`, align: 'center', room })
}

interface Place {
  readonly x: number
  readonly y: number
  readonly font: string
  readonly align?: CanvasTextAlign
  /** Longer texts are condensed to this width. */
  readonly room?: number
}

function write(pen: Pen, words: string, { x, y, font, align = 'left', room }: Place): void {
  pen.font = font
  pen.textAlign = align
  pen.fillText(words, x, y, room)
}
