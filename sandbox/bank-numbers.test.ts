import { expect, test } from 'vitest'
import { newBankNumber } from './bank-numbers.ts'

const many = (currency: string) => Array.from({ length: 50 }, () => newBankNumber(currency))

test('a Russian account checks by the standard’s key', () => {
  for (const number of many('RUB')) {
    expect(number).toMatch(/^40817810[0-9]{12}$/)
    const sum = [...`000${number}`].reduce(
      (total, digit, place) => total + ((Number(digit) * ([7, 1, 3][place % 3] ?? 0)) % 10),
      0,
    )
    expect(sum % 10).toBe(0)
  }
})

test.each([
  ['EUR', /^DE[0-9]{20}$/],
  ['GBP', /^GB[0-9]{2}SAND[0-9]{14}$/],
])('an IBAN of %s is 1 modulo 97', (currency, grammar) => {
  for (const number of many(currency)) {
    expect(number).toMatch(grammar)
    const figures = [...`${number.slice(4)}${number.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('')
    expect(BigInt(figures) % 97n).toBe(1n)
  }
})

test('no two are the same', () => {
  expect(new Set(many('USD')).size).toBe(50)
})
