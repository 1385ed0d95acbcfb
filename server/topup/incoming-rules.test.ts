import { expect, test } from 'vitest'
import { type Money, money } from '#money/money'
import type { UserAccount } from '#server/ledger/accounts'
import type { Limits, Owner } from '#server/users/levels'
import { decideIncoming, topupOfPayment } from './incoming-rules.ts'

const usd = (minor: bigint): Money => money('USD', minor)
const most = usd(100_000n)
const limits: Limits = {
  topupMin: usd(1_000n),
  topupMax: most,
  withdrawalMin: most,
  withdrawalMax: most,
  withdrawalDaily: most,
  withdrawalFeeBasisPoints: 0n,
  p2p: { min: most, max: most, daily: most, monthly: most, personDaily: most, receivedMonthly: most },
}
const account: UserAccount = { id: 'usd', userId: 'anna', balance: usd(500n), owed: usd(0n), isFrozen: false, isClosed: false }
const owner: Owner = { user: { isTopupAllowed: true, isWithdrawalAllowed: true }, limits }
const MOST_HELD = 10n ** 14n

test('an amount that the level allows is credited, however small, also on a frozen wallet', () => {
  for (const minor of [1n, 999n, 100_000n]) expect(decideIncoming({ amount: usd(minor) }, { account, owner })).toBeUndefined()
  expect(decideIncoming({ amount: most }, { account: { ...account, isFrozen: true }, owner })).toBeUndefined()
})

test.each([
  ['nobody', most, { account: undefined }],
  ['closed', most, { account: { ...account, isClosed: true } }],
  ['other_currency', money('EUR', 1n), {}],
  ['not_allowed', most, { owner: { ...owner, user: { ...owner.user, isTopupAllowed: false } } }],
  ['not_allowed', most, { owner: undefined }],
  ['over_limit', usd(100_001n), {}],
  ['over_limit', most, { owner: { ...owner, limits: undefined } }],
  ['over_limit', usd(1n), { account: { ...account, balance: usd(MOST_HELD) } }],
] as const)('an amount is not credited automatically: %s, %o', (expected, amount, changed) => {
  expect(decideIncoming({ amount }, { account, owner, ...changed })).toBe(expected)
})

const now = new Date('2026-11-20T12:00:00Z')
const made = (state: 'complete' | 'charged_back') =>
  topupOfPayment({ amount: most, state }, account, { id: 'op', kind: 'bank', now })

test('the top-up credits the whole amount to the account, against the provider’s debt to us', () => {
  const { operation, transfers } = made('complete')
  expect(operation).toMatchObject({ kind: 'topup', state: 'complete', legs: [{ accountId: 'usd', amount: most }] })
  expect(transfers).toHaveLength(1)
  expect(transfers[0]?.entries).toEqual([
    { account: { system: 'topup_clearing' }, amount: usd(-100_000n) },
    { account: { user: 'usd' }, amount: most },
  ])
})

test('a payment taken back before it was reported moves nothing', () => {
  expect(made('charged_back')).toMatchObject({ operation: { state: 'taken_back' }, transfers: [] })
})
