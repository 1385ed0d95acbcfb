import { expect, test } from 'vitest'
import { isMistypedNumber, isNumberOf, operationNumber } from './operation-number.ts'

const ID = '0197c5a4-39a9-7749-b768-05e0dc38ed66'

test('the number of an operation is its day, the end of its id and a check digit', () => {
  expect(operationNumber(ID)).toBe('250701-DC38ED66C')
})

test('the number of an id without a day has no day; a text that is not an id stays as it is', () => {
  expect(operationNumber('5435e100-ec50-4f97-ab5a-ff464f84f31f')).toBe('4F84F31F5')
  expect(operationNumber('operation-1')).toBe('operation-1')
})

test('every wrong digit of a number is detected, and so are every two swapped neighbours', () => {
  const number = operationNumber(ID).replace('-', '')
  expect(isMistypedNumber(number)).toBe(false)
  for (let at = 0; at < number.length; at += 1) {
    const [before, digit, next = '', after] = [number.slice(0, at), number[at], number[at + 1], number.slice(at + 2)]
    for (const other of at < 6 ? '0123456789' : '0123456789ABCDEF') {
      if (other !== digit) expect(isMistypedNumber(before + other + next + after)).toBe(true)
    }
    const isDay = at + 1 < 6 || !/[A-F]/.test(next)
    if (next !== '' && next !== digit && isDay) expect(isMistypedNumber(before + next + digit + after)).toBe(true)
  }
})

test('case, hyphen and spaces around do not matter; a text of another form is not a mistyped number', () => {
  for (const text of ['250701-DC38ED66C', '250701dc38ed66c', ' 250701-dc38ed66c ']) expect(isMistypedNumber(text)).toBe(false)
  expect(isMistypedNumber('250701-dc38ed66d')).toBe(true)
  for (const text of ['', '4821', 'Кофе', '250701-DC38ED66', '4F84F31F0', ID]) expect(isMistypedNumber(text)).toBe(false)
})

test('a number matches its operation with its check digit or without; a wrong digit or a part of it does not', () => {
  for (const text of ['250701-DC38ED66C', '250701-dc38ed66c', '250701DC38ED66C', '250701-DC38ED66']) {
    expect([text, isNumberOf(ID, text)]).toEqual([text, true])
  }
  for (const text of ['250701-DC38ED66D', '250701', 'DC38ED66', '250701-DC38ED6', '']) {
    expect([text, isNumberOf(ID, text)]).toEqual([text, false])
  }
})
