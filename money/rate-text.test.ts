import { expect, test } from 'vitest'
import type { Currency } from './currency.ts'
import { parseRate } from './rate.ts'
import { rateText } from './rate-text.ts'

test.each<[Currency, Currency, string, 'ru' | 'en', string]>([
  ['USD', 'RUB', '79.728700000000', 'ru', '1 USD = 79,7287 RUB'],
  ['USD', 'RUB', '92', 'en', '1 USD = 92.00 RUB'],
  ['RUB', 'USD', '0.0125', 'ru', '1 USD = 80,00 RUB'],
  ['RUB', 'USD', '0.012418', 'en', '1 USD = 80.5283 RUB'],
  ['USD', 'IDR', '16600.5', 'ru', '1 USD = 16\u00a0600,50 IDR'],
  ['IDR', 'USD', '0.000060240000', 'en', '1 USD = 16,600.2656 IDR'],
  ['USD', 'USDC', '1', 'en', '1 USD = 1.00 USDC'],
  ['USD', 'USDC', '0.99996', 'en', '1 USDC = 1.00 USD'],
])('from %s to %s at %s in %s reads "%s"', (from, to, quantityOut, language, text) => {
  const rate = parseRate(from, to, '1', quantityOut)
  if (!rate) throw new Error('Not a rate')
  const shown = rateText(rate, language)
  expect(`1 ${shown.a} = ${shown.rate} ${shown.b}`).toBe(text)
})
