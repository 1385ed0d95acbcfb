import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { readContents } from './contents.ts'
import type { Corner, DecodingRequest, DecodingResponse, FoundCode } from './decoding.ts'

/** A picture with no code in it is given up after this long: a person is waiting. */
const GIVE_UP_MS = 3500

/** A bill may have one of the tax office beside its own; a poster has a few. */
const CODES_MAX = 8

// From our own host: left to itself the package would ask a public network for it.
const module = prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true })
module.then(
  () => answer({ kind: 'ready' }),
  () => answer({ kind: 'broken' }),
)

self.addEventListener('message', ({ data }: MessageEvent<DecodingRequest>) => void read(data))

async function read({ id, picture, effort }: DecodingRequest): Promise<void> {
  let bitmap: ImageBitmap | undefined
  try {
    bitmap = picture instanceof Blob ? await createImageBitmap(picture) : picture
    const found = await search(bitmap, effort === 'quick' ? [FRAME_ATTEMPT] : PICTURE_ATTEMPTS)
    answer({ kind: 'done', id, found })
  } catch {
    answer({ kind: 'unreadable', id })
  } finally {
    bitmap?.close()
  }
}

async function search(bitmap: ImageBitmap, attempts: readonly Attempt[]): Promise<FoundCode | undefined> {
  const end = performance.now() + GIVE_UP_MS
  for (const attempt of attempts.filter((one) => isWorthwhile(one, bitmap))) {
    if (performance.now() > end) return undefined
    const found = await look(bitmap, attempt)
    if (found) return found
  }
  return undefined
}

/** Enlarging helps a small picture up to a point; beyond it there is nothing more to see. A large one takes too long at its own size. */
function isWorthwhile({ pixels }: Attempt, { width, height }: ImageBitmap): boolean {
  const isSmall = Math.max(width, height) <= ENLARGED_PIXELS_MAX
  return pixels === 'own' ? isSmall : pixels <= ENLARGED_PIXELS_MAX || !isSmall
}

async function look(bitmap: ImageBitmap, attempt: Attempt): Promise<FoundCode | undefined> {
  const { image, placed } = draw(bitmap, attempt)
  const results = await readBarcodes(image, {
    formats: ['QRCode'],
    binarizer: attempt.threshold,
    tryDenoise: attempt.isDenoised ?? false,
    textMode: 'Plain',
    maxNumberOfSymbols: CODES_MAX,
  })
  const valid = results.filter(({ isValid }) => isValid)
  const [first] = valid
  return first && { contents: [...new Set(valid.map(contentsOf))], corners: cornersOf(first, bitmap, placed) }
}

/** The picture as an attempt wants it, with a white margin (a code needs one) unless it is taken as it is, and how its points were placed. */
function draw(bitmap: ImageBitmap, { pixels, degrees = 0, ground = 'white' }: Attempt) {
  const scale = pixels === 'own' ? 1 : Math.min(pixels / Math.max(bitmap.width, bitmap.height), 4)
  const margin = pixels === 'own' ? 0 : Math.round(pixels / 20)
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const width = Math.ceil(scale * (bitmap.width * cos + bitmap.height * sin)) + 2 * margin
  const height = Math.ceil(scale * (bitmap.width * sin + bitmap.height * cos)) + 2 * margin
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no canvas to look at the picture on')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  const placed = new DOMMatrix([1, 0, 0, 1, width / 2, height / 2])
    .rotate(degrees)
    .scale(scale)
    .translate(-bitmap.width / 2, -bitmap.height / 2)
  context.setTransform(placed)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0)
  return { image: context.getImageData(0, 0, width, height), placed }
}

function contentsOf({ bytes, text, hasECI }: ReadResult): string {
  return readContents({ bytes, text, hasNamedAlphabet: hasECI })
}

function cornersOf({ position }: ReadResult, { width, height }: ImageBitmap, placed: DOMMatrix): readonly Corner[] {
  const back = placed.inverse()
  return [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft].map((corner) => {
    const { x, y } = back.transformPoint(corner)
    return { x: x / width, y: y / height }
  })
}

function answer(message: DecodingResponse): void {
  self.postMessage(message)
}

/** One way to look at a picture. */
interface Attempt {
  /** The longer side is brought to this many pixels before looking; a small picture is enlarged. `own`: a small one as it is, to its very edge. */
  readonly pixels: number | 'own'
  /** How dark and light are told apart: by the neighbourhood, or by the whole picture. */
  readonly threshold: 'LocalAverage' | 'GlobalHistogram'
  /** Closes gaps in the modules first: dots, scratches, ink that ran. */
  readonly isDenoised?: boolean
  /** Turns the picture by this many degrees, for finders that lie badly on the raster. */
  readonly degrees?: number
  /** What shows through a transparent picture. */
  readonly ground?: 'white' | 'black'
}

/** No picture is enlarged beyond this many pixels. */
const ENLARGED_PIXELS_MAX = 1200

/** The one look at a frame of the camera. */
const FRAME_ATTEMPT: Attempt = { pixels: 800, threshold: 'LocalAverage' }

/**
 * How a still picture is looked at, the likeliest first. Every look also tries the picture inverted and smaller. Blur needs few pixels,
 * a far code needs many; a dense one in few pixels is blurred by any enlarging. The rest is for screenshots on a dark ground, dotted prints and
 * slanted photographs, and for what falls badly on the raster of the others.
 */
const PICTURE_ATTEMPTS: readonly Attempt[] = [
  { pixels: 1200, threshold: 'LocalAverage' },
  { pixels: 500, threshold: 'LocalAverage' },
  { pixels: 2400, threshold: 'LocalAverage' },
  { pixels: 800, threshold: 'GlobalHistogram' },
  { pixels: 1200, threshold: 'LocalAverage', degrees: 30 },
  { pixels: 300, threshold: 'LocalAverage' },
  { pixels: 1200, threshold: 'LocalAverage', isDenoised: true },
  { pixels: 'own', threshold: 'LocalAverage' },
  { pixels: 1000, threshold: 'LocalAverage' },
  { pixels: 800, threshold: 'LocalAverage', ground: 'black' },
]
