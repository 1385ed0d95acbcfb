import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { parseRate } from '#money/rate'
import type { ExchangeTerms } from './exchange-form.ts'
import { readReceipt, receiptOf } from './exchange-receipt.ts'

const rate = parseRate('RUB', 'USD', '1', '0.012418')
if (!rate) throw new Error('Not a rate')
const terms: ExchangeTerms = {
  accountIds: { from: 'rub', to: 'usd' },
  give: parseDecimal('10000.00', 'RUB'),
  get: parseDecimal('124.18', 'USD'),
  rateId: 'q1',
  rate,
}
const kept = receiptOf(terms, {
  status: 'ok',
  message: '',
  transaction_id: '42',
  from_amount: '10000.00',
  to_amount: '124.18',
  created_at: '2026-11-20T14:05:07.000Z',
})

test('a receipt is the same after it was stored in the history of the browser', () => {
  const receipt = readReceipt(structuredClone(kept))
  expect(receipt).toMatchObject({
    transactionId: '42',
    give: terms.give,
    get: terms.get,
    createdAt: '2026-11-20T14:05:07.000Z',
  })
  const read = receipt?.rate
  expect(read && read.numerator * rate.denominator === rate.numerator * read.denominator).toBe(true)
})

test('a receipt shows the amounts that the server exchanged, not those that were asked for', () => {
  expect(readReceipt({ ...kept, to_amount: '124.17' })?.get).toEqual(parseDecimal('124.17', 'USD'))
})

test.each([
  ['nothing', null],
  ['something else', { from: '/exchange' }],
  ['a currency nobody knows', { ...kept, to_currency_code: 'XAU' }],
  ['an amount that is none', { ...kept, from_amount: '-1' }],
  ['a rate that is none', { ...kept, quantity_out: 'NaN' }],
])('%s is no receipt', (_words, state) => {
  expect(readReceipt(state)).toBeUndefined()
})
