import { expect, test } from 'vitest'
import { formatBalance, formatFigure, formatMoney } from './format.ts'
import { money } from './money.ts'

test('a balance has its symbol first [money-format-1]', () => {
  expect(formatBalance(money('RUB', 123_456_789n), 'ru')).toBe('₽\u00a01\u00a0234\u00a0567,89')
  expect(formatBalance(money('USD', 412_050n), 'en')).toBe('$4,120.50')
})

test('a currency without a symbol of its own is never shown without its code [money-format-2]', () => {
  expect(formatBalance(money('IDR', 123_400n), 'ru')).toBe('IDR\u00a0·\u00a0¤\u00a01\u00a0234,00')
  expect(formatBalance(money('USDC', 1_500_000n), 'en')).toBe('USDC\u00a0·\u00a0¤\u00a01.50')
})

test('outside balances a currency without a symbol of its own is told by its code alone', () => {
  expect(formatMoney(money('USDC', 59_670_000n), 'ru')).toBe('59,67\u00a0USDC')
  expect(formatMoney(money('USDC', -1_500_000n), 'en', 'signed')).toBe('\u22121.50\u00a0USDC')
  expect(formatMoney(money('IDR', 10_000n), 'en', 'signed')).toBe('+100.00\u00a0IDR')
})

test('in a row of transactions it has the symbol of the specification, and its code beside it [money-format-3]', () => {
  expect(formatMoney(money('USDC', -1_500_000n), 'ru', 'signed', true)).toBe('\u22121,50\u00a0¤\u00a0USDC')
  expect(formatMoney(money('USDC', 1_500_000n), 'en', 'signed', true)).toBe('+¤1.50\u00a0USDC')
  expect(formatMoney(money('USD', 50_000n), 'en', 'signed', true)).toBe('+$500.00')
})

test('an amount in a list has a real minus or a plus, and nothing has neither', () => {
  expect(formatMoney(money('RUB', -123_456n), 'ru', 'signed')).toBe('\u22121\u00a0234,56\u00a0₽')
  expect(formatMoney(money('USD', 50_000n), 'en', 'signed')).toBe('+$500.00')
  expect(formatMoney(money('USD', 0n), 'en', 'signed')).toBe('$0.00')
  expect(formatMoney(money('JPY', 1_500n), 'en')).toBe('¥1,500')
})

test('behind a code an amount is its number alone, with a real minus', () => {
  expect(formatFigure(money('USD', 2_186_002n), 'ru')).toBe('21\u00a0860,02')
  expect(formatFigure(money('USD', 2_186_002n), 'en')).toBe('21,860.02')
  expect(formatFigure(money('USDC', -1_500_000n), 'en')).toBe('\u22121.50')
})
