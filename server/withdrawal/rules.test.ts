import { expect, test } from 'vitest'
import { money } from '#money/money'
import { decideHold, type HoldFacts, isUsable, readWithdrawal } from './rules.ts'

const PAN = '2200123456784821'
const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7'
const NOWHERE = { pan: undefined, cardToken: undefined, address: undefined, recipientId: undefined }

const TAKEN = { takesCardNumbers: true, payouts: { takenDecimals: { IDR: 0 } } }

test.each([
  ['RUB', { pan: PAN }, 'ok'],
  ['USD', { pan: PAN }, 'ok'],
  ['USDC', { address: ADDRESS }, 'ok'],
  ['USDC', { pan: PAN }, 'pan'],
  ['USDC', { pan: PAN, address: ADDRESS }, 'pan'],
  ['USDC', {}, 'address'],
  ['USDC', { address: '0x123' }, 'address'],
  ['USDC', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, 'ok'],
  ['USDC', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }, 'address'],
  ['RUB', { address: ADDRESS }, 'address'],
  ['RUB', { pan: PAN, address: ADDRESS }, 'address'],
  ['RUB', {}, 'pan'],
  ['RUB', { recipientId: 'r' }, 'ok'],
  ['USDC', { recipientId: 'r' }, 'ok'],
  ['RUB', { recipientId: 'r', pan: PAN }, 'recipient_id'],
  ['USDC', { recipientId: 'r', address: ADDRESS }, 'recipient_id'],
  ['USDC', { recipientId: 'r', pan: PAN, address: ADDRESS }, 'recipient_id'],
  ['RUB', { cardToken: 't' }, 'ok'],
  ['RUB', { cardToken: 't', pan: PAN }, 'card_token'],
  ['RUB', { cardToken: 't', address: ADDRESS }, 'address'],
  ['USDC', { cardToken: 't' }, 'card_token'],
  ['USDC', { cardToken: 't', address: ADDRESS }, 'card_token'],
  ['RUB', { recipientId: 'r', cardToken: 't' }, 'recipient_id'],
  ['XXX', { pan: PAN }, 'currency_code'],
])('a withdrawal of %s to %o: %s', (currencyCode, to, expected) => {
  const read = readWithdrawal({ amount: '10.00', currencyCode, ...NOWHERE, ...to }, TAKEN)
  expect(read.ok ? 'ok' : read.refusal.field).toBe(expected)
})

test.each([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dEaD',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
])('the address %s, where the money would be lost, is refused as address_lost', (address) => {
  const asked = { amount: '10.00', currencyCode: 'USDC', ...NOWHERE, address }
  expect(readWithdrawal(asked, TAKEN)).toEqual({ ok: false, refusal: { code: 'address_lost', field: 'address' } })
})

test('a card number is refused as card_number_refused when none is accepted; a token and an address are accepted', () => {
  const read = (currencyCode: string, to: object) =>
    readWithdrawal({ amount: '10.00', currencyCode, ...NOWHERE, ...to }, { ...TAKEN, takesCardNumbers: false })
  expect(read('RUB', { pan: PAN })).toEqual({ ok: false, refusal: { code: 'card_number_refused', field: 'pan' } })
  expect(read('RUB', { cardToken: 't' })).toMatchObject({ ok: true, destination: { kind: 'typed', token: 't' } })
  expect(read('USDC', { address: ADDRESS })).toMatchObject({ ok: true })
})

test('an amount finer than the smallest step of the provider is refused with that step', () => {
  const read = (amount: string, currencyCode: string) => readWithdrawal({ ...NOWHERE, amount, currencyCode, pan: PAN }, TAKEN)
  const amount = { currency: 'IDR', decimal: '1.00' }
  expect(read('10000.50', 'IDR')).toEqual({ ok: false, refusal: { code: 'amount_step', field: 'amount', amount } })
  expect(read('10000.00', 'IDR')).toMatchObject({ ok: true })
  expect(read('10000.50', 'RUB')).toMatchObject({ ok: true })
})

