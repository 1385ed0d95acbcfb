import { expect, test } from 'vitest'
import type { Polled } from '#server/db/polling-queue'
import { pollingJob } from './jobs.ts'

const ENDING = new AbortController().signal
const NOTHING_DUE = { polls: 0, failed: 0 }

/** Runs a polling job once a round, at the round's minute and with its result; returns which runs went well. */
async function runsOf(...rounds: readonly (readonly [minutes: number, polled: Polled])[]): Promise<boolean[]> {
  let polled: Polled = NOTHING_DUE
  const job = pollingJob('withdrawals', async () => polled, 1000)
  const ends: boolean[] = []
  for (const [minutes, round] of rounds) {
    polled = round
    ends.push(await job.run(() => new Date(minutes * 60_000), ENDING))
  }
  return ends
}

test('a run fails when all of its polls fail, and not when a few fail or nothing is due', async () => {
  expect(await runsOf([0, NOTHING_DUE], [1, { polls: 3, failed: 2 }], [2, { polls: 3, failed: 3 }])).toEqual([true, true, false])
})

test('a job stays failed while its failed polls are put off, until the first poll that is answered', async () => {
  const failed = { polls: 1, failed: 1 }
  expect(await runsOf([0, failed], [1, NOTHING_DUE], [5, { polls: 1, failed: 0 }], [6, NOTHING_DUE])).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('a failed job is healthy again once nothing has been due for longer than the delay of a retry', async () => {
  expect(await runsOf([0, { polls: 1, failed: 1 }], [30, NOTHING_DUE], [31, NOTHING_DUE])).toEqual([false, false, true])
})

test('a round that throws rejects its run with the same error', async () => {
  const lost = new Error('The connection was lost')
  const job = pollingJob('withdrawals', () => Promise.reject(lost), 1000)
  await expect(job.run(() => new Date(), ENDING)).rejects.toBe(lost)
})
