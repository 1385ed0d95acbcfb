import { expect, test } from 'vitest'
import type { Currency } from './currency.ts'
import { parseRate } from './rate.ts'
import { formatRate, rateText } from './rate-text.ts'

test.each<[Currency, Currency, string, 'ru' | 'en', string]>([
  ['USD', 'RUB', '79.728700000000', 'ru', '1 USD = 79,73 RUB'],
  ['USD', 'RUB', '92', 'en', '1 USD = 92.00 RUB'],
  ['RUB', 'USD', '0.0125', 'ru', '1 USD = 80,00 RUB'],
  ['RUB', 'USD', '0.012418', 'en', '1 USD = 80.53 RUB'],
  ['USD', 'IDR', '16600.5', 'ru', '1 USD = 16\u00a0601 IDR'],
  ['IDR', 'USD', '0.000060240000', 'en', '1 USD = 16,600 IDR'],
  ['EUR', 'USD', '1.0825', 'ru', '1 EUR = 1,0825 USD'],
  ['GBP', 'RUB', '102.256', 'ru', '1 GBP = 102,26 RUB'],
  ['USD', 'USDC', '1', 'en', '1 USD = 1.00 USDC'],
  ['USD', 'USDC', '0.99996', 'en', '1 USDC = 1.00 USD'],
])('from %s to %s at %s in %s reads "%s"', (from, to, quantityOut, language, text) => {
  const rate = parseRate(from, to, '1', quantityOut)
  if (!rate) throw new Error('Not a rate')
  const shown = rateText(rate, language)
  expect(`1 ${shown.a} = ${shown.rate} ${shown.b}`).toBe(text)
})

test.each([
  ['80', '80,00', '80.00'],
  ['80.128205128205', '80,13', '80.13'],
  ['99.996', '100,00', '100.00'],
  ['1.082549', '1,0825', '1.0825'],
  ['1.183', '1,1830', '1.1830'],
  ['1.5', '1,50', '1.50'],
  ['16600.5', '16\u00a0601', '16,601'],
  ['0.010820', '0,01082', '0.01082'],
  ['0.000060248193', '0,00006025', '0.00006025'],
  ['0.99996', '1,00', '1.00'],
])('a rate of %s is read as %s and %s', (decimal, ru, en) => {
  expect([formatRate(decimal, 'ru'), formatRate(decimal, 'en')]).toEqual([ru, en])
})

test.each(['', '.5', '1e3', '-1', 'NaN'])('«%s» is no rate', (decimal) => {
  expect(() => formatRate(decimal, 'ru')).toThrow('Not a decimal')
})
