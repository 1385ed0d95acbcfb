import { expect, test } from 'vitest'
import { formatDecimal } from './format-decimal.ts'

test.each([
  ['80', '80,00', '80.00'],
  ['80.128205128205', '80,1282', '80.1282'],
  ['16600.5', '16\u00a0600,50', '16,600.50'],
  ['0.012480', '0,01248', '0.01248'],
  ['0.000060248193', '0,00006025', '0.00006025'],
  ['79.99994', '79,9999', '79.9999'],
  ['79.99995', '80,00', '80.00'],
])('a rate of %s is read as %s and %s', (decimal, ru, en) => {
  expect([formatDecimal(decimal, 'ru'), formatDecimal(decimal, 'en')]).toEqual([ru, en])
})

test.each(['', '.5', '1e3', '-1', 'NaN'])('«%s» is no rate', (decimal) => {
  expect(() => formatDecimal(decimal, 'ru')).toThrow('Not a decimal')
})
