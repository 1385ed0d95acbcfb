import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { quickAmounts } from './quick-amounts.ts'
import { validateTopUp } from './topup-form.ts'

const READY = { currency: 'RUB', amount: '5000', isTermsAccepted: true } as const

describe('the pay button', () => {
  test('can be pressed with an account, an amount and the terms', () => {
    expect(validateTopUp(READY)).toEqual({ isReady: true, amount: parseDecimal('5000.00', 'RUB') })
  })

  test.each([
    [{ amount: '' }, ['reason.amount']],
    [{ isTermsAccepted: false }, ['reason.terms']],
    [{ amount: '', isTermsAccepted: false }, ['reason.amount', 'reason.terms']],
    [{ currency: undefined, amount: '', isTermsAccepted: false }, ['reason.account', 'reason.amount', 'reason.terms']],
  ])('is disabled with %j, and says why', (change, missing) => {
    expect(validateTopUp({ ...READY, ...change })).toEqual({ isReady: false, missing, fault: undefined })
  })

  test.each([
    ['0', 'err.amount.zero'],
    ['0.00', 'err.amount.zero'],
    ['1.234', 'reason.other_amount'],
    ['1e3', 'reason.other_amount'],
    ['NaN', 'reason.other_amount'],
  ])('is disabled by the amount %s', (amount, fault) => {
    expect(validateTopUp({ ...READY, amount })).toEqual({ isReady: false, missing: [], fault })
  })

  test('is disabled by decimals that the provider does not take of the currency', () => {
    const rupiahs = { ...READY, currency: 'IDR', decimals: 0 } as const
    expect(validateTopUp({ ...rupiahs, amount: '23545.5' })).toMatchObject({ isReady: false, fault: 'reason.other_amount' })
    expect(validateTopUp({ ...rupiahs, amount: '23545.00' })).toMatchObject({ isReady: true })
    expect(validateTopUp({ ...rupiahs, decimals: undefined, amount: '23545.5' })).toMatchObject({ isReady: true })
  })

  test('counts decimals by the currency: yen have none', () => {
    expect(validateTopUp({ ...READY, currency: 'JPY', amount: '10.5' })).toMatchObject({
      isReady: false,
      fault: 'reason.other_amount',
    })
  })
})

test('quick amounts are amounts of their currency', () => {
  for (const amount of quickAmounts('IDR')) expect(validateTopUp({ ...READY, currency: 'IDR', amount }).isReady).toBe(true)
})
