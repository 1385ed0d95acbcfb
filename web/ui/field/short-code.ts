import { withAsciiDigits } from './ascii-digits.ts'

/** What a code is looked for in: digits alone, or a message around them. */
export type CodeSource = 'digits' | 'message'

/**
 * The digits of a code that is typed, pasted or filled in, as many as `length` or fewer while it is not whole; spaces and dashes between them are
 * left out. In a message it is the one number of so many digits. Nothing where there is none or more than one, and for a longer number: the
 * first digits of it would be another.
 */
export function readCode(text: string, length: number, source: CodeSource): string | undefined {
  const typed = withAsciiDigits(text).trim()
  const digits = typed.replace(/[\s\u2010-\u2015-]/g, '')
  if (/^[0-9]*$/.test(digits)) return digits.length <= length ? digits : undefined
  if (source === 'digits') return undefined
  const numbers = typed.match(/(?<![\p{L}\p{N}])[0-9]+(?![\p{L}\p{N}])/gu) ?? []
  const [code, ...others] = numbers.filter((number) => number.length === length)
  return others.length === 0 ? code : undefined
}
