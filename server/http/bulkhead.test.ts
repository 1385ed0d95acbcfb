import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoPlace } from '#server/db/places'
import { createBulkhead } from './bulkhead.ts'

// Time passes when a test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that goes on until it is told to end. */
function work(): { readonly run: () => Promise<string>; readonly end: () => void } {
  let end = (): void => undefined
  const ended = new Promise<string>((resolve) => {
    end = () => resolve('done')
  })
  return { run: () => ended, end: () => end() }
}

test('as many tasks run as there are places, and one without a place is refused at once', async () => {
  const bulkhead = createBulkhead(2)
  const [first, second] = [work(), work()]
  const running = [bulkhead.run(first.run), bulkhead.run(second.run)]
  const refused = expect(bulkhead.run(async () => 'done')).rejects.toThrow(NoPlace)
  await vi.advanceTimersByTimeAsync(999)
  await refused
  first.end()
  second.end()
  expect(await Promise.all(running)).toEqual(['done', 'done'])
  expect(await bulkhead.run(async () => 'done')).toBe('done')
})

test('waiting tasks get free places in the order of their arrival', async () => {
  const bulkhead = createBulkhead(1)
  const first = work()
  const order: string[] = []
  const running = bulkhead.run(first.run)
  const waiting = ['second', 'third'].map((name) => bulkhead.run(async () => order.push(name)))
  first.end()
  await Promise.all([running, ...waiting])
  expect(order).toEqual(['second', 'third'])
})

test('a failed task frees its place', async () => {
  const bulkhead = createBulkhead(1)
  await expect(bulkhead.run(() => Promise.reject(new Error('It failed')))).rejects.toThrow('It failed')
  expect(await bulkhead.run(async () => 'done')).toBe('done')
})
