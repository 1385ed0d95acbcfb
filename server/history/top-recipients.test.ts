import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { parseRate } from '#money/rate'
import type { FindRate } from './sums.ts'
import { type Recipient, topRecipients } from './top-recipients.ts'

const findRate: FindRate = (from, to) => (from === 'USD' && to === 'RUB' ? parseRate('USD', 'RUB', '1', '92.5') : undefined)

function paid(kind: Recipient['kind'], name: string, decimal: string, currency: Currency = 'RUB') {
  return { recipient: { kind, name }, amount: parseDecimal(decimal, currency) }
}

test('amounts to one recipient in several currencies are one sum; a card is not the person of the same name', () => {
  const groups = [
    paid('card', '4821', '10.00'),
    paid('person', '4821', '20.00'),
    paid('card', '4821', '1.00', 'USD'),
    paid('seller', 'Tea', '5.00', 'IDR'),
  ]
  expect(topRecipients({ groups, isWhole: true }, 'RUB', findRate)).toEqual({
    top: [
      { kind: 'card', name: '4821', amount: parseDecimal('102.50', 'RUB') },
      { kind: 'person', name: '4821', amount: parseDecimal('20.00', 'RUB') },
    ],
    rest: parseDecimal('0.00', 'RUB'),
    isWhole: true,
  })
})

test('five recipients are named, the largest first, and all others are one entry', () => {
  const groups = ['1.00', '7.00', '3.00', '4.00', '5.00', '6.00', '2.00'].map((decimal) => paid('person', decimal, decimal))
  const { top, rest, isWhole } = topRecipients({ groups, isWhole: false }, 'RUB', findRate)
  expect(top.map(({ name }) => name)).toEqual(['7.00', '6.00', '5.00', '4.00', '3.00'])
  expect(rest).toEqual(parseDecimal('3.00', 'RUB'))
  expect(isWhole).toBe(false)
})
