import { describe, expect, test } from 'vitest'
import { readDropped } from './dropped.ts'

const ORIGIN = 'https://wallet.example'
const picture = new File(['x'], 'code.png', { type: 'image/png' })

function transfer(data: Readonly<Record<string, string>>, files: readonly File[] = []) {
  const types = [...Object.keys(data), ...(files.length > 0 ? ['Files'] : [])]
  return { files, types, getData: (type: string) => data[type] ?? '' }
}

const kindOf = (data: Readonly<Record<string, string>>) => readDropped(transfer(data), ORIGIN).kind

describe('what is dropped or pasted', () => {
  test('is a file where there is one, even beside the address it came from', () => {
    const both = transfer({ 'text/uri-list': 'https://other.example/qr.png' }, [picture])
    expect(readDropped(both, ORIGIN)).toEqual({ kind: 'file', file: picture })
  })

  test('is refused as an address on another site, in whatever form it comes', () => {
    expect(kindOf({ 'text/uri-list': '# picture\r\nhttps://other.example/qr.png' })).toBe('remote')
    expect(kindOf({ 'text/html': '<p><img alt="x" src="//other.example/qr.png">' })).toBe('remote')
    expect(kindOf({ 'text/html': "<IMG class=a SRC='http://other.example/qr.png'>" })).toBe('remote')
    expect(kindOf({ 'text/html': '<img src=ftp://other.example/qr.png>' })).toBe('remote')
    expect(kindOf({ 'text/plain': ' https://other.example/qr.png ' })).toBe('remote')
  })

  test('is no file when it is of this site or inside the page', () => {
    expect(kindOf({ 'text/uri-list': `${ORIGIN}/assets/qr.png` })).toBe('other')
    expect(kindOf({ 'text/html': '<img src="data:image/png;base64,AAAA">' })).toBe('other')
  })

  test('does not concern us when it is words', () => {
    expect(kindOf({ 'text/plain': 'hello, see https://other.example' })).toBe('nothing')
    expect(kindOf({ 'text/html': '<b>hello</b>' })).toBe('nothing')
    expect(kindOf({})).toBe('nothing')
  })
})
