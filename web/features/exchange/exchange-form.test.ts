import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDecimal, toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { parseAmount } from '#money/parse-amount'
import { convertDown, parseRate, type Rate } from '#money/rate'
import { debitUp } from '#money/rate-quoted'
import {
  chooseAccount,
  type ExchangeAccount,
  exchangedAmounts,
  giveAll,
  newForm,
  shownAmounts,
  swapSides,
  typeInto,
  validateExchange,
} from './exchange-form.ts'
import { findQuote, type Quote, readRates } from './rates.ts'

const RUB: ExchangeAccount = { id: 'rub', balance: parseDecimal('50000.00', 'RUB') }
const USD: ExchangeAccount = { id: 'usd', balance: parseDecimal('120.50', 'USD') }
const USDC: ExchangeAccount = { id: 'usdc', balance: parseDecimal('10.129999', 'USDC') }
const ACCOUNTS = [RUB, USD, USDC]
const PAIR = { from: 'RUB', to: 'USD' } as const

function rateOf(from: Currency, to: Currency, quantityOut: string): Rate {
  const rate = parseRate(from, to, '1', quantityOut)
  if (!rate) throw new Error('Not a rate')
  return rate
}

const RATE = rateOf('RUB', 'USD', '0.010869565217')
const QUOTE: Quote = { id: 'q1', rate: RATE }
const SIDES = { from: RUB, to: USD }

function typed(side: 'from' | 'to', text: string) {
  return typeInto(newForm(ACCOUNTS), side, text)
}

describe('the form begins', () => {
  test('with the first account giving and the second getting [exchange-form-1]', () => {
    expect(newForm(ACCOUNTS).accountIds).toEqual({ from: 'rub', to: 'usd' })
  })

  test('with the account in the address, and the first of the other accounts', () => {
    expect(newForm(ACCOUNTS, { fromId: 'usd' }).accountIds).toEqual({ from: 'usd', to: 'rub' })
    expect(newForm(ACCOUNTS, { fromId: 'usd', toId: 'usdc' }).accountIds).toEqual({ from: 'usd', to: 'usdc' })
    expect(newForm(ACCOUNTS, { fromId: 'usd', toId: 'usd' }).accountIds).toEqual({ from: 'usd', to: 'rub' })
    expect(newForm(ACCOUNTS, { fromId: 'gone' }).accountIds).toEqual({ from: 'rub', to: 'usd' })
  })

  test('with the amount in the address on the giving side, or else without an amount', () => {
    expect(newForm(ACCOUNTS, { fromId: 'usd', give: '10.00' })).toMatchObject({ edited: 'from', text: '10.00' })
    expect(newForm(ACCOUNTS).text).toBe('')
  })
})

describe('the amount of the other side', () => {
  test('is rounded down when it is received [exchange-form-2]', () => {
    expect(shownAmounts(typed('from', '10000'), PAIR, RATE)).toEqual({ from: '10000', to: '108.69' })
  })

  test('is rounded up when it is given', () => {
    expect(shownAmounts(typed('to', '108.70'), PAIR, RATE)).toEqual({ from: '10000.41', to: '108.70' })
  })

  test('is computed, and the side typed into last is kept', () => {
    const form = typeInto(typed('from', '10000'), 'to', '1')
    expect(shownAmounts(form, PAIR, RATE)).toEqual({ from: '92.01', to: '1' })
  })

  test.each(['', '0', '0.00', '.', 'NaN', '1e3', '1.234', '99999999999999'])(
    'is empty for «%s», never NaN [exchange-form-3]',
    (text) => {
      expect(shownAmounts(typed('from', text), PAIR, RATE).to).toBe('')
      expect(shownAmounts(typed('to', text), PAIR, RATE).from).toBe('')
    },
  )

  test('is empty without a rate', () => {
    expect(shownAmounts(typed('from', '10000'), PAIR, undefined)).toEqual({ from: '10000', to: '' })
    expect(shownAmounts(typed('to', '5'), PAIR, undefined)).toEqual({ from: '', to: '5' })
  })

  test('moves with the rate, and the typed side does not', () => {
    const form = typed('from', '10000')
    expect(shownAmounts(form, PAIR, rateOf('RUB', 'USD', '0.02'))).toEqual({ from: '10000', to: '200.00' })
  })
})

test('swapping exchanges accounts and amounts [exchange-form-4]', () => {
  const swapped = swapSides(typed('from', '10000'))
  expect(swapped.accountIds).toEqual({ from: 'usd', to: 'rub' })
  expect(shownAmounts(swapped, { from: 'USD', to: 'RUB' }, rateOf('USD', 'RUB', '91.5'))).toEqual({ from: '109.29', to: '10000' })
  expect(swapSides(swapped)).toEqual(typed('from', '10000'))
})

test('MAX enters the full balance, of USDC as much as can be entered', () => {
  expect(giveAll(typed('to', '5'), RUB.balance)).toEqual(typed('from', '50000.00'))
  expect(giveAll(newForm(ACCOUNTS), USDC.balance).text).toBe('10.12')
})

