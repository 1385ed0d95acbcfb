import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { COMMIT_MS, CommitUnknown } from '#server/db/pool'
import { ownIdempotencyKey } from '#server/idempotency/key'
import { BatchQueue, LedgerBusy } from './batch-queue.ts'
import type { Outcome, PostingRequest } from './posting.ts'
import { BLOCKED } from './write-batch.ts'

const POSTED: Outcome = { kind: 'posted', reply: {}, repeated: false }

function wanting(...accounts: string[]): PostingRequest {
  return {
    accounts,
    idempotencyKey: ownIdempotencyKey('test', ...accounts),
    decide: () => ({ kind: 'post', transfers: [], reply: {} }),
  }
}

// Time passes when a test says so: how fast the machine is decides nothing.
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A queue whose commits are written down, and some of whose accounts somebody else holds until they are let go. */
function aQueue() {
  const batches: { accounts: string[]; waits: boolean }[] = []
  const held = new Map<string, (() => void)[]>()
  const queue = new BatchQueue(async (requests, { waits }) => {
    batches.push({ accounts: requests.flatMap(({ accounts }) => accounts), waits })
    await new Promise((resolve) => setTimeout(resolve, 1))
    const isHeld = ({ accounts }: PostingRequest) => accounts.some((id) => held.has(id))
    if (waits) {
      for (const id of requests.flatMap(({ accounts }) => accounts)) {
        const waiters = held.get(id)
        if (waiters) await new Promise<void>((resolve) => waiters.push(resolve))
      }
      return requests.map(() => POSTED)
    }
    return requests.map((request) => (isHeld(request) ? BLOCKED : POSTED))
  })
  return {
    queue,
    batches,
    hold: (id: string) => held.set(id, []),
    letGo(id: string) {
      const waiters = held.get(id) ?? []
      held.delete(id)
      for (const resolve of waiters) resolve()
    },
  }
}

/** A queue whose commits end when they are let go, by the first account of the batch. */
function aSlowQueue() {
  const begun: string[][] = []
  const underWay = new Map<string, () => void>()
  const queue = new BatchQueue(async (requests) => {
    const accounts = requests.flatMap((request) => request.accounts)
    begun.push(accounts)
    await new Promise<void>((resolve) => underWay.set(accounts[0] ?? '', resolve))
    return requests.map(() => POSTED)
  })
  return { queue, begun, end: (account: string) => underWay.get(account)?.() }
}

describe('requests for one account', () => {
  test('run together, 256 at most; requests without a common account run 128 at a time', async () => {
    const { queue, batches } = aQueue()
    const sharing = Array.from({ length: 300 }, () => queue.post(wanting('a')))
    await pass(10)
    await Promise.all(sharing)
    expect(batches.map(({ accounts }) => accounts.length)).toEqual([256, 44])
    batches.splice(0)
    const apart = Array.from({ length: 260 }, (_, place) => queue.post(wanting(String(place))))
    await pass(10)
    await Promise.all(apart)
    expect(batches.map(({ accounts }) => accounts.length)).toEqual([128, 128, 4])
  })

  test('and for one held elsewhere: a single request waits for it, then they run together again', async () => {
    const { queue, batches, hold, letGo } = aQueue()
    hold('a')
    const posts = Array.from({ length: 100 }, () => queue.post(wanting('a')))
    await pass(20)
    // More comes while they wait.
    posts.push(...Array.from({ length: 20 }, () => queue.post(wanting('a'))))
    await pass(20)
    expect(batches).toEqual([
      { accounts: Array.from({ length: 100 }, () => 'a'), waits: false },
      { accounts: ['a'], waits: true },
    ])
    letGo('a')
    await pass(10)
    expect(await Promise.all(posts)).toEqual(posts.map(() => POSTED))
    expect(batches.slice(2).map(({ accounts, waits }) => [accounts.length, waits])).toEqual([[119, false]])
  })

  test('do not delay requests for a free account, nor those for another held account', async () => {
    const { queue, batches, hold, letGo } = aQueue()
    hold('a')
    hold('b')
    const onA = Array.from({ length: 50 }, () => queue.post(wanting('a')))
    await pass(10)
    const onB = queue.post(wanting('b'))
    const onC = queue.post(wanting('c'))
    await pass(10)
    expect(await onC).toEqual(POSTED)
    letGo('b')
    expect(await onB).toEqual(POSTED)
    expect(batches.filter(({ waits }) => waits).map(({ accounts }) => accounts)).toEqual([['a'], ['b']])
    letGo('a')
    await pass(10)
    await Promise.all(onA)
  })
})

