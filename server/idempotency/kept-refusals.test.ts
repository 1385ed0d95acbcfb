import { expect, test } from 'vitest'
import { REFUSALS, type RefusalCode } from '#contract/refusals'
import { isKept } from './kept-refusals.ts'

const CODES = Object.keys(REFUSALS) as RefusalCode[]

test('what was malformed, came too often, or met something that was away is not kept', () => {
  const passing = CODES.filter((code) => [400, 401, 429, 500, 503].includes(REFUSALS[code]))
  expect(passing.filter(isKept)).toEqual([])
  expect(isKept('switched_off')).toBe(false)
})

test('a rule’s word is kept', () => {
  expect(
    ['insufficient_funds', 'amount_max', 'rate_expired', 'pin_wrong', 'payout_declined'].every((code) =>
      isKept(code as RefusalCode),
    ),
  ).toBe(true)
})
