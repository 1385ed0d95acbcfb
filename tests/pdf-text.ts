import { inflateSync } from 'node:zlib'

/**
 * The text of a document that PDFKit has made, in the order it was drawn, a space between its pieces: fonts are embedded by glyphs, so each is
 * read by its font's map to Unicode.
 */
export function pdfText(pdf: Buffer): string {
  const source = pdf.toString('latin1')
  const objects = new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id, body ?? '']),
  )
  const maps = new Map(
    [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1]
      return [name, glyphsOf(streamOf(objects.get(map)) ?? '')]
    }),
  )
  return [...objects.values()].map((body) => drawnIn(streamOf(body) ?? '', maps)).join('')
}

/** What a stream has in it; nothing where there is none, or one that is not compressed. */
function streamOf(body: string | undefined): string | undefined {
  const match = body?.includes('/FlateDecode') ? /stream\n([\s\S]*)\nendstream/.exec(body) : null
  if (!match) return undefined
  try {
    return inflateSync(Buffer.from(match[1] ?? '', 'latin1')).toString('latin1')
  } catch {
    return undefined
  }
}

/** The characters of a font's glyphs. */
function glyphsOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, from, list] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    const first = Number.parseInt(from ?? '', 16)
    for (const [place, [, units = '']] of [...(list ?? '').matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const codes = units.replaceAll(' ', '').match(/.{4}/g) ?? []
      glyphs.set(first + place, String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16))))
    }
  }
  return glyphs
}

/** What a text says beside its glyphs, and where that ends; a font that is set; glyphs. */
const PARTS = /\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)|EMC|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A string that is not of ASCII alone: a mark, and then UTF-16. */
function stringOf(written: string): string {
  const bytes = Buffer.from(
    written.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPED[sign] ?? sign),
    'latin1',
  )
  return bytes.swap16().subarray(2).toString('utf16le')
}

function drawnIn(content: string, maps: ReadonlyMap<string | undefined, ReadonlyMap<number, string>>): string {
  let glyphs: ReadonlyMap<number, string> | undefined
  let text = ''
  let told: string | undefined
  for (const [found, actual, font, drawn] of content.matchAll(PARTS)) {
    if (actual !== undefined) {
      told = stringOf(actual)
      text += `${told} `
    }
    if (found === 'EMC') told = undefined
    if (told !== undefined) continue
    if (font !== undefined) glyphs = maps.get(font)
    if (drawn === undefined) continue
    for (const [, hex = ''] of drawn.matchAll(/<([0-9a-f]*)>/g)) {
      for (const glyph of hex.match(/.{4}/g) ?? []) text += glyphs?.get(Number.parseInt(glyph, 16)) ?? ''
    }
    text += ' '
  }
  return text
}
