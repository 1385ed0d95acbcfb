import { describe, expect, test } from 'vitest'
import { asPicture, FILE_MEGABYTES_MAX, findFileFault, findPictureFault } from './picture-file.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const quad = (number: number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255]
const png = (width: number, height: number) => [
  ...SIGNATURE,
  ...quad(13),
  0x49,
  0x48,
  0x44,
  0x52,
  ...quad(width),
  ...quad(height),
]
const pair = (number: number) => [number >>> 8, number & 255]

function jpeg(width: number, height: number, frame = 0xc0): number[] {
  const metadata = [0xff, 0xe1, ...pair(300), ...new Array<number>(298).fill(0)]
  const tables = [0xff, 0xc4, ...pair(4), 0, 0]
  return [0xff, 0xd8, ...metadata, ...tables, 0xff, frame, ...pair(17), 8, ...pair(height), ...pair(width), 3, 0, 0, 0]
}

const file = (bytes: readonly number[], type: string) => new Blob([Uint8Array.from(bytes)], { type })

describe('a file with a picture', () => {
  test('may be PNG or JPG, by its type and by its content', async () => {
    expect(await findFileFault(file(png(300, 300), 'image/png'))).toBeUndefined()
    expect(await findFileFault(file(jpeg(300, 300), 'image/jpeg'))).toBeUndefined()
    // Named wrongly, but one of the two.
    expect(await findFileFault(file(png(300, 300), 'image/jpeg'))).toBeUndefined()
  })

  test('is known by its bytes, whatever type it was given on its way', async () => {
    for (const type of ['', 'application/octet-stream', 'image/jpg', 'image/pjpeg', 'image/x-png']) {
      expect(await findFileFault(file(png(10, 10), type))).toBeUndefined()
      expect((await asPicture(file(png(10, 10), type))).type).toBe('image/png')
      expect((await asPicture(file(jpeg(10, 10), type))).type).toBe('image/jpeg')
    }
  })

  test('of another type is refused, also when it only calls itself a picture', async () => {
    const text = [...new TextEncoder().encode('<svg onload="alert(1)"/>')]
    expect(await findFileFault(file(text, 'image/png'))).toBe('type')
    expect(await findFileFault(file([], 'image/jpeg'))).toBe('type')
  })

  test('is refused above its megabytes, and not at them', async () => {
    const most = FILE_MEGABYTES_MAX * 2 ** 20
    const filled = (size: number) => new Blob([Uint8Array.from(png(10, 10)), new Uint8Array(size - 24)], { type: 'image/png' })
    expect(await findFileFault(filled(most))).toBeUndefined()
    expect(await findFileFault(filled(most + 1))).toBe('size')
  })

  test('is refused when its header claims more pixels than are unpacked', () => {
    expect(findPictureFault(Uint8Array.from(png(60_000, 60_000)))).toBe('pixels')
    expect(findPictureFault(Uint8Array.from(jpeg(65_535, 65_535, 0xc2)))).toBe('pixels')
    expect(findPictureFault(Uint8Array.from(png(8000, 5000)))).toBeUndefined()
  })

  test('without a size in its header cannot be read', () => {
    expect(findPictureFault(Uint8Array.from(SIGNATURE))).toBe('read')
    expect(findPictureFault(Uint8Array.from(png(0, 10)))).toBe('read')
    expect(findPictureFault(Uint8Array.from(jpeg(10, 10).slice(0, 100)))).toBe('read')
    expect(findPictureFault(Uint8Array.of(0xff, 0xd8, 0xff, 0xff, 0xff, 0xff))).toBe('read')
  })
})
