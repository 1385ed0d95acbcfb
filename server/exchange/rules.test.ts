import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDecimal } from '#money/amount'
import { money } from '#money/money'
import { convertDown, debitUp, parseRate } from '#money/rate'
import type { UserAccount } from '#server/ledger/accounts'
import type { Quote } from '#server/rates/quotes'
import { decideExchange, type ExchangeRequest } from './rules.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const usd: UserAccount = {
  id: 'usd',
  userId: 'anna',
  balance: money('USD', 100_000n),
  owed: money('USD', 0n),
  isFrozen: false,
  isClosed: false,
}
const rub: UserAccount = {
  id: 'rub',
  userId: 'anna',
  balance: money('RUB', 0n),
  owed: money('RUB', 0n),
  isFrozen: false,
  isClosed: false,
}
const foreign = { ...rub, id: 'foreign', userId: 'boris' }
const frozen = { ...rub, id: 'frozen', isFrozen: true }
const accounts = new Map(
  [usd, rub, foreign, frozen, { ...frozen, id: 'foreign frozen', userId: 'boris' }].map((account) => [account.id, account]),
)

function quote(out: string, issuedAt = NOW): Quote {
  const rate = parseRate('USD', 'RUB', '1', out)
  if (!rate) throw new Error('No rate')
  return { id: 'quote', rate, quantityOut: out, mid: out, marginBasisPoints: 0, issuedAt }
}

function decide(request: Partial<ExchangeRequest>, offered: Quote | undefined = quote('92.005')) {
  const whole = {
    id: 'id',
    userId: 'anna',
    fromAccountId: 'usd',
    toAccountId: 'rub',
    fromAmount: '1.00',
    toAmount: '92.00',
    ...request,
  }
  return decideExchange(whole, { quote: offered, lifetimeSeconds: 60, now: NOW }, accounts)
}

function code(request: Partial<ExchangeRequest>, offered?: Quote): string {
  const decision = decide(request, offered)
  return decision.kind === 'refuse' ? decision.refusal.code : 'ok'
}

test('four entries move the money over the system’s liquidity and sum to nothing in each currency', () => {
  const decision = decide({})
  expect(decision).toMatchObject({
    kind: 'post',
    reply: { from_amount: '1.00', to_amount: '92.00', created_at: '2026-11-20T12:00:00.000Z' },
  })
  if (decision.kind !== 'post') return
  expect(decision.transfers[0]?.entries).toEqual([
    { account: { user: 'usd' }, amount: money('USD', -100n) },
    { account: { system: 'liquidity' }, amount: money('USD', 100n) },
    { account: { system: 'liquidity' }, amount: money('RUB', -9200n) },
    { account: { user: 'rub' }, amount: money('RUB', 9200n) },
  ])
})

test('a cent less than the rate gives is taken at the client’s word, a cent more is refused [exchange-rules-1]', () => {
  expect(code({ toAmount: '91.99' })).toBe('ok')
  expect(code({ toAmount: '92.01' })).toBe('amount_mismatch')
  expect(code({ toAmount: '91.00' })).toBe('amount_mismatch')
  expect(code({ toAmount: '92000.00' })).toBe('amount_mismatch')
})

test('an amount fixed in "to" costs its debit rounded up', () => {
  const debit = debitUp(money('RUB', 10_000n), quote('92.005').rate)
  expect(code({ fromAmount: toDecimal(debit), toAmount: '100.00' })).toBe('ok')
})

test.each([
  ['an account twice', { toAccountId: 'usd' }, 'same_account'],
  ['somebody else’s account', { toAccountId: 'foreign' }, 'account_unknown'],
  ['an account that is not there', { fromAccountId: 'nowhere' }, 'account_unknown'],
  ['an account that is frozen', { toAccountId: 'frozen' }, 'wallet_frozen'],
  ['somebody else’s account, without a word of its being frozen', { toAccountId: 'foreign frozen' }, 'account_unknown'],
  ['the pair the wrong way round', { fromAccountId: 'rub', toAccountId: 'usd' }, 'rate_unknown'],
  ['no amount', { fromAmount: '' }, 'invalid_field'],
  ['nothing to get', { toAmount: '0.00' }, 'invalid_field'],
])('%s is refused [exchange-rules-2]', (_what, request, expected) => {
  expect(code(request)).toBe(expected)
})

test('a rate is honoured to its last second and not after [exchange-rules-3]', () => {
  expect(code({}, quote('92.005', new Date(NOW.getTime() - 60_000)))).toBe('ok')
  expect(code({}, quote('92.005', new Date(NOW.getTime() - 60_001)))).toBe('rate_expired')
  expect(decideExchange({ ...anExchange() }, { quote: undefined, lifetimeSeconds: 60, now: NOW }, accounts)).toMatchObject({
    refusal: { code: 'rate_unknown' },
  })
})

function anExchange(): ExchangeRequest {
  return { id: 'id', userId: 'anna', fromAccountId: 'usd', toAccountId: 'rub', fromAmount: '1.00', toAmount: '92.00' }
}

test('whatever amounts a client sends, it is never credited more than the rate gives [exchange-rules-4]', () => {
  const cents = fc.bigInt({ min: 1n, max: 10_000_000n })
  fc.assert(
    fc.property(cents, fc.bigInt({ min: -300n, max: 300n }), (from, off) => {
      const debit = money('USD', from)
      const given = convertDown(debit, quote('92.005').rate)
      const asked = money('RUB', given.minor + off)
      if (asked.minor <= 0n) return
      const decision = decide({ fromAmount: toDecimal(debit), toAmount: toDecimal(asked) })
      if (decision.kind === 'post') expect(asked.minor <= given.minor).toBe(true)
    }),
    { numRuns: 5000 },
  )
})
