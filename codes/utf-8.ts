const REPLACEMENT = 0xfffd

/** The UTF-8 bytes of a text; halves of a character stand for the replacement character, as encoders have it. */
export function utf8BytesOf(text: string): number[] {
  return Array.from(text).flatMap((character) => {
    const read = character.codePointAt(0) ?? REPLACEMENT
    const point = read >= 0xd800 && read <= 0xdfff ? REPLACEMENT : read
    if (point < 0x80) return [point]
    const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f)
    if (point < 0x800) return [0xc0 | (point >> 6), tail(0)]
    if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)]
    return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)]
  })
}
