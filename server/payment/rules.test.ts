import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPaymentCode } from '#codes/read-payment-code'
import { toDecimal } from '#money/amount'
import { type Money, money } from '#money/money'
import { convertDown, parseRate } from '#money/rate'
import { debitUp } from '#money/rate-quoted'
import type { Quote } from '#server/rates/quotes'
import {
  decidePaymentRecall,
  givenBackOf,
  isContradicted,
  paymentReversalOf,
  paymentSettlementOf,
  readCost,
  readPaymentAmount,
} from './rules.ts'
import type { Payment } from './store.ts'

const usd = (minor: bigint) => money('USD', minor)
const FIXED = { asked: { amount: usd(4000n) }, fee: usd(0n) }
const FREE = { asked: { min: usd(100n), max: usd(500n) }, fee: usd(10n) }

test('a fixed amount cannot be changed, and a free amount has to be sent within its bounds', () => {
  expect(readPaymentAmount(FIXED, undefined)).toEqual({ ok: true, amount: usd(4000n) })
  expect(readPaymentAmount(FIXED, '40.00')).toEqual({ ok: true, amount: usd(4000n) })
  expect(readPaymentAmount(FIXED, '40.01')).toMatchObject({ ok: false, refusal: { code: 'amount_mismatch' } })
  expect(readPaymentAmount(FREE, '5.00')).toEqual({ ok: true, amount: usd(500n) })
  expect(readPaymentAmount(FREE, '5.01')).toMatchObject({ ok: false, refusal: { code: 'amount_max' } })
  expect(readPaymentAmount(FREE, '4.50', { USD: 0 })).toMatchObject({ ok: false, refusal: { code: 'amount_step' } })
  expect(readPaymentAmount(FREE, '4.00', { USD: 0 })).toEqual({ ok: true, amount: usd(400n) })
  expect(readPaymentAmount(FREE, '0.99')).toMatchObject({ ok: false, refusal: { code: 'amount_min' } })
  for (const wrong of [undefined, '', '1e3', '-1'])
    expect(readPaymentAmount(FREE, wrong)).toMatchObject({ ok: false, refusal: { code: 'invalid_field' } })
})

describe('the provider contradicts a code', () => {
  const codeOf = (text: string) => {
    const read = readPaymentCode(text)
    if (!read?.ok) throw new Error('No code')
    return read.code
  }
  const BILL = 'ST00012|Name=Кит|PersonalAcc=40702810138250123017|BankName=Б|BIC=044525225|CorrespAcc=0'
  const told = (minor: bigint, currency: 'RUB' | 'USD' = 'RUB') => ({ asked: { amount: money(currency, minor) } })

  test('when its quote has another amount or currency', () => {
    expect(isContradicted(codeOf(`${BILL}|Sum=1000`), told(1000n))).toBe(false)
    expect(isContradicted(codeOf(`${BILL}|Sum=1000`), told(1001n))).toBe(true)
    expect(isContradicted(codeOf(`${BILL}|Sum=1000`), told(1000n, 'USD'))).toBe(true)
    expect(isContradicted(codeOf(`${BILL}|Sum=10.00`), told(1000n))).toBe(true)
    const free = { asked: { min: money('RUB', 1n), max: money('RUB', 9n) } }
    expect(isContradicted(codeOf(`${BILL}|Sum=1000`), free)).toBe(true)
    expect(isContradicted(codeOf(BILL), free)).toBe(false)
    // A cash desk's code has no sum: the sum is at the provider.
    expect(isContradicted(codeOf(BILL), told(1000n))).toBe(false)
  })

  test('but not when the code has a currency without accounts, as its quote is in one with accounts', () => {
    const pix =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
    expect(isContradicted(codeOf(pix), told(1000n, 'USD'))).toBe(false)
  })
})

const NOW = new Date('2026-11-25T12:00:00Z')

