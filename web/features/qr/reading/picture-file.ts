/** The largest file that is read, in megabytes (2^20 bytes). */
export const FILE_MEGABYTES_MAX = 10
/** The largest picture that is unpacked: 40 million pixels, which are 160 MB in memory. A small file may claim to be more. */
const PIXELS_MAX = 40_000_000

/** Why a picture cannot be used; `none`: there is no code in it, `remote`: it is an address on another site, `network`: the reader could not be loaded. */
export type PictureFault = 'type' | 'size' | 'pixels' | 'read' | 'none' | 'remote' | 'network'

const TYPES = ['image/png', 'image/jpeg']
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** What the file button offers. */
export const ACCEPTED_TYPES = TYPES.join(',')

/**
 * What is wrong with a file before anything unpacks it: not a PNG or JPG by its first bytes, whatever type it was given on its way, too large,
 * or with more pixels than its header should claim. Nothing when it may be decoded.
 */
export async function findFileFault(file: Blob): Promise<PictureFault | undefined> {
  if (file.size > FILE_MEGABYTES_MAX * 2 ** 20) return 'size'
  const bytes = await file.arrayBuffer().catch(() => undefined)
  return bytes ? findPictureFault(new Uint8Array(bytes)) : 'read'
}

/** The same file under the type that its bytes have: a browser may unpack none under another. */
export async function asPicture(file: Blob): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, PNG_SIGNATURE.length).arrayBuffer())
  return new Blob([file], { type: PNG_SIGNATURE.every((byte, place) => start[place] === byte) ? 'image/png' : 'image/jpeg' })
}

/** The same for the bytes of a file. */
export function findPictureFault(bytes: Uint8Array): PictureFault | undefined {
  const isPng = PNG_SIGNATURE.every((byte, place) => bytes[place] === byte)
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
  if (!isPng && !isJpeg) return 'type'
  const size = isPng ? sizeOfPng(bytes) : sizeOfJpeg(bytes)
  if (!size || size.width === 0 || size.height === 0) return 'read'
  return size.width * size.height > PIXELS_MAX ? 'pixels' : undefined
}

interface Size {
  readonly width: number
  readonly height: number
}

/** From the header chunk, which is the first of every PNG. */
function sizeOfPng(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.byteLength < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) }
}

/** From the frame header, which comes after segments of any length; each says how long it is. */
function sizeOfJpeg(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrameHeader(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, without the three among them that are tables. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
