import { describe, expect, test } from 'vitest'
import { decideLimits, type LimitFacts } from './limits.ts'

const LIMITS: LimitFacts = {
  topup_min: '10.00',
  topup_max: '600.00',
  withdrawal_min: '10.00',
  withdrawal_max: '600.00',
  withdrawal_daily: '1000.00',
  withdrawal_fee_percent: '0.00',
  p2p_min: '10.00',
  p2p_max: '600.00',
  p2p_daily: '1000.00',
  p2p_monthly: '10000.00',
  p2p_person_daily: '1000.00',
  p2p_received_monthly: '10000.00',
}
const NONE: LimitFacts = {
  topup_min: null,
  topup_max: null,
  withdrawal_min: null,
  withdrawal_max: null,
  withdrawal_daily: null,
  withdrawal_fee_percent: null,
  p2p_min: null,
  p2p_max: null,
  p2p_daily: null,
  p2p_monthly: null,
  p2p_person_daily: null,
  p2p_received_monthly: null,
}

describe('limits', () => {
  test('that are not named stay; a named limit is stored in one spelling', () => {
    expect(decideLimits(LIMITS, { topup_max: '700', withdrawal_fee_percent: '1.5' }, 'RUB')).toEqual({
      ...LIMITS,
      topup_max: '700.00',
      withdrawal_fee_percent: '1.50',
    })
  })

  test('for a currency without limits have to be complete, except the fee and those of money between people', () => {
    expect(() => decideLimits(NONE, { topup_min: '1' }, 'JPY')).toThrow('tell --topup-max, --withdrawal-min')
    const { topup_min, topup_max, withdrawal_min, withdrawal_max, withdrawal_daily } = LIMITS
    const amounts = { topup_min, topup_max, withdrawal_min, withdrawal_max, withdrawal_daily }
    expect(decideLimits(NONE, amounts, 'EUR')).toEqual(LIMITS)
  })

  test.each([
    [{ topup_min: '1,5' }, '--topup-min: "1,5" is no amount of RUB: give it in figures'],
    [{ topup_min: '-1' }, 'no amount of RUB'],
    [{ topup_min: '1.555' }, 'no amount of RUB'],
    [{ topup_min: '0' }, 'it must be more than zero'],
    [{ topup_min: '601' }, '--topup-max 600.00 would be less than --topup-min 601.00'],
    [{ withdrawal_max: '1000.01' }, '--withdrawal-daily 1000.00 would be less than --withdrawal-max 1000.01'],
    [{ p2p_max: '1000.01' }, '--p2p-daily 1000.00 would be less than --p2p-max 1000.01'],
    [{ p2p_person_daily: '9' }, '--p2p-person-daily 9.00 would be less than --p2p-min 10.00'],
    [{ withdrawal_fee_percent: '100' }, '--withdrawal-fee-percent: "100" is no percent'],
  ])('refuse %j', (update, message) => {
    expect(() => decideLimits(LIMITS, update, 'RUB')).toThrow(message)
  })

  test('have no more decimals than their currency', () => {
    expect(() => decideLimits(NONE, { topup_min: '1.5' }, 'JPY')).toThrow('JPY has fewer decimals')
  })
})
