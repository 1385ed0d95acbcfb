import { afterEach, expect, test, vi } from 'vitest'
import { factSource } from './batched.ts'
import type { Queryable } from './queryable.ts'
import { createReader, ReaderBusy } from './reader.ts'

afterEach(() => {
  vi.useRealTimers()
})

const queryable: Queryable = { list: async () => [], find: async () => undefined, run: async () => 0 }

function letters(trips: string[][]) {
  return factSource(async (_queryable, keys: readonly string[]) => {
    trips.push([...keys])
    return keys.map((key) => key.toUpperCase())
  })
}

const broken = factSource(async (_queryable, _keys: readonly string[]): Promise<string[]> => {
  throw new Error('broken')
})

test('facts requested at one moment are read in one round trip, and each caller gets its own', async () => {
  const trips: string[][] = []
  const letterOf = letters(trips)
  const read = createReader((work) => work(queryable))
  expect(await Promise.all([read(letterOf('a')), read(letterOf('b'))])).toEqual(['A', 'B'])
  expect(await read(letterOf('c'))).toBe('C')
  expect(trips).toEqual([['a', 'b'], ['c']])
})

test('a failing source fails only the callers that asked for its facts', async () => {
  const results: (Error | undefined)[] = []
  const read = createReader(async (work) => {
    results.push(await work(queryable))
  })
  const [good, bad] = await Promise.allSettled([read(letters([])('a')), read(broken('b'))])
  expect(good).toEqual({ status: 'fulfilled', value: 'A' })
  expect(bad).toEqual({ status: 'rejected', reason: new Error('broken') })
  await new Promise((resolve) => setImmediate(resolve))
  expect(results).toEqual([new Error('broken')])
})

test('a failed round trip fails all its callers, and the next one works', async () => {
  let isAway = true
  const read = createReader((work) => (isAway ? Promise.reject(new Error('away')) : work(queryable)))
  await expect(read(letters([])('a'))).rejects.toThrow('away')
  isAway = false
  expect(await read(letters([])('a'))).toBe('A')
})

test('two hanging round trips do not stop other reads; when all hang, waiting callers are told so', async () => {
  let trips = 0
  const read = (hanging: number) =>
    createReader((work) => {
      trips += 1
      return trips <= hanging ? new Promise(() => undefined) : work(queryable)
    })
  const one = read(2)
  for (const key of ['a', 'b']) {
    void one(letters([])(key))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await one(letters([])('c'))).toBe('C')

  // Time passes when the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] })
  trips = 0
  const other = read(99)
  for (const key of ['a', 'b', 'c', 'd']) {
    void other(letters([])(key))
    await vi.advanceTimersByTimeAsync(150)
  }
  const told = expect(other(letters([])('e'))).rejects.toBeInstanceOf(ReaderBusy)
  await vi.advanceTimersByTimeAsync(3000)
  await told
})