test('a token is usable by the person who typed the card, until it expires', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const card = { token: 't', masked: '220012******4821', owner: 'anna', usableUntil: new Date('2026-11-20T12:00:01Z') }
  expect(isUsable(card, 'anna', now)).toBe(true)
  expect(isUsable(card, 'boris', now)).toBe(false)
  expect(isUsable(card, 'anna', card.usableUntil)).toBe(false)
  expect(isUsable(undefined, 'anna', now)).toBe(false)
})

test('an earlier recipient has to be of the kind of the currency: a card, or an address', () => {
  const read = (currencyCode: string) => readWithdrawal({ amount: '10.00', currencyCode, ...NOWHERE, recipientId: 'r' }, TAKEN)
  expect(read('EUR')).toMatchObject({ destination: { kind: 'recipient', recipientId: 'r', mustBe: 'card' } })
  expect(read('USDC')).toMatchObject({ destination: { kind: 'recipient', recipientId: 'r', mustBe: 'address' } })
})

const limits = {
  topupMin: money('USD', 100n),
  topupMax: money('USD', 100_000n),
  withdrawalMin: money('USD', 100n),
  withdrawalMax: money('USD', 100_000n),
  withdrawalDaily: money('USD', 150_000n),
  withdrawalFeeBasisPoints: 100n,
  p2p: {
    min: money('USD', 100n),
    max: money('USD', 100_000n),
    daily: money('USD', 150_000n),
    monthly: money('USD', 1_500_000n),
    personDaily: money('USD', 150_000n),
    receivedMonthly: money('USD', 1_500_000n),
  },
}
const account = {
  id: 'usd',
  userId: 'anna',
  balance: money('USD', 200_000n),
  owed: money('USD', 0n),
  isFrozen: false,
  isClosed: false,
}
const facts: HoldFacts = {
  id: 'id',
  owner: { user: { isTopupAllowed: true, isWithdrawalAllowed: true }, limits },
  account,
  caps: [],
  destination: { kind: 'card', masked: '220012******4821' },
  now: new Date('2026-11-20T12:00:00Z'),
}

function code(minor: bigint, changed: Partial<HoldFacts>): string {
  const decision = decideHold(money('USD', minor), { ...facts, ...changed })
  return decision.kind === 'refuse' ? decision.refusal.code : 'ok'
}

test('a hold takes the amount and the fee from the account', () => {
  const decision = decideHold(money('USD', 10_000n), facts)
  expect(decision.kind === 'post' && decision.transfers[0]?.entries).toEqual([
    { account: { user: 'usd' }, amount: money('USD', -10_100n) },
    { account: { system: 'payout_hold' }, amount: money('USD', 10_100n) },
  ])
})

test('a person who was told another total than amount and fee is refused; one who was told none is not', () => {
  expect(code(10_000n, { toldTotal: '101.00' })).toBe('ok')
  expect(code(10_000n, { toldTotal: '101' })).toBe('ok')
  expect(code(10_000n, { toldTotal: undefined })).toBe('ok')
  for (const toldTotal of ['100.00', '101.01', '', 'all', '-101.00']) expect(code(10_000n, { toldTotal })).toBe('amount_mismatch')
  // A fee is rounded up to the smallest unit, which is finer than people type.
  expect(code(101n, { toldTotal: '1.03' })).toBe('ok')
})

test('a frozen wallet, a flag and a limit each refuse a withdrawal [withdrawal-rules-1]', () => {
  expect(code(10_000n, {})).toBe('ok')
  expect(code(10_000n, { owner: { user: { isTopupAllowed: true, isWithdrawalAllowed: false }, limits } })).toBe(
    'withdrawal_not_allowed',
  )
  expect(code(10_000n, { account: { ...account, isFrozen: true } })).toBe('wallet_frozen')
  expect(code(10_000n, { account: undefined })).toBe('account_unknown')
  expect(code(10_000n, { owner: { user: { isTopupAllowed: true, isWithdrawalAllowed: true }, limits: undefined } })).toBe(
    'account_unknown',
  )
  expect(code(99n, {})).toBe('amount_min')
  const caps = [{ per: 'day', most: money('USD', 150_000n), usedMinor: 140_000n, refusal: { code: 'limit_daily' } }] as const
  expect(code(10_000n, { caps })).toBe('ok')
  expect(code(10_001n, { caps })).toBe('limit_daily')
})
