import { once } from 'node:events'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactions } from '#contract/history'
import { statistics } from '#contract/statistics'
import { aUser, TestUser, until } from '#tests/builders'
import { beginStatement, drain, giveLines } from '#tests/long-statement'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const LINES = 50_000
let wallet: TestWallet
let anna: TestUser
let boris: TestUser
beforeAll(async () => {
  wallet = await startTestWallet({ HISTORY_LONG_LISTS_PER_MINUTE: '1000000', ANSWER_TIMEOUT_MS: '10000' })
  anna = await aUser(wallet, '100.00 RUB')
  boris = await aUser(wallet, '100.00 RUB')
  await giveLines(wallet.database, anna, LINES)
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

const begin = (user: TestUser, headers?: Record<string, string>) => beginStatement(wallet, user, headers)

test('the whole of a long statement is one answer: every line once, newest first, as its pages say', async () => {
  const answer = await anna.get(transactions.path)
  const { results, next_cursor } = v.parse(transactions.response, answer)
  expect([results.length, new Set(results.map(({ id }) => id)).size, next_cursor]).toEqual([LINES + 1, LINES + 1, null])
  expect(results.map(({ created_at }) => created_at)).toEqual(
    results
      .map(({ created_at }) => created_at)
      .toSorted()
      .reverse(),
  )
  const first = v.parse(transactions.response, await anna.get(`${transactions.path}?limit=200`))
  expect(results.slice(0, 200)).toEqual(first.results)
  const rest = v.parse(transactions.response, await anna.get(`${transactions.path}?cursor=${first.next_cursor}`))
  expect(results.slice(200)).toEqual(rest.results)
})

test('somebody who reads slowly holds neither memory nor a connection of the database', async () => {
  await drain(await begin(anna))
  const before = process.memoryUsage.rss()
  let most = before
  const response = await begin(anna)
  const busy = () => wallet.database.connections().reduce((sum, { total, idle }) => sum + total - idle, 0)
  for (let stops = 0; stops < 5; stops += 1) {
    // All that can be on the way is, and nobody reads.
    await until(async () => response.readableLength > 0 && busy() === 0)
    for (let chunks = 0; chunks < 50; chunks += 1) {
      if (response.read() === null) await once(response, 'readable')
      most = Math.max(most, process.memoryUsage.rss())
    }
  }
  await drain(response)
  most = Math.max(most, process.memoryUsage.rss())
  expect((most - before) / 1e6).toBeLessThan(50)
})

test('a person is sent one at a time: the next waits until it is read or given up, for as long as anybody waits', async () => {
  const first = await begin(anna)
  const second = anna.get(transactions.path)
  const third = anna.get(transactions.path)
  expect(await Promise.race([second, third])).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  expect((await Promise.all([second, third])).map(({ code }) => code)).toEqual(['busy', 'busy'])
  // Pages are nobody's turn, nor is what others read.
  expect(await anna.get(`${transactions.path}?limit=200`)).toMatchObject({ http: 200 })
  expect(await boris.get(transactions.path)).toMatchObject({ http: 200 })
  const next = begin(anna)
  first.destroy()
  expect(await drain(await next)).toBeGreaterThan(LINES * 100)
})

test.each(['identity', 'gzip'])(
  'a statement that cannot be read on ends its connection, and is never a shorter one (%s)',
  async (encoding) => {
    const response = await begin(anna, { 'accept-encoding': encoding })
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, encoding === 'gzip' ? 'gzip' : undefined])
    await wallet.database.inTransaction(async (tx) => {
      await tx.run({ name: 'test.lock', text: 'lock table operation_leg in access exclusive mode' })
      await expect(drain(response)).rejects.toThrow('aborted')
    })
    expect(await anna.get(transactions.path)).toMatchObject({ http: 200 })
  },
)

test('so many long statements a minute are sent to a person, and then they are told to wait; pages and others are not counted', async () => {
  const strict = await startTestWallet({ HISTORY_LONG_LISTS_PER_MINUTE: '2' }, { databaseUrl: wallet.databaseUrl })
  const [here, other] = [new TestUser(strict, anna.phone, anna.token), new TestUser(strict, boris.phone, boris.token)]
  const asked = async (): Promise<number> => (await here.get(`${transactions.path}?to=2020-01-01T00:00Z`)).http
  strict.passSeconds(120)
  for (let count = 0; count < 2; count += 1) expect(await here.get(transactions.path)).toMatchObject({ http: 200 })
  const refused = await here.get(transactions.path)
  expect(refused).toMatchObject({ http: 429, code: 'too_many_requests', retry_after: expect.any(Number) })
  expect([await asked(), (await here.get(`${transactions.path}?limit=200`)).http]).toEqual([200, 200])
  expect(await other.get(transactions.path)).toMatchObject({ http: 200 })
  strict.passSeconds(61)
  expect(await here.get(transactions.path)).toMatchObject({ http: 200 })
  await here.post('/v2/wallet/auth/logout')
  expect(await here.get(transactions.path)).toMatchObject({ http: 401, code: 'INVALID_TOKEN' })
  await strict.close()
})

test('other people’s calls stay quick while somebody reads a long statement and its statistics over and over', async () => {
  const slowestOf = async (calls: number): Promise<number> => {
    let slowest = 0
    for (let count = 0; count < calls; count += 1) {
      const startedAt = performance.now()
      expect(await boris.get('/v2/wallet')).toMatchObject({ http: 200 })
      slowest = Math.max(slowest, performance.now() - startedAt)
    }
    return slowest
  }
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round += 1) {
    alone.push(await slowestOf(100))
    let isOver = false
    const again = async (read: () => Promise<unknown>): Promise<number> => {
      let times = 0
      for (; !isOver; times += 1) await read()
      return times
    }
    const reading = [
      again(async () => drain(await beginStatement(wallet, anna))),
      again(() => anna.get(`${statistics.path}?from=2026-01-01T10:00Z`)),
    ]
    beside.push(await slowestOf(100))
    isOver = true
    expect(Math.min(...(await Promise.all(reading)))).toBeGreaterThan(0)
  }
  const median = (times: number[]): number => times.toSorted((one, other) => one - other)[1] ?? 0
  expect(median(beside) / median(alone)).toBeLessThan(10)
})
