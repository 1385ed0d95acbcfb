import { createHash } from 'node:crypto'

/** Something that is looked for wherever the wallet writes: what it is, and the text itself. */
export interface Canary {
  readonly what: string
  readonly value: string
}

/** What was written: where, and the texts that stood there. */
export type Written = ReadonlyMap<string, ReadonlySet<string>>

// Digits that may stand anywhere by chance: in the id of something, and in a time.
const CHANCE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[t ][\d:.]+/g
// How people write numbers of phones and cards.
const BETWEEN_DIGITS = /(?<=\d)[\s\u00a0().-]+(?=\d)/g
const FEW_DIGITS = /^\d{1,6}$/
const MANY_DIGITS = /^\d{10,}$/

/** Where texts were written, each of them once a place. */
export class Places {
  readonly written = new Map<string, Set<string>>()

  /** Takes down a text; bytes as PostgreSQL shows them (`\x…`) also as what they say. */
  note(place: string, text: string): void {
    const texts = this.written.get(place) ?? new Set()
    texts.add(text)
    if (/^\\x([0-9a-f]{2})+$/.test(text)) texts.add(Buffer.from(text.slice(2), 'hex').toString('latin1'))
    this.written.set(place, texts)
  }

  /** Takes down every text in a value of JSON; numbers, which say nothing of whoever they are of, are left out. */
  noteAll(place: string, value: unknown): void {
    if (typeof value === 'string') this.note(place, value)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inside] of Object.entries(value)) {
        this.note(place, key)
        this.noteAll(place, inside)
      }
    }
  }
}

/** The places where a canary stands, in any spelling, or as a hash that anybody could make of it; sorted. */
export function placesOf({ value }: Canary, written: Written): string[] {
  const isSeen = seerOf(value)
  return [...written].flatMap(([place, texts]) => ([...texts].some(isSeen) ? [place] : [])).sort()
}

function seerOf(value: string): (text: string) => boolean {
  const hashes = hashesOf(value)
  const isHashed = (text: string): boolean => hashes.some((hash) => text.includes(hash))
  if (FEW_DIGITS.test(value)) {
    const alone = new RegExp(`(?<![0-9a-z])${value}(?![0-9a-z])`)
    return (text) => alone.test(text.toLowerCase().replaceAll(CHANCE, ' ')) || isHashed(text.toLowerCase())
  }
  if (MANY_DIGITS.test(value)) {
    // Of a card more than its first six and last four digits, of a phone all but its country.
    const parts = value.length === 16 ? [value.slice(0, 12), value.slice(4)] : [value.slice(-10)]
    const spelled = parts.flatMap((part) => [part, ...packed(part)])
    return (text) => {
      const lower = text.toLowerCase()
      const joined = lower.replaceAll(BETWEEN_DIGITS, '')
      return spelled.some((part) => joined.includes(part) || lower.includes(part)) || isHashed(lower)
    }
  }
  const spelled = [value.toLowerCase(), encodeURIComponent(value).toLowerCase(), ...packed(value)]
  return (text) => {
    const lower = text.toLowerCase()
    return spelled.some((part) => lower.includes(part)) || isHashed(lower)
  }
}

/** A text as hex, and as base64 without its padding. */
function packed(text: string): string[] {
  const bytes = Buffer.from(text)
  return [bytes.toString('hex'), ...(['base64', 'base64url'] as const).map((way) => unpadded(bytes.toString(way)))]
}

function hashesOf(value: string): string[] {
  return ['md5', 'sha1', 'sha256', 'sha512'].flatMap((way) => {
    const hash = createHash(way).update(value).digest()
    return [hash.toString('hex'), unpadded(hash.toString('base64')), hash.toString('base64url').toLowerCase()]
  })
}

const unpadded = (base64: string): string => base64.replace(/=+$/, '').toLowerCase()
