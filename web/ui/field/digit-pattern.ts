/** The number of digits in a pattern such as `(###)###-##-##`. */
export function digitCount(pattern: string): number {
  return pattern.split('#').length - 1
}

/** The digits of a text. */
export function onlyDigits(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

/** Inserts digits into a pattern, as far as they go; surplus digits are left out. The result ends with the last digit. */
export function applyPattern(digits: string, pattern: string): string {
  if (digits === '') return ''
  let laid = ''
  let used = 0
  for (const character of pattern) {
    if (used === digits.length) break
    laid += character === '#' ? digits.charAt(used++) : character
  }
  return laid
}

/** The caret's position behind a number of digits of a formatted text. */
export function caretAfter(digitsBefore: number, laid: string): number {
  let seen = 0
  for (let position = 0; position < laid.length; position += 1) {
    if (seen === digitsBefore) return position
    if (/[0-9]/.test(laid.charAt(position))) seen += 1
  }
  return laid.length
}
