import { expect, test } from 'vitest'
import { accountNumber, isAccountNumber } from './account-number.ts'

const ID = '01a20533-39a9-7749-b768-05e0dc38ed6a'

test('an account always has the same number: twelve digits in groups of four, the last of which is a check digit', () => {
  expect(accountNumber(ID)).toBe(accountNumber(ID))
  for (const id of [ID, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
    expect(accountNumber(id)).toMatch(/^[0-9]{4} [0-9]{4} [0-9]{4}$/)
    expect(isAccountNumber(accountNumber(id))).toBe(true)
  }
})

test('accounts opened at the same moment have different numbers', () => {
  const one = accountNumber(ID)
  expect(accountNumber(`${ID.slice(0, -1)}b`)).not.toBe(one)
  expect(accountNumber(ID.replace('b768', 'b769'))).not.toBe(one)
})

test('one wrong digit is detected, and so are two swapped neighbours', () => {
  const digits = accountNumber(ID).replaceAll(' ', '')
  for (let at = 0; at < digits.length; at += 1) {
    const [before, digit, next = '', after] = [digits.slice(0, at), digits[at], digits[at + 1], digits.slice(at + 2)]
    for (const other of '0123456789') {
      if (other !== digit) expect(isAccountNumber(before + other + next + after)).toBe(false)
    }
    if (next !== '' && next !== digit) expect(isAccountNumber(before + next + digit + after)).toBe(false)
  }
})

test('spaces and dashes are ignored; a text that is shorter, longer or not a number is refused', () => {
  const number = accountNumber(ID)
  expect(isAccountNumber(number.replaceAll(' ', '-'))).toBe(true)
  expect(isAccountNumber(number.replaceAll(' ', ''))).toBe(true)
  for (const text of ['', '0', number.slice(1), `${number}0`, number.replace(/[0-9]/, 'x')])
    expect(isAccountNumber(text)).toBe(false)
})

test('a text that is not an id stays as it is', () => {
  for (const text of ['', 'rub', ID.slice(1)]) expect(accountNumber(text)).toBe(text)
})
