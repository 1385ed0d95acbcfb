import { randomInt } from 'node:crypto'

const BIC = '044525000'
/** What the checking digit of a Russian account weighs its digits by: the bank's last three, then its own twenty. */
const WEIGHTS = [7, 1, 3]
const KEY_PLACE = 8

/** A number of a bank account that nobody has yet, as its currency's banks write it, with right checking digits. */
export function newBankNumber(currency: string): string {
  if (currency === 'RUB') return russianNumber(`408178100${digits(11)}`)
  if (currency === 'EUR') return iban('DE', `99999999${digits(10)}`)
  if (currency === 'GBP') return iban('GB', `SAND${digits(14)}`)
  return `9${digits(11)}`
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

/** Puts the key into a number of twenty digits that has 0 in its place: with it the weighed digits sum to nothing modulo ten. */
function russianNumber(without: string): string {
  const weighed = [...BIC.slice(-3), ...without].map((digit, place) => Number(digit) * (WEIGHTS[place % 3] ?? 0))
  const sum = weighed.reduce((total, each) => total + (each % 10), 0)
  // Its own weight is 3, whose inverse modulo ten is 7.
  const key = ((10 - (sum % 10)) * 7) % 10
  return `${without.slice(0, KEY_PLACE)}${key}${without.slice(KEY_PLACE + 1)}`
}

/** ISO 13616: the country, and two digits by which the whole is 1 modulo 97. */
function iban(country: string, number: string): string {
  const figures = [...`${number}${country}00`].map((character) => Number.parseInt(character, 36)).join('')
  return `${country}${String(98n - (BigInt(figures) % 97n)).padStart(2, '0')}${number}`
}
