import { withAsciiDigits } from './ascii-digits.ts'
import { onlyDigits } from './digit-pattern.ts'

/** How many digits the number of a card has. */
export const CARD_DIGITS = 16

/**
 * The digits of a card's number as it is typed, pasted or filled in. With words or a date around it, it is the one run of sixteen; what is longer,
 * holds two or none stays as it is.
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

/** Whether the last digit of a number fits the others, as in the number of any card (Luhn): one wrong digit never does. */
export function hasCheckDigit(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, place) => {
      const weighed = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
  return sum % 10 === 0
}
