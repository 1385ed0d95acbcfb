import { withAsciiDigits } from './ascii-digits.ts'
import { onlyDigits } from './digit-pattern.ts'

/** The number of digits of a card number. */
export const CARD_DIGITS = 16

/**
 * The digits of a card number that was typed, pasted or filled in. From a text with words or a date it takes the only run of sixteen
 * digits; a longer number, and a text with two or no such runs, stay as they are.
 */
export function readCardNumber(text: string): string {
  const typed = withAsciiDigits(text).trim()
  if (/^[0-9\s\u2010-\u2015-]*$/.test(typed)) {
    const digits = onlyDigits(typed)
    return digits.length <= CARD_DIGITS ? digits : text
  }
  const runs = typed
    .split(/\s+/)
    .map((word) => (/^[0-9\u2010-\u2015-]+[,;.]?$/.test(word) ? onlyDigits(word) : ' '))
    .join('')
    .split(' ')
  const [number, ...others] = runs.filter((run) => run.length >= CARD_DIGITS - 4)
  return number?.length === CARD_DIGITS && others.length === 0 ? number : text
}

/** Whether the check digit of a card number is right (Luhn); a single wrong digit is always detected. */
export function hasCheckDigit(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, place) => {
      const weighed = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
  return sum % 10 === 0
}
