import { deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** A picture in grey: 0 is black, 255 white. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A code drawn sharply, `unit` pixels a module, with its light margin. Bytes go in as they are. */
export function codeRaster(contents: string | readonly number[], unit = 8): Raster {
  const { size, data } = encode(contents, { ecc: 'M', border: 4 })
  return raster(size * unit, size * unit, (x, y) => (data[Math.floor(y / unit)]?.[Math.floor(x / unit)] ? 0 : 255))
}

/** A code as a small photograph has it: a few pixels a module, bent paper, grain. The same each time. */
export function photographed(contents: string): Raster {
  const [unit, bend, grain] = [3.380587977394735, 1.0903743897985547, 119.75946297857885]
  const { size, data } = encode(contents, { ecc: 'L', border: 2 })
  const side = Math.round(size * unit)
  let seed = 1_951_300_976
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return raster(side, side, (x, y) => {
    const light = [
      [-0.35, 0],
      [0.35, 0],
      [0, 0.35],
      [0, -0.35],
    ].reduce((sum, [dx = 0, dy = 0]) => {
      const across = x + dx * unit + bend * unit * Math.sin((3 * y) / side)
      const down = y + dy * unit + bend * unit * Math.sin((3 * x) / side)
      return sum + (data[Math.floor(down / unit)]?.[Math.floor(across / unit)] ? 10 : 53.75)
    }, 0)
    return Math.max(0, Math.min(255, light + (random() - 0.5) * grain))
  })
}

/** One grey all over. */
export function plainRaster(width: number, height: number, grey = 200): Raster {
  return raster(width, height, () => grey)
}

/** Turned about its middle by any angle, on a white ground large enough for it. */
export function turned(picture: Raster, degrees: number): Raster {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const side = Math.ceil(Math.hypot(picture.width, picture.height))
  return raster(side, side, (x, y) => {
    const [dx, dy] = [x - side / 2, y - side / 2]
    return sample(picture, cos * dx + sin * dy + picture.width / 2, cos * dy - sin * dx + picture.height / 2)
  })
}

/** Out of focus: every pixel is the mean of those at most `radius` away, twice over. */
export function blurred(picture: Raster, radius: number): Raster {
  const once = (from: Raster, stepX: number, stepY: number) =>
    raster(from.width, from.height, (x, y) => {
      let sum = 0
      for (let step = -radius; step <= radius; step += 1) sum += at(from, x + step * stepX, y + step * stepY)
      return sum / (2 * radius + 1)
    })
  return [1, 2].reduce((blur) => once(once(blur, 1, 0), 0, 1), picture)
}

/** Light on dark. */
export function inverted(picture: Raster): Raster {
  return { ...picture, pixels: picture.pixels.map((grey) => 255 - grey) }
}

/** In the middle of a larger picture of one grey. */
export function placed(picture: Raster, width: number, height: number, ground = 255): Raster {
  const [left, top] = [Math.floor((width - picture.width) / 2), Math.floor((height - picture.height) / 2)]
  return raster(width, height, (x, y) => {
    const isInside = x >= left && y >= top && x < left + picture.width && y < top + picture.height
    return isInside ? at(picture, x - left, y - top) : ground
  })
}

/** As a PNG file, eight bits of grey. */
export function png({ width, height, pixels }: Raster): Buffer {
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return pngOf({ width, height, data: deflateSync(lines) })
}

/** A PNG whose header claims a size, whatever is in it. */
export function pngOf({ width, height, data }: { width: number; height: number; data: Buffer }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** As a video of ten equal pictures a second, for Chromium's fake camera. Even sides only. */
export function y4m({ width, height, pixels }: Raster): Buffer {
  const noColour = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(pixels), noColour])
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([header, ...Array.from({ length: 10 }, () => frame)])
}

function raster(width: number, height: number, greyAt: (x: number, y: number) => number): Raster {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = greyAt(x, y)
  }
  return { width, height, pixels }
}

function at({ width, height, pixels }: Raster, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 255 : (pixels[y * width + x] ?? 255)
}

/** Between four pixels. */
function sample(picture: Raster, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, bottom] = [x - left, y - top]
  const above = at(picture, left, top) * (1 - right) + at(picture, left + 1, top) * right
  const below = at(picture, left, top + 1) * (1 - right) + at(picture, left + 1, top + 1) * right
  return above * (1 - bottom) + below * bottom
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function crc32(bytes: Buffer): number {
  let register = 0xffffffff
  for (const byte of bytes) {
    register ^= byte
    for (let bit = 0; bit < 8; bit += 1) register = register & 1 ? (register >>> 1) ^ 0xedb88320 : register >>> 1
  }
  return (register ^ 0xffffffff) >>> 0
}
