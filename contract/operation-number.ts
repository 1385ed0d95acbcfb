const ID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{4}([0-9a-f]{8})$/
const TYPED = /^[0-9]{6}-?[0-9A-F]{9}$/
const ORDER = 16

/**
 * The number of an operation for people, short enough to be read out: its day (UTC), the last eight hex digits of its id and a check
 * digit, `261120-05E0DC382`. An id without a day, such as a top-up's (UUID of version 4), gives the digits alone. A text that is not an id
 * stays as it is.
 */
export function operationNumber(id: string): string {
  const [, high, low, version, end] = ID.exec(id) ?? []
  if (high === undefined || low === undefined || end === undefined) return id
  const digits = end.toUpperCase()
  if (version !== '7') return digits + checkDigit(digits)
  const day = new Date(Number.parseInt(high + low, 16)).toISOString().slice(2, 10).replaceAll('-', '')
  return `${day}-${digits}${checkDigit(day + digits)}`
}

/** Whether a text is the number of an operation: in capitals or not, with its hyphen or without, with its check digit or without. */
export function isNumberOf(id: string, text: string): boolean {
  const number = operationNumber(id).replace('-', '')
  const typed = text.toUpperCase().replace('-', '')
  return typed === number || typed === number.slice(0, -1)
}

/** Whether a text has the form of a number with a day and a check digit, and the check digit is wrong. */
export function isMistypedNumber(text: string): boolean {
  const typed = text.trim().toUpperCase()
  if (!TYPED.test(typed)) return false
  const digits = typed.replace('-', '')
  return checkDigit(digits.slice(0, -1)) !== digits.at(-1)
}

/**
 * The check digit by Damm (2004) over the field of sixteen elements, whose quasigroup is 2x + y: it detects every wrong hex digit and every
 * two swapped neighbours, the check digit among them.
 */
function checkDigit(digits: string): string {
  const interim = [...digits].reduce((last, digit) => doubled(last) ^ Number.parseInt(digit, ORDER), 0)
  return doubled(interim).toString(ORDER).toUpperCase()
}

/** Twice an element of the field, by the polynomial x⁴ + x + 1. */
function doubled(element: number): number {
  const twice = element * 2
  return twice < ORDER ? twice : twice ^ 0b10011
}
