/** What a decoder found in a code: its bytes, the text it took them for, and whether the code itself names their alphabet. */
export interface RawContents {
  readonly bytes: Uint8Array
  readonly text: string
  readonly hasNamedAlphabet: boolean
}

/** By the digit in the header of a bill (GOST R 56042-2014). */
const BILL_ALPHABETS: Readonly<Record<string, string>> = { '1': 'windows-1251', '2': 'utf-8', '3': 'koi8-r' }
/** By the third line of a credit transfer (EPC069-12). */
const CREDIT_ALPHABETS: Readonly<Record<string, string>> = {
  '1': 'utf-8',
  '2': 'iso-8859-1',
  '3': 'iso-8859-2',
  '4': 'iso-8859-4',
  '5': 'iso-8859-5',
  '6': 'iso-8859-7',
  '7': 'iso-8859-10',
  '8': 'iso-8859-15',
}
/** As far as the names of alphabets reach, in Latin letters in each of them. */
const HEADER_BYTES = 16

/**
 * The text of a code. Codes seldom name their alphabet, so: UTF-8 where the bytes are UTF-8; else the alphabet that the header of a bill
 * or a credit transfer names; else what the decoder took them for. Bills that say 1251 and are UTF-8 are common, the other way round hardly
 * possible.
 */
export function readContents({ bytes, text, hasNamedAlphabet }: RawContents): string {
  if (hasNamedAlphabet) return text
  const utf8 = decode(bytes, 'utf-8')
  if (utf8 !== undefined) return utf8
  const alphabet = alphabetNamedIn(String.fromCharCode(...bytes.subarray(0, HEADER_BYTES)))
  return (alphabet === undefined ? undefined : decode(bytes, alphabet)) ?? text
}

function alphabetNamedIn(header: string): string | undefined {
  const bill = /^ST0001([0-9])/.exec(header)?.[1]
  if (bill !== undefined) return BILL_ALPHABETS[bill]
  return CREDIT_ALPHABETS[/^BCD\r?\n00[12]\r?\n([1-8])\r?\n/.exec(header)?.[1] ?? '']
}

/**
 * A text that a scanner, or whoever made the picture, has taken for Latin letters though its bytes are in another alphabet: `ÎÎÎ` where a bill
 * has `ООО`. Read anew by its bytes; any other text stays as it is.
 */
export function repaired(text: string): string {
  const codes = Array.from({ length: text.length }, (_, place) => text.charCodeAt(place))
  // Nothing beyond the first 256 characters, and some that are letters.
  if (codes.some((code) => code > 0xff) || !codes.some((code) => code > 0x7f)) return text
  return readContents({ bytes: Uint8Array.from(codes), text, hasNamedAlphabet: false })
}

function decode(bytes: Uint8Array, alphabet: string): string | undefined {
  try {
    return new TextDecoder(alphabet, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
