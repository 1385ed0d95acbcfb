import { describe, expect, test } from 'vitest'
import { money } from '#money/money'
import {
  firstAccount,
  isSameOffer,
  type PaymentQuote,
  paymentBody,
  rateBody,
  readPaymentQuote,
  validatePayment,
} from './payment-quote.ts'

const REPLY: Parameters<typeof readPaymentQuote>[0] = {
  status: 'ok',
  quote_id: 'q',
  seller: 'Blumenhaus Berlin',
  format: 'epc',
  currency_code: 'EUR',
  amount: '19.90',
  min: null,
  max: null,
  fee: '0.10',
  issued_at: '2026-11-25T12:00:00.000Z',
  expires_at: '2026-11-25T12:10:00.000Z',
  accounts: [
    {
      account_id: 'eur',
      currency_code: 'EUR',
      from_amount: '20.00',
      rate_id: null,
      quantity_out: null,
      expires_at: '2026-11-25T12:10:00.000Z',
    },
    {
      account_id: 'rub',
      currency_code: 'RUB',
      from_amount: '2000.00',
      rate_id: 's.RUB-EUR',
      quantity_out: '0.01',
      expires_at: '2026-11-25T12:01:00.000Z',
    },
  ],
}

function read(change: Partial<typeof REPLY> = {}): PaymentQuote {
  const quote = readPaymentQuote({ ...REPLY, ...change })
  if (!quote) throw new Error('No quote')
  return quote
}

const FIXED = read()
const FREE = read({ amount: null, min: '1.00', max: '100.00' })
const account = (quote: PaymentQuote, id: string) => quote.accounts.find(({ accountId }) => accountId === id)
const rub = (minor: bigint) => money('RUB', minor)
const eur = (minor: bigint) => money('EUR', minor)

test('each account has its own time, counted from the quote', () => {
  expect(FIXED.accounts.map(({ accountId, holdsMs }) => [accountId, holdsMs])).toEqual([
    ['eur', 600_000],
    ['rub', 60_000],
  ])
  expect(readPaymentQuote({ ...REPLY, currency_code: 'XXX' })).toBeUndefined()
})

describe('a payment', () => {
  const check = (quote: PaymentQuote, id: string, balance = rub(500_000n), typed = '') =>
    validatePayment(quote, account(quote, id), { balance, typed })

  test('adds the fee, at the rate of the account, and sends the amounts that the payer has seen', () => {
    const ready = check(FIXED, 'rub')
    if (!ready.isReady) throw new Error('Not ready')
    expect(ready.terms).toMatchObject({ amount: eur(1990n), cost: rub(200_000n), left: rub(300_000n) })
    expect(paymentBody(ready.terms)).toEqual({ quote_id: 'q', account_id: 'rub', from_amount: '2000.00' })
    expect(rateBody(ready.terms)).toEqual({ rate_id: 's.RUB-EUR' })
    const own = check(FIXED, 'eur', eur(2000n))
    expect(own).toMatchObject({ isReady: true, terms: { cost: eur(2000n), left: eur(0n) } })
    if (own.isReady) expect(rateBody(own.terms)).toEqual({})
  })

  test('needs an account, an amount within the bounds and enough money', () => {
    expect(validatePayment(FIXED, undefined, { balance: undefined, typed: '' })).toMatchObject({ missing: ['reason.account'] })
    expect(check(FREE, 'rub')).toMatchObject({ isReady: false, missing: ['reason.amount'] })
    expect(check(FREE, 'rub', rub(1n), '0.99')).toMatchObject({ tooLittle: eur(100n) })
    expect(check(FREE, 'rub', rub(1n), '100.01')).toMatchObject({ tooMuch: eur(10_000n) })
    expect(check(FREE, 'rub', rub(1n), '1e3')).toMatchObject({ fault: 'reason.other_amount' })
    const whole = { balance: rub(1_000_000n), typed: '1.50', decimals: 0 }
    expect(validatePayment(FREE, account(FREE, 'rub'), whole)).toMatchObject({ fault: 'reason.other_amount' })
    expect(check(FREE, 'rub', rub(100n), '1.00')).toMatchObject({ shortBy: rub(10_900n) })
    const ready = check(FREE, 'rub', rub(11_000n), '1.00')
    if (!ready.isReady) throw new Error('Not ready')
    expect(paymentBody(ready.terms)).toMatchObject({ amount: '1.00', from_amount: '110.00' })
  })
})

test('the first account is of the seller’s currency, unless only another account has enough', () => {
  const first = (eurMinor: bigint, rubMinor: bigint, current?: string) =>
    firstAccount(
      FIXED,
      [
        { id: 'rub', balance: rub(rubMinor) },
        { id: 'eur', balance: eur(eurMinor) },
      ],
      current,
    )?.accountId
  expect(first(2000n, 200_000n, 'rub')).toBe('eur')
  expect(first(1999n, 200_000n)).toBe('rub')
  expect(first(0n, 0n)).toBe('eur')
})

test('another price, seller, fee or account rate makes another offer', () => {
  const isSame = (change: Partial<typeof REPLY>, id = 'eur') => isSameOffer(FIXED, read(change), id)
  expect(isSame({ quote_id: 'other' })).toBe(true)
  expect(isSame({ amount: '19.91' })).toBe(false)
  expect(isSame({ seller: 'Blumenhaus Bonn' })).toBe(false)
  expect(isSame({ fee: '0.20' })).toBe(false)
  const accounts = REPLY.accounts.map((each) => (each.rate_id === null ? each : { ...each, quantity_out: '0.011' }))
  expect([isSame({ accounts }), isSame({ accounts }, 'rub')]).toEqual([true, false])
})