function offered(out: string, issuedAt = NOW): Quote {
  const rate = parseRate('RUB', 'USD', '1', out)
  if (!rate) throw new Error('No rate')
  return { id: 'quote', rate, quantityOut: out, mid: out, marginBasisPoints: 0, issuedAt }
}

describe('the cost of a payment', () => {
  const asked = { fromAmount: undefined, rate: undefined, rateLifetimeSeconds: 60, now: NOW }
  const inRoubles = { ...asked, rate: offered('0.0125') }

  test('in its own currency is amount and fee, and a different amount seen by the payer is refused', () => {
    expect(readCost(usd(4000n), 'USD', asked)).toEqual({ ok: true, cost: usd(4000n) })
    expect(readCost(usd(4000n), 'USD', { ...asked, fromAmount: '40.00' })).toEqual({ ok: true, cost: usd(4000n) })
    expect(readCost(usd(4000n), 'USD', { ...asked, fromAmount: '39.99' })).toMatchObject({
      refusal: { code: 'amount_mismatch', field: 'from_amount' },
    })
  })

  test('may be finer than people type, when it is sent as it was quoted', () => {
    const fine = money('USDC', 10_123_456n)
    expect(readCost(fine, 'USDC', { ...asked, fromAmount: '10.123456' })).toEqual({ ok: true, cost: fine })
    expect(readCost(fine, 'USDC', { ...asked, fromAmount: '10.12' })).toMatchObject({ refusal: { code: 'amount_mismatch' } })
    expect(readCost(fine, 'USDC', { ...asked, fromAmount: '10.123457' })).toMatchObject({ refusal: { code: 'invalid_field' } })
  })

  test('in another currency is the total at the offered rate, and has to be the amount seen by the payer', () => {
    const read = (change: object, currency: 'RUB' | 'EUR' = 'RUB') => readCost(usd(4000n), currency, { ...inRoubles, ...change })
    expect(read({ fromAmount: '3200.00' })).toEqual({ ok: true, cost: money('RUB', 320_000n) })
    expect(read({ fromAmount: '3200.01' })).toMatchObject({ refusal: { code: 'amount_mismatch' } })
    expect(read({ fromAmount: '3199.99' })).toMatchObject({ refusal: { code: 'amount_mismatch' } })
    expect(read({})).toMatchObject({ refusal: { code: 'invalid_field', field: 'from_amount' } })
    expect(read({ fromAmount: '3200.00', rate: undefined })).toMatchObject({ refusal: { code: 'rate_unknown' } })
    expect(read({ fromAmount: '3200.00' }, 'EUR')).toMatchObject({ refusal: { code: 'rate_unknown' } })
  })

  test('is accepted up to the last second of its rate, and not after', () => {
    const at = (agoMs: number) =>
      readCost(usd(4000n), 'RUB', {
        ...inRoubles,
        fromAmount: '3200.00',
        rate: offered('0.0125', new Date(NOW.getTime() - agoMs)),
      })
    expect(at(60_000)).toMatchObject({ ok: true })
    expect(at(60_001)).toMatchObject({ refusal: { code: 'rate_expired', field: 'rate_id' } })
  })

  test('never buys less than the amount paid to the seller [payment-rules-1]', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.integer({ min: 1, max: 10 ** 9 }), (minor, billionths) => {
        const digits = String(billionths).padStart(10, '0')
        const rate = offered(`${digits.slice(0, 1)}.${digits.slice(1)}`)
        const total = usd(minor)
        const cost = debitUp(total, rate.rate)
        const read = (asked: bigint) => readCost(total, 'RUB', { ...inRoubles, rate, fromAmount: toDecimal(money('RUB', asked)) })
        // One kopeck less is refused.
        if (cost.minor < 10n ** 14n) expect([read(cost.minor).ok, read(cost.minor - 1n).ok]).toEqual([true, false])
        expect(convertDown(cost, rate.rate).minor >= total.minor).toBe(true)
      }),
    )
  })
})

