import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDecimal } from '#money/amount'
import { money } from '#money/money'
import { convertDown, parseRate } from '#money/rate'
import { debitUp } from '#money/rate-quoted'
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

test('four entries move the money through the system account liquidity and sum to zero in each currency', () => {
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

/** The amounts that are debited and credited. */
function moved(request: Partial<ExchangeRequest>, offered?: Quote): readonly (string | undefined)[] {
  const decision = decide(request, offered)
  return decision.kind === 'post' ? [decision.reply.from_amount, decision.reply.to_amount] : [decision.refusal.code]
}

test('an amount one cent off the rate is accepted, and the smaller of both amounts is credited [exchange-rules-1]', () => {
  expect(moved({ toAmount: '91.99' })).toEqual(['1.00', '91.99'])
  expect(moved({ toAmount: '92.01' })).toEqual(['1.00', '92.00'])
  expect(code({ toAmount: '91.00' })).toBe('amount_mismatch')
  expect(code({ toAmount: '92000.00' })).toBe('amount_mismatch')
})

test('a client may round either amount to the nearest step, and gains nothing by that', () => {
  const offered = quote('79.773567524615')
  expect(moved({ fromAmount: '1.02', toAmount: '81.37' }, offered)).toEqual(['1.02', '81.36'])
  // 100 costs 1.2535…; the nearest amount, 1.25, is too little for 100.
  expect(moved({ fromAmount: '1.25', toAmount: '100.00' }, offered)).toEqual(['1.25', '99.71'])
  expect(moved({ fromAmount: '1.26', toAmount: '100.00' }, offered)).toEqual(['1.26', '100.00'])
  // 92.46 costs 1.00494…, 92.47 costs 1.00505….
  expect(moved({ toAmount: '92.46' })).toEqual(['1.00', '92.00'])
  expect(code({ toAmount: '92.47' })).toBe('amount_mismatch')
  expect(code({ fromAmount: '1.24', toAmount: '100.00' }, offered)).toBe('amount_mismatch')
  expect(code({ fromAmount: '1.27', toAmount: '100.00' }, offered)).toBe('amount_mismatch')
})

test('an exchange that would credit nothing is refused', () => {
  expect(code({ fromAmount: '0.01', toAmount: '0.01' }, quote('0.4'))).toBe('amount_mismatch')
})

test('an amount typed in "to" costs a debit that is rounded up', () => {
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

test('a rate is accepted up to its last second, and not after [exchange-rules-3]', () => {
  expect(code({}, quote('92.005', new Date(NOW.getTime() - 60_000)))).toBe('ok')
  expect(code({}, quote('92.005', new Date(NOW.getTime() - 60_001)))).toBe('rate_expired')
  expect(decideExchange({ ...anExchange() }, { quote: undefined, lifetimeSeconds: 60, now: NOW }, accounts)).toMatchObject({
    refusal: { code: 'rate_unknown' },
  })
})

function anExchange(): ExchangeRequest {
  return { id: 'id', userId: 'anna', fromAccountId: 'usd', toAccountId: 'rub', fromAmount: '1.00', toAmount: '92.00' }
}

test('a client is never credited more than the rate gives, whatever amounts it sends [exchange-rules-4]', () => {
  const cents = fc.bigInt({ min: 1n, max: 10_000_000n })
  fc.assert(
    fc.property(cents, fc.bigInt({ min: -300n, max: 300n }), (from, off) => {
      const debit = money('USD', from)
      const given = convertDown(debit, quote('92.005').rate)
      const asked = money('RUB', given.minor + off)
      if (asked.minor <= 0n) return
      const decision = decide({ fromAmount: toDecimal(debit), toAmount: toDecimal(asked) })
      if (decision.kind !== 'post') return
      const credited = decision.transfers[0]?.entries[3]?.amount.minor ?? 0n
      expect(credited <= given.minor && credited <= asked.minor && credited > 0n).toBe(true)
    }),
    { numRuns: 5000 },
  )
})
