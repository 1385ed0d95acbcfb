import { expect, test } from 'vitest'
import { money } from '#money/money'
import { type Cap, capFault, capOfOne, leftOf } from './caps.ts'

const usd = (minor: bigint) => money('USD', minor)
const daily: Cap = { per: 'day', most: usd(150_000n), usedMinor: 149_000n, refusal: { code: 'limit_daily' } }

test('the remaining amount is accepted, and a minor unit more is not', () => {
  const { currency, minor } = leftOf(daily)
  expect(minor).toBe(1000n)
  expect(capFault(money(currency, minor), [daily])).toBeUndefined()
  expect(capFault(money(currency, minor + 1n), [daily])).toEqual({
    code: 'limit_daily',
    field: 'amount',
    amount: { currency: 'USD', decimal: '1500.00' },
  })
})

test('the first exceeded cap refuses, with its details', () => {
  const firstDay: Cap = {
    per: 'first_day',
    most: usd(10n),
    usedMinor: 0n,
    refusal: { code: 'limit_first_day', reason: 'device', retryAfterSeconds: 60 },
  }
  expect(capFault(usd(100_001n), [capOfOne(usd(100_000n)), daily, firstDay])?.code).toBe('amount_max')
  expect(capFault(usd(11n), [capOfOne(usd(100_000n)), daily, firstDay])).toMatchObject({
    code: 'limit_first_day',
    reason: 'device',
    retryAfterSeconds: 60,
  })
})

test('when the amount already moved exceeds a cap, nothing remains', () => {
  expect(leftOf({ most: usd(100n), usedMinor: 101n })).toEqual(usd(0n))
})