const AS = { id: 't', now: NOW }
const rub = (minor: bigint) => money('RUB', minor)
const system = (role: 'payout_hold' | 'liquidity' | 'merchant_clearing' | 'suspense', amount: Money) => ({
  account: { system: role },
  amount,
})
/** A payment of 39.00 USD with a fee of 1.00, from roubles or dollars. */
const paymentOf = (cost: Money): Payment => ({
  id: 'p',
  kind: 'payment',
  state: 'held',
  userId: 'u',
  legs: [],
  accountId: 'a',
  cost,
  amount: usd(3900n),
  fee: usd(100n),
  paid: undefined,
  seller: 'Кит',
  provider: 'sandbox',
  providerQuoteId: 'q',
  createdAt: NOW,
})
const payment = paymentOf(rub(320_000n))

test('a hold in another currency is exchanged when the seller is paid, and goes back unchanged when the payment fails', () => {
  expect(paymentSettlementOf(payment, usd(3900n), AS).transfer.entries).toEqual([
    system('payout_hold', rub(-320_000n)),
    system('liquidity', rub(320_000n)),
    system('liquidity', usd(-4000n)),
    system('merchant_clearing', usd(4000n)),
  ])
  expect(paymentReversalOf(payment, 't', NOW).entries).toEqual([
    system('payout_hold', rub(-320_000n)),
    { account: { user: 'a' }, amount: rub(320_000n) },
  ])
})

test('an amount paid too little is held in suspense, in the currency of the payer; an amount paid too much is taken from suspense', () => {
  const own = paymentOf(usd(4000n))
  expect(paymentSettlementOf(own, usd(3800n), AS)).toMatchObject({ inSuspense: usd(100n), atProvider: undefined })
  expect(paymentSettlementOf(own, usd(4100n), AS).transfer.entries).toEqual([
    system('payout_hold', usd(-4000n)),
    system('suspense', usd(-200n)),
    system('merchant_clearing', usd(4200n)),
  ])
  const less = paymentSettlementOf(payment, usd(3800n), AS)
  expect(less).toMatchObject({ inSuspense: rub(8000n), atProvider: usd(100n) })
  expect(less.transfer.entries).toEqual([
    system('payout_hold', rub(-320_000n)),
    system('suspense', rub(8000n)),
    system('liquidity', rub(312_000n)),
    system('liquidity', usd(-3900n)),
    system('merchant_clearing', usd(3900n)),
  ])
  expect(paymentSettlementOf(payment, usd(4100n), AS)).toMatchObject({ inSuspense: usd(-200n), atProvider: undefined })
})

test('a paid amount comes back at its cost, and is taken again for no more than that cost', () => {
  const account = { id: 'a', userId: 'u', balance: rub(400_000n), owed: rub(0n), isFrozen: false, isClosed: false }
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 9000n }), fc.bigInt({ min: 1n, max: 10n ** 8n }), (paidMinor, costMinor) => {
      const one = paymentOf(rub(costMinor))
      const settled = paymentSettlementOf(one, usd(paidMinor), AS)
      const back = givenBackOf(one, usd(paidMinor), AS)
      const { posting, taken, excess } = decidePaymentRecall(one, usd(paidMinor), account, AS)
      for (const { entries } of [settled.transfer, back.transfer, ...posting.transfers])
        for (const currency of ['RUB', 'USD'])
          expect(
            entries.filter(({ amount }) => amount.currency === currency).reduce((sum, { amount }) => sum + amount.minor, 0n),
          ).toBe(0n)
      const unpaid = settled.inSuspense?.currency === 'RUB' ? settled.inSuspense.minor : 0n
      expect(back.inSuspense?.minor).toBe(costMinor - unpaid)
      expect(taken.minor).toBe(costMinor - unpaid)
      expect(excess?.minor).toBe(paidMinor > 3900n ? paidMinor - 3900n : undefined)
    }),
  )
})
