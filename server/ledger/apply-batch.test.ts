import { expect, test } from 'vitest'
import { type Money, money, negate } from '#money/money'
import { freshIdempotencyKey } from '#server/idempotency/key'
import type { IdempotencyRecord } from '#server/idempotency/record'
import type { UserAccount } from './accounts.ts'
import { applyBatch } from './apply-batch.ts'
import { type PostingRequest, Unbalanced } from './posting.ts'

const anna: UserAccount = {
  id: 'anna',
  userId: 'anna',
  balance: money('USD', 10_000n),
  owed: money('USD', 0n),
  isFrozen: false,
  isClosed: false,
}
const boris: UserAccount = {
  id: 'boris',
  userId: 'boris',
  balance: money('USD', 0n),
  owed: money('USD', 0n),
  isFrozen: false,
  isClosed: false,
}
const fingerprint = Buffer.from('one')

function pay(
  from: string,
  to: string,
  amount: Money,
  idempotencyKey: PostingRequest['idempotencyKey'] = freshIdempotencyKey(),
): PostingRequest {
  return {
    accounts: [from, to],
    idempotencyKey,
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

function applied(requests: PostingRequest[], kept = new Map<string, IdempotencyRecord>()) {
  return applyBatch(
    requests.map((request) => ({ request, facts: {} })),
    [anna, boris],
    { kept, newId: () => 'new' },
  )
}

test('each request of a batch sees the effects of the requests before it', () => {
  const { outcomes, accounts } = applied([
    pay('anna', 'boris', money('USD', 10_000n)),
    pay('boris', 'anna', money('USD', 4_000n)),
    pay('anna', 'boris', money('USD', 1n)),
  ])
  expect(outcomes.map((outcome) => !(outcome instanceof Error) && outcome.kind)).toEqual(['posted', 'posted', 'posted'])
  expect(accounts.map(({ id, balance }) => [id, balance.minor])).toEqual([
    ['anna', 3_999n],
    ['boris', 6_001n],
  ])
})

test('a request that would make a balance negative is refused with the missing amount, and leaves nothing behind', () => {
  const { outcomes, accounts, transfers } = applied([
    pay('anna', 'boris', money('USD', 10_001n)),
    pay('anna', 'boris', money('USD', 10_000n)),
  ])
  expect(outcomes[0]).toMatchObject({ kind: 'refused', refusal: { code: 'insufficient_funds', amount: { decimal: '0.01' } } })
  expect(outcomes[1]).toMatchObject({ kind: 'posted' })
  expect(transfers).toHaveLength(1)
  expect(accounts.find(({ id }) => id === 'anna')?.balance).toEqual(money('USD', 0n))
})

test('a request that throws fails alone', () => {
  const broken: PostingRequest = {
    idempotencyKey: freshIdempotencyKey(),
    accounts: [],
    decide: () => {
      throw new Error('broken')
    },
  }
  const { outcomes, transfers } = applied([
    pay('anna', 'boris', money('USD', 1n)),
    broken,
    pay('anna', 'boris', money('USD', 1n)),
  ])
  expect(outcomes[1]).toBeInstanceOf(Error)
  expect(transfers).toHaveLength(2)
})

test('a transfer that does not sum to zero is a bug of ours and moves nothing', () => {
  const lopsided: PostingRequest = {
    idempotencyKey: freshIdempotencyKey(),
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
  const { outcomes, accounts } = applied([lopsided])
  expect(outcomes[0]).toBeInstanceOf(Unbalanced)
  expect(accounts).toEqual([])
})

test('one key twice in a batch has one effect and the same answer', () => {
  const repeated = { key: 'key', isFromClient: true, fingerprint }
  const { outcomes, transfers, answers } = applied([
    pay('anna', 'boris', money('USD', 5n), repeated),
    pay('anna', 'boris', money('USD', 5n), repeated),
  ])
  expect(outcomes).toEqual([
    { kind: 'posted', reply: { paid: '5' }, repeated: false },
    { kind: 'posted', reply: { paid: '5' }, repeated: true },
  ])
  expect([transfers.length, answers.length]).toEqual([1, 1])
})

test('a key with another body is refused, and a refusal under a key is repeated', () => {
  const kept = new Map<string, IdempotencyRecord>([
    ['done', { fingerprint, answer: { reply: { paid: '5' } } }],
    ['refused', { fingerprint, answer: { refusal: { code: 'insufficient_funds' } } }],
  ])
  const { outcomes } = applied(
    [
      pay('anna', 'boris', money('USD', 6n), { key: 'done', isFromClient: true, fingerprint: Buffer.from('two') }),
      pay('anna', 'boris', money('USD', 6n), { key: 'refused', isFromClient: true, fingerprint }),
    ],
    kept,
  )
  expect(outcomes).toMatchObject([
    { kind: 'refused', refusal: { code: 'idempotency_mismatch' } },
    { kind: 'refused', refusal: { code: 'insufficient_funds' }, repeated: true },
  ])
})

test('a refusal is stored for a client’s key only, and never for malformed input', () => {
  const tooMuch = pay('anna', 'boris', money('USD', 10_001n), { key: 'ours', isFromClient: false, fingerprint })
  const malformed: PostingRequest = {
    accounts: [],
    idempotencyKey: { key: 'theirs', isFromClient: true, fingerprint },
    decide: () => ({ kind: 'refuse', refusal: { code: 'invalid_field', field: 'from_amount' } }),
  }
  const { answers, outcomes } = applied([tooMuch, malformed])
  expect(outcomes).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }])
  expect(answers).toEqual([])
})

test('a posting that throws halfway leaves no part of its bookkeeping', () => {
  const entries = [
    { account: { user: 'anna' }, amount: money('USD', -5n) },
    { account: { owedBy: 'boris' }, amount: money('USD', 5n) },
  ]
  const tooMuch: PostingRequest = {
    idempotencyKey: freshIdempotencyKey(),
    accounts: ['anna', 'boris'],
    decide: () => ({
      kind: 'post',
      transfers: [{ id: 'x', operationId: null, kind: 'payment', postedAt: new Date(0), entries }],
      reply: {},
    }),
  }
  const { outcomes, accounts, transfers, answers } = applied([tooMuch])
  expect(outcomes).toEqual([new Error('More of a debt was paid than there is')])
  expect([accounts, transfers, answers]).toEqual([[], [], []])
})

test('a transfer of an operation that the posting neither makes nor changes is a bug of ours', () => {
  const foreign = pay('anna', 'boris', money('USD', 5n))
  const { outcomes, transfers } = applied([
    {
      ...foreign,
      decide: (accounts, facts) => {
        const posting = foreign.decide(accounts, facts)
        if (posting.kind === 'refuse') throw new Error('refused')
        return { ...posting, transfers: posting.transfers.map((transfer) => ({ ...transfer, operationId: 'another' })) }
      },
    },
  ])
  expect(outcomes[0]).toBeInstanceOf(Error)
  expect(transfers).toEqual([])
})

test('a posting without effect stores no answer under a key of ours, and stores it under a client’s key', () => {
  const nothing = (isFromClient: boolean): PostingRequest => ({
    idempotencyKey: { key: `${isFromClient}`, isFromClient, fingerprint },
    accounts: [],
    decide: () => ({ kind: 'post', transfers: [], reply: {} }),
  })
  const { outcomes, answers } = applied([nothing(false), nothing(true)])
  expect(outcomes).toMatchObject([{ kind: 'posted' }, { kind: 'posted' }])
  expect(answers.map(({ idempotencyKey }) => idempotencyKey.isFromClient)).toEqual([true])
})
