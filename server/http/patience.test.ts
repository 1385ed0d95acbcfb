import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AnswerLate, answeredInTime } from './patience.ts'

const nobody = (error: unknown): void => {
  throw error
}

test('what comes in time is the answer, and a failure that comes in time is told', async () => {
  expect(await answeredInTime({ ms: 500, work: async () => 'done', onLateFailure: nobody })).toBe('done')
  const failing = answeredInTime({ ms: 500, work: () => Promise.reject(new Error('no')), onLateFailure: nobody })
  await expect(failing).rejects.toThrow('no')
})

test('what does not come in time goes on, and whoever asked is told that it is late', async () => {
  let isDone = false
  const work = async (): Promise<void> => {
    await pause(60)
    isDone = true
  }
  await expect(answeredInTime({ ms: 20, work, onLateFailure: nobody })).rejects.toThrow(AnswerLate)
  expect(isDone).toBe(false)
  await pause(80)
  expect(isDone).toBe(true)
})

test('a failure that nobody waits for any more is heard of', async () => {
  const failures: unknown[] = []
  const work = async (): Promise<never> => {
    await pause(30)
    throw new Error('too late')
  }
  const onLateFailure = (error: unknown): void => void failures.push(error)
  await expect(answeredInTime({ ms: 10, work, onLateFailure })).rejects.toThrow(AnswerLate)
  await pause(50)
  expect(failures).toEqual([expect.objectContaining({ message: 'too late' })])
})

test('the time of providers does not count, that before and after it does', async () => {
  const calling = async (before: number, after: number): Promise<string> =>
    answeredInTime({
      ms: 100,
      onLateFailure: nobody,
      work: async ({ waitForProvider }) => {
        await pause(before)
        const [one, other] = [waitForProvider(), waitForProvider()]
        await pause(100)
        one()
        await pause(100)
        other()
        await pause(after)
        return 'done'
      },
    })
  expect(await calling(10, 10)).toBe('done')
  await expect(calling(60, 120)).rejects.toThrow(AnswerLate)
})