test('choosing the account of the other side swaps the two accounts', () => {
  expect(chooseAccount(newForm(ACCOUNTS), 'from', 'usdc').accountIds).toEqual({ from: 'usdc', to: 'usd' })
  expect(chooseAccount(newForm(ACCOUNTS), 'from', 'usd').accountIds).toEqual({ from: 'usd', to: 'rub' })
})

describe('the exchange button', () => {
  test('can be pressed with a rate and an amount above zero', () => {
    expect(validateExchange(typed('from', '10000'), SIDES, QUOTE)).toEqual({
      isReady: true,
      terms: {
        accountIds: { from: 'rub', to: 'usd' },
        give: parseDecimal('10000.00', 'RUB'),
        get: parseDecimal('108.69', 'USD'),
        rateId: 'q1',
        rate: RATE,
      },
    })
  })

  test.each([
    ['no rate', typed('from', '10000'), undefined, 'ex.no_rate'],
    ['no amount', typed('from', ''), QUOTE, 'err.amount.empty'],
    ['zero', typed('from', '0'), QUOTE, 'err.amount.zero'],
    ['zero wanted', typed('to', '0.00'), QUOTE, 'err.amount.zero'],
    ['an amount that is no number', typed('from', 'NaN'), QUOTE, 'reason.other_amount'],
    ['an amount that comes to nothing', typed('from', '0.01'), QUOTE, 'ex.too_little'],
    ['an amount that costs more than can be told', typed('to', '999999999999'), QUOTE, 'ex.too_much'],
  ] as const)('is disabled by %s', (_name, form, quote, fault) => {
    expect(validateExchange(form, SIDES, quote)).toEqual({ isReady: false, fault })
  })

  test('is disabled above the balance, and says by how much [exchange-form-5]', () => {
    expect(validateExchange(typed('from', '52500'), SIDES, QUOTE)).toEqual({
      isReady: false,
      fault: 'err.amount.funds',
      shortBy: parseDecimal('2500.00', 'RUB'),
    })
    expect(validateExchange(typed('from', '50000'), SIDES, QUOTE).isReady).toBe(true)
    expect(validateExchange(typed('to', '1000'), SIDES, QUOTE)).toMatchObject({ fault: 'err.amount.funds' })
  })

  test('is disabled for one account on both sides', () => {
    expect(validateExchange(typed('from', '1'), { from: RUB, to: RUB }, QUOTE)).toEqual({ isReady: false, fault: 'ex.same' })
  })
})

test('whatever is typed on either side, the sent amounts agree with the rate by the server’s computation', () => {
  const amount = fc.integer({ min: 1, max: 5_000_000 }).map((minor) => toDecimal({ currency: 'RUB', minor: BigInt(minor) }))
  const quantity = fc.integer({ min: 1, max: 999_999_999 }).map((n) => `0.${String(n).padStart(12, '0')}`)
  fc.assert(
    fc.property(fc.constantFrom('from' as const, 'to' as const), amount, quantity, (side, text, quantityOut) => {
      const rate = rateOf('RUB', 'USD', quantityOut)
      const rich = { from: { ...RUB, balance: { currency: 'RUB' as const, minor: 10n ** 30n } }, to: USD }
      const readiness = validateExchange(typed(side, text), rich, { id: 'q', rate })
      if (!readiness.isReady) return
      const { give, get } = readiness.terms
      expect(convertDown(give, rate).minor === get.minor || debitUp(get, rate).minor === give.minor).toBe(true)
      for (const sent of [give, get]) expect(parseAmount(toDecimal(sent), sent.currency).ok).toBe(true)
    }),
  )
})

test('the result has the amounts that the server exchanged, not those that were asked for', () => {
  const asked = { give: parseDecimal('10000.00', 'RUB'), get: parseDecimal('124.18', 'USD') }
  const reply = { from_amount: '10000.00', to_amount: '124.17', transaction_id: '42', created_at: '2026-11-20T14:05:07.000Z' }
  expect(exchangedAmounts(asked, { status: 'ok', message: '', ...reply })).toEqual({
    ...asked,
    get: parseDecimal('124.17', 'USD'),
  })
})

describe('the rates', () => {
  const line = { id: 'q', from_currency_code: 'RUB', to_currency_code: 'USD', quantity_in: '1', quantity_out: '0.01' }
  const answer = { status: 'ok' as const, issued_at: '2026-11-20T14:05:00.000Z', expires_at: '2026-11-20T14:06:00.000Z' }

  test.each([
    ['quantity_in is not 1', { ...line, quantity_in: '2' }],
    ['quantity_out is no number', { ...line, quantity_out: 'NaN' }],
    ['quantity_out is zero', { ...line, quantity_out: '0' }],
    ['the currency is not known', { ...line, to_currency_code: 'XAU' }],
  ])('have none where %s', (_name, rate) => {
    expect(readRates({ ...answer, rates: [rate] }).quotes).toEqual([])
  })

  test('are found by their pair', () => {
    const sheet = readRates({ ...answer, rates: [line] })
    expect(findQuote(sheet, 'RUB', 'USD')?.id).toBe('q')
    expect(findQuote(sheet, 'USD', 'RUB')).toBeUndefined()
    expect(findQuote(undefined, 'RUB', 'USD')).toBeUndefined()
  })
})
