import { expect, test } from 'vitest'
import { readContents, repaired } from './contents.ts'

const BILL = 'ST00011|Name=ООО Кит|PersonalAcc=40702810138250123017'
const CP1251: Readonly<Record<string, number>> = { О: 0xce, К: 0xca, и: 0xe8, т: 0xf2 }
const KOI8: Readonly<Record<string, number>> = { О: 0xef, К: 0xeb, и: 0xc9, т: 0xd4 }
const bytesBy = (text: string, alphabet: Readonly<Record<string, number>>) =>
  Uint8Array.from(text, (letter) => alphabet[letter] ?? letter.charCodeAt(0))
const raw = (bytes: Uint8Array, text = 'as guessed', hasNamedAlphabet = false) => ({ bytes, text, hasNamedAlphabet })

test('bytes that are UTF-8 are read as UTF-8, whatever a bill says of itself', () => {
  expect(readContents(raw(new TextEncoder().encode('₽ 100')))).toBe('₽ 100')
  expect(readContents(raw(new TextEncoder().encode(BILL)))).toBe(BILL)
})

test('a bill in code page 1251 or KOI8-R is read in the alphabet that it names', () => {
  expect(readContents(raw(bytesBy(BILL, CP1251)))).toBe(BILL)
  const koi8 = BILL.replace('ST00011', 'ST00013')
  expect(readContents(raw(bytesBy(koi8, KOI8)))).toBe(koi8)
})

test('an alphabet named by the code itself goes first, and a guess comes last', () => {
  expect(readContents(raw(bytesBy(BILL, CP1251), 'by its name', true))).toBe('by its name')
  expect(readContents(raw(Uint8Array.of(0xff, 0xfe, 0x41)))).toBe('as guessed')
  expect(readContents(raw(new Uint8Array()))).toBe('')
})

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

test.each([
  ['QkNECjAwMgoyClNDVAoKQuRja2VyZWkgTfxsbGVyCkRFODkzNzA0MDA0NDA1MzIwMTMwMDAKRVVSMTIuMzAKCgpUZXN0', 'Bäckerei Müller'],
  ['QkNECjAwMgo1ClNDVAoKuNLQ3SC40tDd3tIKREU4OTM3MDQwMDQ0MDUzMjAxMzAwMApFVVIxMi4zMAoKClRlc3Q=', 'Иван Иванов'],
  ['QkNECjAwMgo4ClNDVAoKQ2Fm6SA1IKQKREU4OTM3MDQwMDQ0MDUzMjAxMzAwMApFVVIxMi4zMAoKClRlc3Q=', 'Café 5 €'],
  ['QkNECjAwMgozClNDVAoKo/NkvCBLc2nqZ2FybmlhCkRFODkzNzA0MDA0NDA1MzIwMTMwMDAKRVVSMTIuMzAKCgpUZXN0', 'Łódź Księgarnia'],
])('a credit transfer is read in the alphabet of its third line: %s', (base64, name) => {
  expect(readContents(raw(fromBase64(base64))).split('\n')[5]).toBe(name)
})

test('what a scanner took for Latin letters is read anew by its bytes', () => {
  const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes)
  const koi8 = BILL.replace('ST00011', 'ST00013')
  expect(repaired(latin(bytesBy(BILL, CP1251)))).toBe(BILL)
  expect(repaired(latin(bytesBy(koi8, KOI8)))).toBe(koi8)
  expect(repaired(latin(new TextEncoder().encode(BILL)))).toBe(BILL)
  for (const text of [BILL, 'просто текст', 'Bäckerei', 'plain', '']) expect(repaired(text)).toBe(text)
})
