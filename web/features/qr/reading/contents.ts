/** What a decoder found in a code: its bytes, the text it took them for, and whether the code itself names their alphabet. */
export interface RawContents {
  readonly bytes: Uint8Array
  readonly text: string
  readonly hasNamedAlphabet: boolean
}

/** By the digit in the header of a bill (GOST R 56042-2014). */
const BILL_ALPHABETS: Readonly<Record<string, string>> = { '1': 'windows-1251', '2': 'utf-8', '3': 'koi8-r' }

/**
 * The text of a code. Codes seldom name their alphabet, so: UTF-8 where the bytes are UTF-8; else the alphabet that a bill's header
 * names; else what the decoder took them for. Bills that say 1251 and are UTF-8 are common, the other way round hardly possible.
 */
export function readContents({ bytes, text, hasNamedAlphabet }: RawContents): string {
  if (hasNamedAlphabet) return text
  const utf8 = decode(bytes, 'utf-8')
  if (utf8 !== undefined) return utf8
  const [, digit = ''] = /^ST0001([0-9])/.exec(String.fromCharCode(...bytes.subarray(0, 7))) ?? []
  const alphabet = BILL_ALPHABETS[digit]
  return (alphabet === undefined ? undefined : decode(bytes, alphabet)) ?? text
}

function decode(bytes: Uint8Array, alphabet: string): string | undefined {
  try {
    return new TextDecoder(alphabet, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
