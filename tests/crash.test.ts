import { expect, test } from 'vitest'
import { CRASH_POINTS } from '#server/db/crash-point'
import {
  EXCHANGE_POINTS,
  IDENTITY_CHECKS,
  IDENTITY_ENDS,
  IDENTITY_POINTS,
  PIN_POINTS,
  SEALS,
  TOPUP_CHECKS,
  TOPUP_ENDS,
  TOPUP_POINTS,
  WEBHOOKS,
  WITHDRAWAL_CHECKS,
  WITHDRAWAL_POINTS,
} from '#tests/crash'

test('every point of the code where the wallet can be made to die is tried', () => {
  const withdrawals = [...PIN_POINTS, ...WITHDRAWAL_POINTS, ...WITHDRAWAL_CHECKS]
  const topups = [...TOPUP_POINTS, ...TOPUP_CHECKS, ...TOPUP_ENDS, ...WEBHOOKS]
  const identities = [...IDENTITY_POINTS, ...IDENTITY_CHECKS, ...IDENTITY_ENDS]
  expect([...withdrawals, ...topups, ...EXCHANGE_POINTS, ...identities, ...SEALS].sort()).toEqual([...CRASH_POINTS].sort())
})
