import { describe, expect, test } from 'vitest'
import { readPaymentCode } from '#codes/read-payment-code'
import { money } from '#money/money'
import { decidePaymentEnd, isContradicted, readPaymentAmount } from './rules.ts'

const usd = (minor: bigint) => money('USD', minor)
const FIXED = { asked: { amount: usd(4000n) }, fee: usd(0n) }
const FREE = { asked: { min: usd(100n), max: usd(500n) }, fee: usd(10n) }

test('a fixed amount cannot be changed, and a free one has to be said within its bounds', () => {
  expect(readPaymentAmount(FIXED, undefined)).toEqual({ ok: true, amount: usd(4000n) })
  expect(readPaymentAmount(FIXED, '40.00')).toEqual({ ok: true, amount: usd(4000n) })
  expect(readPaymentAmount(FIXED, '40.01')).toMatchObject({ ok: false, refusal: { code: 'amount_mismatch' } })
  expect(readPaymentAmount(FREE, '5.00')).toEqual({ ok: true, amount: usd(500n) })
  expect(readPaymentAmount(FREE, '5.01')).toMatchObject({ ok: false, refusal: { code: 'amount_max' } })
  expect(readPaymentAmount(FREE, '0.99')).toMatchObject({ ok: false, refusal: { code: 'amount_min' } })
  for (const wrong of [undefined, '', '1e3', '-1'])
    expect(readPaymentAmount(FREE, wrong)).toMatchObject({ ok: false, refusal: { code: 'invalid_field' } })
})

describe('a code that the provider contradicts', () => {
  const codeOf = (text: string) => {
    const read = readPaymentCode(text)
    if (!read?.ok) throw new Error('No code')
    return read.code
  }
  const BILL = 'ST00012|Name=Кит|PersonalAcc=40702810138250123017|BankName=Б|BIC=044525225|CorrespAcc=0'
  const told = (minor: bigint, currency: 'RUB' | 'USD' = 'RUB') => ({ asked: { amount: money(currency, minor) } })

  test('is one of another amount or currency', () => {
    expect(isContradicted(codeOf(`${BILL}|Sum=1000`), told(1000n))).toBe(false)
    expect(isContradicted(codeOf(`${BILL}|Sum=1000`), told(1001n))).toBe(true)
    expect(isContradicted(codeOf(`${BILL}|Sum=1000`), told(1000n, 'USD'))).toBe(true)
    expect(isContradicted(codeOf(`${BILL}|Sum=10.00`), told(1000n))).toBe(true)
    const free = { asked: { min: money('RUB', 1n), max: money('RUB', 9n) } }
    expect(isContradicted(codeOf(`${BILL}|Sum=1000`), free)).toBe(true)
    expect(isContradicted(codeOf(BILL), free)).toBe(false)
    // A cash desk's sum is with the system.
    expect(isContradicted(codeOf(BILL), told(1000n))).toBe(false)
  })

  test('is none in a currency that has no accounts: it is told in one that has', () => {
    const pix =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
    expect(isContradicted(codeOf(pix), told(1000n, 'USD'))).toBe(false)
  })
})

test('money is given back only on a definite failure, and an end stays', () => {
  const end = (state: 'held' | 'unknown' | 'complete' | 'failed', told: 'pending' | 'paid' | 'failed', amount = usd(4000n)) =>
    decidePaymentEnd({ state, amount: usd(4000n) }, { reference: '', externalId: '', state: told, amount })
  for (const open of ['held', 'unknown'] as const)
    expect([end(open, 'pending'), end(open, 'paid'), end(open, 'failed')]).toEqual(['wait', 'settle', 'reverse'])
  expect([end('complete', 'pending'), end('complete', 'paid'), end('complete', 'failed')]).toEqual([
    'ignore',
    'ignore',
    'contradiction',
  ])
  expect(end('complete', 'paid', usd(4001n))).toBe('contradiction')
  expect([end('failed', 'pending'), end('failed', 'paid'), end('failed', 'failed')]).toEqual([
    'ignore',
    'contradiction',
    'ignore',
  ])
})
