import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Deadline, DeadlineExceeded, withDeadline } from './deadline.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const passes = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))
const nobody = (error: unknown): void => {
  throw error
}

/** What a promise came to, after some time. */
async function after<Answer>(ms: number, answering: Promise<Answer>): Promise<Answer | 'late' | 'open' | Error> {
  let end: Answer | 'late' | 'open' | Error = 'open'
  answering.then(
    (answer) => {
      end = answer
    },
    (error: Error) => {
      end = error instanceof DeadlineExceeded ? 'late' : error
    },
  )
  await vi.advanceTimersByTimeAsync(ms)
  return end
}

test('a result in time is the answer, and a failure in time is reported', async () => {
  const work = async (): Promise<string> => passes(499).then(() => 'done')
  expect(await after(499, withDeadline({ ms: 500, work, onLateFailure: nobody }))).toBe('done')
  const failing = async (): Promise<never> => Promise.reject(new Error('no'))
  expect(await after(0, withDeadline({ ms: 500, work: failing, onLateFailure: nobody }))).toEqual(new Error('no'))
  expect(vi.getTimerCount()).toBe(0)
})

test('late work goes on, and its caller is told that it is late', async () => {
  let isDone = false
  const work = async (): Promise<void> => {
    await passes(600)
    isDone = true
  }
  expect(await after(500, withDeadline({ ms: 500, work, onLateFailure: nobody }))).toBe('late')
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isDone).toBe(true)
})

test('a failure after the deadline is logged', async () => {
  const failures: unknown[] = []
  const work = async (): Promise<never> => {
    await passes(600)
    throw new Error('too late')
  }
  const onLateFailure = (error: unknown): void => void failures.push(error)
  expect(await after(500, withDeadline({ ms: 500, work, onLateFailure }))).toBe('late')
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(failures).toEqual([new Error('too late')])
})

test.each([
  { before: 250, behind: 249, end: 'done' },
  { before: 250, behind: 251, end: 'late' },
])('time in providers does not count, time before and after does: $before and $behind of 500', async (times) => {
  const work = async ({ pauseForProvider }: Deadline): Promise<string> => {
    await passes(times.before)
    const [one, other] = [pauseForProvider(), pauseForProvider()]
    await passes(3000)
    one()
    await passes(3000)
    other()
    await passes(times.behind)
    return 'done'
  }
  const answering = withDeadline({ ms: 500, work, onLateFailure: nobody })
  expect(await after(6000 + times.before + times.behind, answering)).toBe(times.end)
})

test('work that nobody waits for any more can be abandoned, without a log entry', async () => {
  const done: string[] = []
  const work = async ({ throwIfExceeded }: Deadline): Promise<void> => {
    for (const step of ['early', 'late']) {
      await passes(400)
      throwIfExceeded()
      done.push(step)
    }
  }
  expect(await after(1000, withDeadline({ ms: 500, work, onLateFailure: nobody }))).toBe('late')
  expect(done).toEqual(['early'])
})