test('a failed batch is retried one request at a time: only the faulty request fails', async () => {
  const sizes: number[] = []
  const queue = new BatchQueue(async (requests) => {
    sizes.push(requests.length)
    if (requests.some(({ accounts }) => accounts.includes('spoilt'))) throw new Error('Spoilt')
    return requests.map(() => POSTED)
  })
  const posts = [queue.post(wanting('a')), queue.post(wanting('a', 'spoilt')), queue.post(wanting('a')), queue.post(wanting('b'))]
  const settled = Promise.allSettled(posts)
  await pass(10)
  const outcomes = await settled
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(sizes).toEqual([4, 1, 1, 1, 1])
})

test('a request that has waited two seconds for an account held elsewhere is refused as busy, also behind another', async () => {
  const { queue, hold, letGo } = aQueue()
  hold('a')
  const outcomes = Promise.allSettled(Array.from({ length: 5 }, () => queue.post(wanting('a'))))
  await pass(2100)
  letGo('a')
  const [first, ...others] = await outcomes
  expect(first).toEqual({ status: 'fulfilled', value: POSTED })
  for (const other of others) expect(other).toMatchObject({ status: 'rejected', reason: expect.any(LedgerBusy) })
  await queue.close()
})

test('while every commit hangs, waiting requests are refused and so are those of the commits: no request waits without end', async () => {
  let end: () => void = () => undefined
  const hanging = new Promise<void>((resolve) => {
    end = resolve
  })
  const queue = new BatchQueue(async (requests) => {
    await hanging
    return requests.map(() => POSTED)
  })
  const committed = ['a', 'b'].map((id) => queue.post(wanting(id)))
  await pass(10)
  const waited = queue.post(wanting('a'))
  // None of them waits for the commits, which have not ended.
  const settled = Promise.allSettled([committed[0], waited, ...committed])
  await pass(COMMIT_MS + 1)
  const [refused, late] = await settled
  expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(CommitUnknown) })
  expect(late).toMatchObject({ status: 'rejected', reason: expect.any(LedgerBusy) })
  end()
  await queue.close()
})

describe('batches under way', () => {
  test('are one as a rule: requests that arrive meanwhile form the next batch', async () => {
    const { queue, begun, end } = aSlowQueue()
    const posts = [queue.post(wanting('a'))]
    await pass(5)
    posts.push(queue.post(wanting('b')), queue.post(wanting('c')))
    await pass(5)
    expect(begun).toEqual([['a']])
    end('a')
    await posts[0]
    await pass(5)
    expect(begun).toEqual([['a'], ['b', 'c']])
    end('b')
    expect(await Promise.all(posts)).toEqual(posts.map(() => POSTED))
  })

  test('are two while one is slow, and never three', async () => {
    const { queue, begun, end } = aSlowQueue()
    const slow = queue.post(wanting('slow'))
    await pass(5)
    const others = [queue.post(wanting('a'))]
    await pass(15)
    expect(begun).toEqual([['slow']])
    await pass(45)
    expect(begun).toEqual([['slow'], ['a']])
    others.push(queue.post(wanting('b')))
    await pass(60)
    expect(begun).toEqual([['slow'], ['a']])
    end('a')
    await others[0]
    await pass(5)
    expect(begun).toEqual([['slow'], ['a'], ['b']])
    end('b')
    end('slow')
    expect(await Promise.all([slow, ...others])).toEqual([POSTED, POSTED, POSTED])
  })

  test('are two once a full batch is waiting, and one again when none is', async () => {
    const { queue, begun, end } = aSlowQueue()
    const posts = [queue.post(wanting('first'))]
    await pass(5)
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, place) => queue.post(wanting(String(from + place))))
    posts.push(...many(0, 127))
    await pass(5)
    expect(begun).toEqual([['first']])
    posts.push(...many(127, 1))
    await pass(5)
    expect(begun.map(({ length }) => length)).toEqual([1, 128])
    posts.push(...many(200, 128))
    await pass(5)
    expect(begun).toHaveLength(2)
    end('first')
    await pass(5)
    expect(begun.map(({ length }) => length)).toEqual([1, 128, 128])
    for (const account of ['0', '200']) end(account)
    expect(await Promise.all(posts)).toEqual(posts.map(() => POSTED))
  })
})
