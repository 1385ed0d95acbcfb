import { expect, test } from 'vitest'
import { type Money, money, negate } from '#money/money'
import type { UserAccount } from './accounts.ts'
import { judge, type KeptAnswer } from './judge.ts'
import { type Order, Unbalanced } from './order.ts'

const anna: UserAccount = { id: 'anna', userId: 'anna', balance: money('USD', 10_000n) }
const boris: UserAccount = { id: 'boris', userId: 'boris', balance: money('USD', 0n) }
const fingerprint = Buffer.from('one')

function pay(from: string, to: string, amount: Money, once?: Order['once']): Order {
  return {
    accounts: [from, to],
    ...(once && { once }),
    decide: () => ({
      kind: 'post',
      transfers: [
        {
          id: `${from} ${to}`,
          operationId: null,
          kind: 'payment',
          postedAt: new Date(0),
          entries: [
            { account: { user: from }, amount: negate(amount) },
            { account: { user: to }, amount },
          ],
        },
      ],
      reply: { paid: String(amount.minor) },
    }),
  }
}

function judged(orders: Order[], kept = new Map<string, KeptAnswer>()) {
  return judge(orders, [anna, boris], kept)
}

test('each order of a group sees what the ones before it did', () => {
  const { outcomes, balances } = judged([
    pay('anna', 'boris', money('USD', 10_000n)),
    pay('boris', 'anna', money('USD', 4_000n)),
    pay('anna', 'boris', money('USD', 1n)),
  ])
  expect(outcomes.map((outcome) => !(outcome instanceof Error) && outcome.kind)).toEqual(['posted', 'posted', 'posted'])
  expect([...balances].map(([id, { minor }]) => [id, minor])).toEqual([
    ['anna', 3_999n],
    ['boris', 6_001n],
  ])
})

test('an order that would go below nothing is refused with what is missing, and leaves nothing behind', () => {
  const { outcomes, balances, transfers } = judged([
    pay('anna', 'boris', money('USD', 10_001n)),
    pay('anna', 'boris', money('USD', 10_000n)),
  ])
  expect(outcomes[0]).toMatchObject({ kind: 'refused', refusal: { code: 'insufficient_funds', amount: { decimal: '0.01' } } })
  expect(outcomes[1]).toMatchObject({ kind: 'posted' })
  expect(transfers).toHaveLength(1)
  expect(balances.get('anna')).toEqual(money('USD', 0n))
})

test('an order that throws is its own fault alone', () => {
  const broken: Order = {
    accounts: [],
    decide: () => {
      throw new Error('broken')
    },
  }
  const { outcomes, transfers } = judged([pay('anna', 'boris', money('USD', 1n)), broken, pay('anna', 'boris', money('USD', 1n))])
  expect(outcomes[1]).toBeInstanceOf(Error)
  expect(transfers).toHaveLength(2)
})

test('a transfer that does not sum to nothing is a fault of ours and moves nothing', () => {
  const lopsided: Order = {
    accounts: ['anna'],
    decide: () => ({
      kind: 'post',
      transfers: [
        {
          id: 'x',
          operationId: null,
          kind: 'lopsided',
          postedAt: new Date(0),
          entries: [{ account: { user: 'anna' }, amount: money('USD', -1n) }],
        },
      ],
      reply: {},
    }),
  }
  const { outcomes, balances } = judged([lopsided])
  expect(outcomes[0]).toBeInstanceOf(Unbalanced)
  expect(balances.size).toBe(0)
})

test('one key in a group twice has one effect and the same answer', () => {
  const once = { name: 'key', isFromClient: true, fingerprint }
  const { outcomes, transfers, answers } = judged([
    pay('anna', 'boris', money('USD', 5n), once),
    pay('anna', 'boris', money('USD', 5n), once),
  ])
  expect(outcomes).toEqual([
    { kind: 'posted', reply: { paid: '5' }, repeated: false },
    { kind: 'posted', reply: { paid: '5' }, repeated: true },
  ])
  expect([transfers.length, answers.length]).toEqual([1, 1])
})

test('a key that comes with another body is refused, a refusal under a key is answered again', () => {
  const kept = new Map<string, KeptAnswer>([
    ['done', { fingerprint, answer: { reply: { paid: '5' } } }],
    ['refused', { fingerprint, answer: { refusal: { code: 'insufficient_funds' } } }],
  ])
  const { outcomes } = judged(
    [
      pay('anna', 'boris', money('USD', 6n), { name: 'done', isFromClient: true, fingerprint: Buffer.from('two') }),
      pay('anna', 'boris', money('USD', 6n), { name: 'refused', isFromClient: true, fingerprint }),
    ],
    kept,
  )
  expect(outcomes).toMatchObject([
    { kind: 'refused', refusal: { code: 'idempotency_mismatch' } },
    { kind: 'refused', refusal: { code: 'insufficient_funds' }, repeated: true },
  ])
})

test('a refusal is kept for a client’s key only, and not one of malformed input', () => {
  const tooMuch = pay('anna', 'boris', money('USD', 10_001n), { name: 'ours', isFromClient: false, fingerprint })
  const malformed: Order = {
    accounts: [],
    once: { name: 'theirs', isFromClient: true, fingerprint },
    decide: () => ({ kind: 'refuse', refusal: { code: 'invalid_field', field: 'from_amount' } }),
  }
  const { answers, outcomes } = judged([tooMuch, malformed])
  expect(outcomes).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }])
  expect(answers).toEqual([])
})
