import type { CodeSquares } from './code-squares.ts'

const WIDTH = 1080
const HEIGHT = 1440
const MARGIN = 96
const BAND = 200
const CODE = 820
const FAMILY = '"Manrope Variable", system-ui, sans-serif'

/** What stands around a code in its picture, in the language of the page. */
export interface CodePoster {
  readonly brand: string
  /** Who is paid by it. */
  readonly heading: string
  /** An amount, a message; nothing when it is left open. */
  readonly lines: readonly string[]
  /** Below the code: its link, for whoever has no camera. */
  readonly foot: string
}

/** Draws a code with who is paid by it, in the brand's colours on white whatever the theme, as PNG. Throws without a canvas. */
export async function drawCodePoster({ size, rows }: CodeSquares, poster: CodePoster): Promise<Blob> {
  await Promise.all([500, 700].map((weight) => document.fonts.load(`${weight} 40px ${FAMILY}`, '₽Яя')))
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('There is no canvas to draw on')
  const tokens = getComputedStyle(document.documentElement)
  const colour = (token: string): string => tokens.getPropertyValue(token).trim()
  const [light, dark] = [colour('--qr-light'), colour('--qr-dark')]
  pen.fillStyle = light
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = colour('--primary')
  pen.fillRect(0, 0, WIDTH, BAND)
  pen.fillStyle = colour('--on-primary')
  pen.textBaseline = 'middle'
  pen.textAlign = 'center'
  write(pen, poster.brand, BAND / 2, `700 64px ${FAMILY}`)
  pen.fillStyle = dark
  write(pen, poster.heading, BAND + 72, `700 52px ${FAMILY}`)
  poster.lines.forEach((line, index) => {
    write(pen, line, BAND + 144 + index * 60, `500 44px ${FAMILY}`)
  })
  const unit = Math.floor(CODE / size)
  const [left, top] = [Math.round((WIDTH - unit * size) / 2), HEIGHT - MARGIN - unit * size]
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(left + x * unit, top + y * unit, unit, unit)
    })
  })
  write(pen, poster.foot, HEIGHT - MARGIN / 2, `500 30px ${FAMILY}`)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))), 'image/png')
  })
}

/** In the middle; what is too long is drawn narrower. */
function write(pen: CanvasRenderingContext2D, words: string, y: number, font: string): void {
  pen.font = font
  pen.fillText(words, WIDTH / 2, y, WIDTH - 2 * MARGIN)
}
