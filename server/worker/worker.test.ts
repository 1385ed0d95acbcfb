import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Job, startWorker } from './worker.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const options = { clock: () => new Date(), onError: () => undefined }
const aJob = (name: string, more: Partial<Job> = {}): Job => ({
  name,
  everyMs: 1000,
  limitMs: 5000,
  run: async () => true,
  ...more,
})

test('a hanging job is distinguished from running jobs, until it has ended', async () => {
  let end = (_isDone: boolean): void => undefined
  const hanging = aJob('hanging', { run: () => new Promise((resolve) => (end = resolve)) })
  const failing = aJob('failing', { run: () => Promise.reject(new Error('No answer')) })
  const worker = startWorker([aJob('steady'), hanging, failing], options)
  await vi.advanceTimersByTimeAsync(6000)
  expect(worker.listHanging()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(worker.listHanging()).toEqual(['hanging'])
  end(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(worker.listHanging()).toEqual([])
  const stopped = worker.stop()
  end(true)
  await stopped
})

test('a job with a long pause counts as hanging only when it is late by its own pause', async () => {
  let runs = 0
  const once = async (): Promise<boolean> => {
    runs += 1
    return runs === 1 || new Promise(() => undefined)
  }
  const worker = startWorker([aJob('rare', { everyMs: 600_000, run: once })], options)
  await vi.advanceTimersByTimeAsync(605_000)
  expect([runs, worker.listHanging()]).toEqual([2, []])
  await vi.advanceTimersByTimeAsync(1)
  expect(worker.listHanging()).toEqual(['rare'])
})

test('a run succeeds when it says so, and a failure is reported', async () => {
  const [ended, errors]: [unknown[], unknown[]] = [[], []]
  const jobs = [
    aJob('good'),
    aJob('bad', { run: async () => false }),
    aJob('worse', { run: () => Promise.reject(new Error('No table')) }),
  ]
  const worker = startWorker(jobs, {
    ...options,
    onError: (job, error) => errors.push([job, error]),
    async around(job, run) {
      const isDone = await run()
      ended.push([job, isDone])
      return isDone
    },
  })
  await vi.advanceTimersByTimeAsync(0)
  await worker.stop()
  expect(new Map(ended as [string, boolean][])).toEqual(
    new Map([
      ['good', true],
      ['bad', false],
      ['worse', false],
    ]),
  )
  expect(errors).toEqual([['worse', new Error('No table')]])
})

test('when told to hurry, jobs whose pause is not above the given one run at once, and the others at their time', async () => {
  const runs: string[] = []
  const counted = (name: string, everyMs: number): Job => aJob(name, { everyMs, run: async () => runs.push(name) > 0 })
  const worker = startWorker([counted('often', 1000), counted('rarely', 60_000)], options)
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toEqual(['often', 'rarely'])
  worker.hurry(1000)
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toEqual(['often', 'rarely', 'often'])
  await worker.stop()
})
