import { randomInt } from 'node:crypto'

/** A code that nobody can foresee: so many decimal digits, each code as likely as any other, its leading zeros kept. */
export function newCode(digits: number): string {
  return randomInt(0, 10 ** digits)
    .toString()
    .padStart(digits, '0')
}
