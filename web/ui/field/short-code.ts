import { withAsciiDigits } from './ascii-digits.ts'

/** The input to search for a code: digits alone, or a message around them. */
export type CodeSource = 'digits' | 'message'

/**
 * The digits of a code that was typed, pasted or filled in: `length` digits, or fewer while the code is incomplete; spaces and dashes
 * between them are removed. In a message it is the only number of that length. Undefined when there is none or more than one, and for
 * a longer number, whose first digits would be another code.
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
